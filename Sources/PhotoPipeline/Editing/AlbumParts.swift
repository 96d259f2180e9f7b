internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// An album as designs for packages: one, or as many as needed, each showing a part of the album.
///
/// If the whole is too large for a package, entries have no masters, which widgets never show and which are as large
/// as ten renders (decision 0805).
struct AlbumParts {
  private(set) var designs: [NewDesign] = []
  /// How many photos each design shows.
  private(set) var counts: [Int] = []

  /// Divides an album; every part is as large as a package allows.
  ///
  /// `records` has those of its entries, by their names, at least one; further designs have a number behind the title.
  ///
  /// - Throws: The codes of file calls; `missing-image`.
  init(
    of album: Album, named name: String, _ records: [String: PhotoRecord], title: String,
    in exchange: PackageExchange
  ) throws {
    func design(_ number: Int, _ entries: ArraySlice<AlbumEntry>) throws -> NewDesign? {
      let first = entries.lazy.compactMap { records[$0.id] }.first
      guard let first = first ?? records.values.min(by: { $0.id < $1.id }) else { return nil }
      let (partName, partTitle) =
        number == 1 ? (name, title) : (name.partName(number), "\(title) \(number)")
      return try PhotoDesign.showing(album.part(entries), named: partName, first, title: partTitle)
    }
    func fits(_ design: NewDesign?) throws -> Bool { try design.map(exchange.fits) ?? true }
    var album = album
    if try !fits(design(1, album.entries[...])) {
      for index in album.entries.indices { album.entries[index].sourceFileName = nil }
    }
    let parts = try album.parts(
      { (design: try design($0, $1), count: $1.count) }, fits: { try fits($0.design) })
    designs = parts.compactMap(\.design)
    counts = parts.map(\.count)
  }

  /// Packs the parts, each into a file of its own; `file` is the first.
  ///
  /// `split` is called before anything is written, with the number of photos of each file, if one package is not
  /// enough.
  ///
  /// - Throws: As packing designs does; errors of `split` and `report`.
  func export(
    by exchange: PackageExchange, to file: FilePath, replacing: Bool,
    onSplit split: ([Int]) throws -> Void, onPackage report: (ExportedPackage) throws -> Void
  ) throws {
    if counts.count > 1 { try split(counts) }
    try exchange.export(designs, to: file, replacing: replacing, onPackage: report)
  }
}
