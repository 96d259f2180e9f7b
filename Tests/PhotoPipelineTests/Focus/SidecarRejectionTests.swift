import FocusReading
import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Sidecars of photos in a run")
struct SidecarRejectionTests {
  let directory: TemporaryDirectory
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = FilePath(directory.url.path)
  }

  private func write(_ name: String, _ text: String) throws {
    try DiskFileSystem().createFile(at: folder.appending(name), bytes: Array(text.utf8))
  }

  /// The rejection of a photo because of what is beside it.
  private func rejection(of photo: FilePath) throws -> Rejection {
    try #require(throws: Rejection.self) {
      try Rejection.about(photo) { try FocusSidecar.areas(beside: photo, in: DiskFileSystem()) }
    }
  }

  @Test func `a broken sidecar rejects its photo and says why`() throws {
    try write("a.jpg.focus.json", "{}")
    let photo = folder.appending("a.jpg")
    let rejection = try rejection(of: photo)
    #expect(rejection.path == photo && rejection.code == "broken-focus")
    #expect(
      rejection.description == """
        \(photo): Its sidecar 'a.jpg.focus.json' has no list named 'focus'. Correct the sidecar, or \
        remove it to let the crops be chosen without it.
        """)
  }

  @Test func `a sidecar that cannot be read rejects its photo and says why`() throws {
    try write("a.jpg.focus.json", String(repeating: " ", count: FocusSidecar.byteLimit + 1))
    let rejection = try rejection(of: folder.appending("a.jpg"))
    #expect(rejection.code == "broken-focus" && rejection.remedy?.hasPrefix("Remove") == true)
    #expect(rejection.message.hasPrefix("Its sidecar 'a.jpg.focus.json' cannot be read: "))
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg.focus.json", 0), ("a.jpg", "a.focus.json", 0), ("a.JPG", "a.focus.json", 0),
    ("a.Heic", "a.focus.json", 0), ("a.jpg", "b.jpg.focus.json", 1), ("a.jpg", "b.focus.json", 1),
    ("a.JPG", "a.jpg.focus.json", 1), ("caf\u{E9}.jpg", "cafe\u{301}.jpg.focus.json", 1),
  ])
  func `sidecars without their photos are counted`(
    photo: String, sidecar: String, count: Int
  ) throws {
    try write(photo, "x")
    try write(sidecar, "{}")
    // Where letters of both cases, or both forms of an accent, are one name, the sidecar counts.
    let asked = folder.appending(String(sidecar.dropLast(".focus.json".count)))
    let isThere = try DiskFileSystem().status(of: asked, followingLinks: false) != nil
    let found = InputFiles([folder], excluding: nil, in: DiskFileSystem())
    #expect(found.reduce(0) { count, _ in count + 1 } == 1)
    #expect(found.skipped.strays == (isThere ? 0 : count))
    if found.skipped.strays == 1 {
      #expect(found.skipped.total == 1)
      #expect(found.skipped.description == "1 focus file without a photo")
    }
  }

  @Test func `sidecars are no photos, and those that were named count as something else`() throws {
    try write("a.jpg", "x")
    try write("a.jpg.focus.json", "{}")
    try write("other.json", "{}")
    let sidecar = folder.appending("a.jpg.focus.json")
    for (roots, others) in [([folder], 1), ([folder, sidecar], 2)] {
      let found = InputFiles(roots, excluding: nil, in: DiskFileSystem())
      #expect(found.count(upTo: 9) == 1)
      #expect(found.reduce(0) { count, _ in count + 1 } == 1)
      #expect(found.skipped.other == others)
    }
  }
}
