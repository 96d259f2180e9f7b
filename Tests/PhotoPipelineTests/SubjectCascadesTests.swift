import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@testable import PhotoPipeline

@Suite("Cascades of subjects")
struct SubjectCascadesTests {
  private func fileSystem(_ files: [FilePath: String]) throws -> MemoryFileSystem {
    let fileSystem = MemoryFileSystem()
    for (path, text) in files {
      try fileSystem.createDirectories(at: path.removingLastComponent())
      try fileSystem.createFile(at: path, bytes: Array(text.utf8))
    }
    return fileSystem
  }

  @Test func `without cascades the network looks alone and a sentence says what to install`()
    throws
  {
    let found = try SubjectCascades.find(in: nil, on: MemoryFileSystem())
    #expect(found.identity == "heads")
    #expect(found.detectors(beside: .standard).count == 1)
    #expect(found.detectors(beside: nil).isEmpty)
    #expect(found.missing?.contains("opencv-data") == true)
  }

  @Test func `nothing looks for subjects when nothing should`() {
    #expect(SubjectCascades.none.detectors(beside: .standard).isEmpty)
    #expect(SubjectCascades.none.missing == nil)
  }

  @Test func `a named folder without a cascade is refused with the file's name`() throws {
    let error = #expect(throws: Rejection.self) {
      try SubjectCascades.find(in: "/mine", on: MemoryFileSystem())
    }
    #expect(error?.path == "/mine/haarcascades/haarcascade_frontalface_alt2.xml")
    #expect(error?.code == "not-found")
  }

  @Test(arguments: ["/mine/haarcascades", "/mine"])
  func `a file that is no cascade is refused, nested or flat`(folder: String) throws {
    let haar = FilePath(folder).appending("haarcascade_frontalface_alt2.xml")
    let error = try #require(
      #expect(throws: Rejection.self) {
        try SubjectCascades.find(in: "/mine", on: try fileSystem([haar: "<opencv/>"]))
      })
    #expect(error.path == haar && error.code == "cascade-unreadable")
  }
}
