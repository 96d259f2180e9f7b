import PhotoCatalog
import PhotoGeometry
import SystemFiles
import SystemPackage
import Testing

@Suite struct `A cleanup on a full disk` {
  private func harness(_ place: StoreHarness.Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    return harness
  }

  @Test func `needs no more than renames`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let full = FullDisk(harness.base)
    #expect(try harness.clean(in: full).trashed.files == 5)
    harness.clock.advance(by: 7 * 86_400)
    #expect(try harness.clean(in: full).purged.files == 0)
    harness.clock.advance(by: 86_400)
    #expect(try harness.clean(in: full).purged.files == 5)
  }

  @Test func `is followed by a purge that forgets the rows it had to keep`() throws {
    let harness = try harness(.disk)
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let catalog = harness.container.appending(".photoprep/catalog.sqlite")
    let rows = try harness.base.readFile(at: catalog, limit: 1 << 24, followingLinks: false).bytes
    #expect(try harness.clean().trashed.files == 5)
    try harness.replace(catalog, rows)
    #expect(try harness.check().contains { $0.code == .staleRow })
    let purged = try harness.run("purge", for: .alone) { store in
      try Cleanup(of: store).purgeTrash(onProblem: { _ in }) { _ in }
    }
    #expect(purged.purged.files == 5)
    #expect(try harness.check() == [])
  }

  @Test func `is followed by a purge whose first files make room for the catalog`() throws {
    let harness = try harness(.disk)
    try harness.addOld(1, 2, 3)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    func change(_ catalog: String) throws {
      let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
      try harness.runProgram("python3", "-c", script, "store/.photoprep/catalog.sqlite", catalog)
    }
    func fill() throws {
      try change(
        "CREATE TRIGGER full BEFORE DELETE ON photo BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    let kept = try harness.run("clean", for: .alone) { store in
      let plan = try Cleanup(of: store).plan { _ in }
      try fill()
      let summary = try Cleanup(of: store).carryOut(plan) { _ in }
      try change("DROP TRIGGER full")
      return summary
    }
    #expect(kept.trashed.files == 10 && kept.catalogTrouble != nil)
    let purged = try harness.run("purge", for: .alone) { store in
      try fill()
      var isFull = true
      return try Cleanup(of: store).purgeTrash(onProblem: { _ in }) { _ in
        if isFull { try change("DROP TRIGGER full") }
        isFull = false
      }
    }
    #expect(purged.purged.files == 10 && purged.catalogTrouble != nil)
    #expect(try harness.check() == [])
  }
}

@Suite struct `An export to a full disk` {
  @Test(arguments: [true, false]) func `names the file that was asked for`(replacing: Bool) throws {
    let harness = try StoreHarness.full()
    let store = try harness.open("export", FullDisk(harness.base), for: .read)
    let file = harness.container.removingLastComponent().appending("out.wwdesign")
    let error = #expect(throws: PhotoprepError.self) {
      try PackageExchange(of: store).export(
        ExportSelection(isEverything: true), to: file, replacing: replacing
      ) { _ in }
    }
    try store.close()
    #expect(error?.code == .noSpace && error?.path == file.string)
  }
}

/// A file system on which nothing can be made.
private struct FullDisk: PassingFileSystem {
  let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    throw PhotoprepError(.noSpace, path: path.string, message: "The device is full.")
  }

  func createDirectory(at path: FilePath) throws(PhotoprepError) {
    guard try base.status(of: path, followingLinks: true)?.kind == .directory else {
      throw PhotoprepError(.noSpace, path: path.string, message: "The device is full.")
    }
  }
}
