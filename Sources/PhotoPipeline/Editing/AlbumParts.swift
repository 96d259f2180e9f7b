internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// An album as designs for packages: one, or as many as packages can hold, each of which shows a part of it.
///
/// Where the whole is too much, entries go without their masters, which widgets never show and which weigh as much as
/// ten renders (decision 0805).
struct AlbumParts {
  private(set) var designs: [NewDesign] = []
  /// How many photos each of them shows.
  private(set) var counts: [Int] = []

  /// Divides an album; every part is as large as a package allows.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - name: Its file name.
  ///   - records: What its entries were made from, by their names; at least one.
  ///   - title: What the app lists the first design as; further ones have a number behind it.
  ///   - exchange: What packs them.
  /// - Throws: The codes of file calls; `missing-image`.
  init(
    of album: Album, named name: String, _ records: [String: PhotoRecord], title: String,
    in exchange: PackageExchange
  ) throws {
    func design(_ entries: ArraySlice<AlbumEntry>) throws -> NewDesign? {
      let first = entries.lazy.compactMap { records[$0.id] }.first
      guard let first = first ?? records.values.min(by: { $0.id < $1.id }) else { return nil }
      var part = album
      part.entries = Array(entries)
      part.currentIndex = 0
      let number = counts.count + 1
      let (partName, partTitle) =
        number == 1 ? (name, title) : (name.numbered(number), "\(title) \(number)")
      return try PhotoDesign.showing(part, named: partName, first, title: partTitle)
    }
    func fits(_ entries: ArraySlice<AlbumEntry>) throws -> Bool {
      try design(entries).map(exchange.fits) ?? true
    }
    var rest = album.entries[...]
    if try !fits(rest) {
      for index in rest.indices { rest[index].sourceFileName = nil }
    }
    repeat {
      var (fitting, most) = (min(1, rest.count), rest.count)
      while fitting < most {
        let middle = (fitting + most + 1) / 2
        if try fits(rest.prefix(middle)) { fitting = middle } else { most = middle - 1 }
      }
      if let part = try design(rest.prefix(fitting)) { designs.append(part) }
      counts.append(fitting)
      rest = rest.dropFirst(fitting)
    } while !rest.isEmpty
  }

  /// Packs the parts, each into a file of its own.
  ///
  /// - Parameters:
  ///   - exchange: What packs them.
  ///   - file: The first package.
  ///   - replacing: Whether files that are there are replaced.
  ///   - split: Takes how many photos each file gets, where one package is not enough; before anything is written.
  ///   - report: Called with each package once it is written.
  /// - Throws: As packing designs does; what `split` and `report` throw.
  func export(
    by exchange: PackageExchange, to file: FilePath, replacing: Bool,
    onSplit split: ([Int]) throws -> Void, onPackage report: (ExportedPackage) throws -> Void
  ) throws {
    if counts.count > 1 { try split(counts) }
    try exchange.export(designs, to: file, replacing: replacing, onPackage: report)
  }
}

extension String {
  /// A file name of JSON with a number behind its stem.
  fileprivate func numbered(_ number: Int) -> String {
    "\(documentStem)-\(number)".documentName
  }
}
