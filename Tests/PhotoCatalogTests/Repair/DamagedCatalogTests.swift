import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `A catalog that is damaged behind its first page` {
  /// Which part of the file holds other bytes.
  enum Part: CaseIterable, Sendable {
    /// Everything but the first page: the roots of all tables.
    case roots
    /// The last page, which holds some of the rows.
    case leaf
  }

  private static let pageSize = 4096
  private let photos = (0..<24).map(SamplePhoto.init)

  private func harness(damaged part: Part) throws -> StoreHarness {
    let harness = try StoreHarness(.disk)
    try harness.create()
    // Long names, so that the rows take several pages.
    let name = SourceName(String(repeating: "n", count: 700))
    try harness.run("one") { store in
      try store.commit(photos.map { try store.stage($0, foundAs: [name]) })
    }
    var bytes = try harness.bytes(catalog(of: harness))
    #expect(bytes.count > 8 * Self.pageSize)
    let start = part == .roots ? Self.pageSize : bytes.count - Self.pageSize
    bytes.replaceSubrange(start..., with: repeatElement(0xAA, count: bytes.count - start))
    try harness.replace(catalog(of: harness), bytes)
    return harness
  }

  private func catalog(of harness: StoreHarness) -> FilePath {
    harness.container.appending(".photoprep/catalog.sqlite")
  }

  private func isAside(_ harness: StoreHarness, by run: String) throws -> Bool {
    let aside = harness.container.appending(".photoprep/catalog.damaged-\(run).sqlite")
    return try harness.base.status(of: aside, followingLinks: false) != nil
  }

  @Test(arguments: Part.allCases)
  func `is noted by a check, which goes on without it`(_ part: Part) throws {
    let harness = try harness(damaged: part)
    let before = try harness.bytes(catalog(of: harness))
    var found: [Finding.Code] = []
    let summary = try harness.run("check", for: .read) { store in
      for photo in photos { #expect(try store.isPrepared(photo)) }
      return try StoreCheck(of: store, readData: true).run { found.append($0.code) }
    }
    #expect(found == [.catalogUnusable] && summary.photos == photos.count)
    #expect(try harness.bytes(catalog(of: harness)) == before)
  }

  @Test(arguments: Part.allCases)
  func `is made again by a rebuild`(_ part: Part) throws {
    let harness = try harness(damaged: part)
    let report = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    #expect(report.rows == photos.count && report.added == photos.count)
    #expect(try isAside(harness, by: "rebuild"))
    #expect(try harness.check() == [])
  }

  @Test(arguments: Part.allCases)
  func `is made again by a cleanup`(_ part: Part) throws {
    let harness = try harness(damaged: part)
    try harness.writeDesign("a.json", showing: [photos[0].name(0)])
    #expect(try harness.clean(CleanupOptions(gracePeriod: 1e8)).trashed.files == 0)
    #expect(try isAside(harness, by: "clean"))
    #expect(try harness.check() == [])
  }

  @Test func `in its roots is made again by the next run`() throws {
    let harness = try harness(damaged: .roots)
    try harness.run("next") { #expect($0.recovery.rowsWritten == photos.count) }
    #expect(try harness.check() == [])
  }

  @Test func `in a page a run comes across is named by it, with what makes it again`() throws {
    let harness = try harness(damaged: .leaf)
    let store = try harness.open("next")
    let error = #expect(throws: PhotoprepError.self) {
      for photo in photos { _ = try store.isPrepared(photo) }
    }
    try store.close()
    #expect(error?.code == .catalogDamaged && error?.path == catalog(of: harness).string)
    #expect(error?.message.hasPrefix("The catalog is damaged: ") == true)
    #expect(error?.remedy?.contains("'photoprep store rebuild'") == true)
  }
}
