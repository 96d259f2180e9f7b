import PhotoStore

/// The published app's package: designs and the images they name, in one JSON document.
///
/// The app's own packages have no place for albums and their images, the designs' file names and the images' digests.
/// They are under the key ``extensionKey``, which the app ignores.
struct ExchangePackage {
  static let magic = "com.conornolan.widgetweaver.exchange"
  /// The newest version of the app's format that this software reads and writes.
  static let formatVersion = 1
  static let extensionKey = "photoprep"
  static let extensionVersion = 1

  struct PackagedDesign {
    /// How a document is stored among a package's designs.
    enum Form: String {
      /// As it is.
      case design
      /// Inside a widget.
      case image
      /// One after the other.
      case list
    }

    var document: StoreDocument
    var fileName: String?
  }

  struct PackagedAlbum {
    var document: StoreDocument
    var fileName: String
  }

  /// An image under the name by which the package's documents know it.
  struct PackagedImage {
    var name: String
    var base64: String
    /// The SHA-256 of the bytes, if the package has it.
    var digest: ContentDigest?
  }

  var designs: [PackagedDesign] = []
  var albums: [PackagedAlbum] = []
  var images: [PackagedImage] = []
  /// The images that only albums name.
  var albumImages: [PackagedImage] = []
}

extension StoreDocument {
  /// The design's own names for itself: `name` and `id` of a widget, or of each in a list.
  var titles: [String] {
    let widgets = json.array ?? [json]
    return widgets.flatMap { [$0.object?["name"]?.string, $0.object?["id"]?.string] }
      .compactMap(\.self)
  }

  /// The version of the document, or of a design in a list, when it is newer than this software knows.
  var newerVersion: Int? {
    let known = kind == .design ? ReferenceDocument.designVersion : ReferenceDocument.albumVersion
    let versions = (json.array ?? [json]).compactMap { $0.object?["version"]?.integer }
    return versions.max().flatMap { $0 > known ? $0 : nil }
  }

  /// Whether a single document is an album, by its keys.
  static func isAlbum(_ json: JSONValue) -> Bool {
    json.object?["entries"]?.array != nil && json.object?["sourceID"]?.string != nil
  }

  /// Whether the document is one image, which a package holds inside a widget.
  var isOneImage: Bool {
    kind == .design && json.object?["fileName"]?.string != nil && json.object?["image"] == nil
  }
}

/// Bounds that a package must keep before any of its images is decoded (decision 0322).
package struct PackageLimits: Hashable, Sendable {
  /// The most bytes of JSON, 64 MiB; at most 64 levels are nested.
  package var byteCount: Int
  /// The most images, 200.
  package var imageCount: Int
  /// The most bytes that all images have when decoded, at three bytes a pixel, 256 MiB.
  package var decodedByteCount: Int

  package init(byteCount: Int, imageCount: Int, decodedByteCount: Int) {
    (self.byteCount, self.imageCount) = (byteCount, imageCount)
    self.decodedByteCount = decodedByteCount
  }

  /// The limits of every package this software writes or reads.
  package static let standard = PackageLimits(
    byteCount: 64 << 20, imageCount: 200, decodedByteCount: 256 << 20)
}
