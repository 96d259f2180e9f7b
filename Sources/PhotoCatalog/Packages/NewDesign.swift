public import PhotoStore

/// A design that goes into a package and is in no file of the store.
public struct NewDesign: Sendable {
  private let document: StoreDocument
  private let title: String
  private let album: (name: String, album: Album)?

  /// Makes a design.
  ///
  /// - Parameters:
  ///   - document: The design.
  ///   - title: What people know it by; its file is called like that where a package is brought in.
  ///   - album: The album that its image names, and the album's file name.
  public init(
    _ document: StoreDocument, title: String, album: (name: String, album: Album)? = nil
  ) {
    (self.document, self.title, self.album) = (document, title, album)
  }

  /// The design as a package has it; a title that no file may have, or that is taken, gives no name.
  func unit(_ taken: inout Set<String>) throws -> ExportUnit {
    let name = title + ".json"
    let isFree = PackagedName.isValid(name) && taken.insert(name.lowercased()).inserted
    var unit = ExportUnit(designs: [
      ExchangePackage.PackagedDesign(document: document, fileName: isFree ? name : nil)
    ])
    if let (name, album) = album {
      let document = try StoreDocument(.album, bytes: album.bytes, path: name)
      unit.albums = [ExchangePackage.PackagedAlbum(document: document, fileName: name)]
    }
    return unit
  }
}
