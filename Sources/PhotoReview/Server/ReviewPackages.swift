internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// Photos that a person picked on the page, for an album, a package or the trash (decision 0712).
struct PickedForm: Decodable {
  let name: String?
  /// Whether removed photos should be restored.
  let back: Bool?
  /// The photos by the names of their records; other names could mean any file, and are refused.
  private let photos: [String]

  /// The photos' records, at least one, in the order in which they were picked.
  func ids() throws -> [RecordID] {
    let ids = photos.compactMap(RecordID.init(_:))
    guard ids.count == photos.count, !ids.isEmpty else {
      throw HTTPRefusal(badRequest: "Give the names of one or more records.")
    }
    return ids
  }

  /// Makes the album in a store, as `album make` does.
  ///
  /// - Throws: An ``HTTPRefusal``; a `PhotoprepError`, `album-exists` and `name-invalid` among them.
  func makeAlbum(in store: FilePath) throws -> AlbumChange {
    guard let name, !name.isEmpty else { throw HTTPRefusal(badRequest: "An album needs a name.") }
    do {
      return try AlbumKeeping.make(
        AlbumSettings(name: name),
        of: AlbumPhotos(paths: try ids().map { FilePath($0.description) }), in: store)
    } catch let refusal as AlbumRefusal {
      throw refusal.rejections.first ?? refusal as any Error
    }
  }
}

/// The packages made last from picked photos, for the browser to fetch.
final class ReviewPackages: Sendable {
  /// The facts about a package for the page.
  struct Made: Encodable {
    let name: String
    let bytes, photos: Int
  }

  private let packages = Locked<[PackageOffer.Package]>([])

  /// Makes a design of each picked photo, in one package or as many as are needed.
  func make(_ form: PickedForm, in store: FilePath) throws -> [Made] {
    let ids = try form.ids()
    guard let name = FilePath.Component("\(form.name ?? "picked").wwdesign") else {
      throw HTTPRefusal(badRequest: "A package's name has no '/'.")
    }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let request = PackageRequest(
      PrepRequest(inputs: ids.map { FilePath($0.description) }, store: store),
      file: folder.path.appending(name))
    var made: [Made] = []
    var packages: [PackageOffer.Package] = []
    var run = PackageRun(request)
    _ = try run.run { event in
      if case .rejected(let rejection) = event { throw rejection }
    } onPackage: { package in
      let bytes = try Data(contentsOf: URL(filePath: package.file.string))
      let name = package.file.lastComponent?.string ?? ""
      made.append(Made(name: name, bytes: bytes.count, photos: package.designCount))
      packages.append(PackageOffer.Package(name: name, bytes: bytes))
    }
    self.packages.withLock { $0 = packages }
    return made
  }

  /// One of the packages made last, from 0; `nil` if there is none.
  subscript(index: Int) -> PackageOffer.Package? {
    packages.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }
}
