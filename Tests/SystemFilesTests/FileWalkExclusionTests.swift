import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite("Leaving a folder out of a walk")
struct FileWalkExclusionTests {
  private func fileSystem() throws -> MemoryFileSystem {
    let fileSystem = MemoryFileSystem()
    for name in ["/photos/a.jpg", "/photos/store/b.jpg", "/photos/z.jpg"] {
      let path = FilePath(name)
      try fileSystem.createDirectories(at: path.removingLastComponent())
      try fileSystem.createFile(at: path, bytes: [1])
    }
    return fileSystem
  }

  @Test func `the folder is not entered but counted`() throws {
    var walk = FileWalk(["/photos"], excluding: "/photos/store", in: try fileSystem())
    var names: [String] = []
    while case .file(let path, _)? = walk.next() { names.append(path.string) }
    #expect(names == ["/photos/a.jpg", "/photos/z.jpg"])
    #expect(walk.skipped.excluded == 1)
  }

  @Test func `a folder that does not exist changes nothing`() throws {
    let walk = FileWalk(["/photos"], excluding: "/nowhere", in: try fileSystem())
    #expect(walk.reduce(0) { count, _ in count + 1 } == 3)
  }
}
