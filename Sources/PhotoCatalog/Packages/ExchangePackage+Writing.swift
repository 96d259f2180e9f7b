import Foundation
import PhotoStore

extension ExchangePackage {
  /// The package's bytes, the same for the same content on every machine.
  ///
  /// `createdAt` is the newest date in the content, so that packing a store twice makes the same package.
  var bytes: [UInt8] {
    let dates = designs.flatMap(\.document.dates) + albums.flatMap(\.document.dates)
    let newest = dates.max() ?? Date(timeIntervalSinceReferenceDate: 0)
    return JSONValue.object([
      "magic": .string(Self.magic), "formatVersion": .integer(Self.formatVersion),
      "createdAt": .date(newest, as: .iso8601),
      "specs": .array(designs.flatMap(\.specs)), "images": .array(images.map(\.json)),
      Self.extensionKey: extensionJSON,
    ]).canonicalBytes
  }

  private var extensionJSON: JSONValue {
    let digests = (images + albumImages).compactMap { image in
      image.digest.map { (image.name, JSONValue.string($0.description)) }
    }
    return .object([
      "version": .integer(Self.extensionVersion),
      "designs": .array(designs.map(\.entry)),
      "albums": .array(albums.map(\.json)), "images": .array(albumImages.map(\.json)),
      "digests": .object(Dictionary(digests, uniquingKeysWith: { first, _ in first })),
    ])
  }
}

extension ExchangePackage.PackagedDesign {
  /// The designs that the published app reads; it does not know documents that are one image.
  fileprivate var specs: [JSONValue] {
    // The app may not have the album, and the design would then show no picture.
    let document = document.writingDates().withAlbums([])
    if let widgets = document.json.array { return widgets }
    guard document.isOneImage else { return [document.json] }
    let title = fileName?.documentStem ?? ""
    return [.object(["name": .string(title), "image": document.json])]
  }

  /// The keys from which a reader tells the forms of the specs.
  fileprivate var entry: JSONValue {
    var entry: [String: JSONValue] = [
      "form": .string(form.rawValue), "count": .integer(document.json.array?.count ?? 1),
    ]
    entry["fileName"] = fileName.map(JSONValue.string)
    let albums = document.albumNames
    if albums.contains(where: { $0 != nil }) {
      entry["albums"] = .array(albums.map { $0.map(JSONValue.string) ?? .null })
    }
    return .object(entry)
  }

  private var form: Form {
    document.json.array != nil ? .list : document.isOneImage ? .image : .design
  }
}

extension ExchangePackage.PackagedAlbum {
  fileprivate var json: JSONValue {
    .object(["fileName": .string(fileName), "manifest": document.writingDates().json])
  }
}

extension ExchangePackage.PackagedImage {
  init(name: String, bytes: [UInt8]) {
    self.init(
      name: name, base64: Data(bytes).base64EncodedString(), digest: ContentDigest(of: bytes))
  }

  fileprivate var json: JSONValue {
    .object(["originalFileName": .string(name), "data": .string(base64)])
  }
}
