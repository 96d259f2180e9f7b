public import PhotoStore

/// A design to pack that is not in a file of the store.
public struct NewDesign: Sendable {
  private let document: StoreDocument
  private let title: String
  private let album: (name: String, album: Album)?

  /// Makes a design.
  ///
  /// - Parameters:
  ///   - document: The design.
  ///   - title: The name that people see; importing a package names the design's file after it.
  ///   - album: The album that its image names, with the album's file name.
  public init(
    _ document: StoreDocument, title: String, album: (name: String, album: Album)? = nil
  ) {
    (self.document, self.title, self.album) = (document, title, album)
  }

  /// The design as a package holds it; a title that cannot be a file's name, or is taken, gives no name.
  func unit(_ taken: inout Set<String>) throws -> ExportUnit {
    let name = title + ".json"
    let isFree = FileNameRule.isUsable(name) && taken.insert(name.lowercased()).inserted
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
