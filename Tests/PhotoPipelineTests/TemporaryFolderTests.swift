import Foundation
import PhotoGeometry
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Temporary folders")
struct TemporaryFolderTests {
  private let place: TemporaryDirectory
  private let now = Date(timeIntervalSince1970: 2_000_000_000)
  private var path: FilePath { FilePath(place.url.path) }

  init() throws { place = try TemporaryDirectory() }

  private func names() throws -> Set<String> {
    Set(try DiskFileSystem().list(path).map(\.string))
  }

  /// Makes a folder with a file, and a lock that was last changed so many seconds ago; `nil` for none.
  private func put(_ name: String, lockedBefore age: Double?) throws {
    let folder = try place.folder("\(name)/Photos")
    try Data([1]).write(to: folder.appending(path: "a.json"))
    guard let age else { return }
    let lock = folder.deletingLastPathComponent().appending(path: "~lock")
    try Data().write(to: lock)
    try FileManager.default.setAttributes(
      [.modificationDate: now.addingTimeInterval(-age)], ofItemAtPath: lock.path)
  }

  private func name() -> String { "photoprep-\(UUID().uuidString)" }

  @Test func `one is its user's alone, and goes with everything in it`() throws {
    let folder = try TemporaryFolder(in: path, now: now)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path.string)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try Data([1]).write(to: URL(filePath: folder.path.appending("a.wwdesign").string))
    folder.remove()
    #expect(try names() == [])
  }

  @Test func `making one removes those of killed processes, and nothing else`() throws {
    let (old, link) = (name(), name())
    let others = [name(), name(), "photoprep-holidays", "photoprep-\(UUID().uuidString)-2"]
    try put(old, lockedBefore: 86_401)
    try put(others[0], lockedBefore: 86_399)
    try put(others[1], lockedBefore: nil)
    try put(others[2], lockedBefore: 1e6)
    try put(others[3], lockedBefore: 1e6)
    try put("elsewhere", lockedBefore: 1e6)
    try FileManager.default.createSymbolicLink(
      at: place.url.appending(path: link),
      withDestinationURL: place.url.appending(path: "elsewhere"))
    let folder = try TemporaryFolder(in: path, now: now)
    let own = try #require(folder.path.lastComponent).string
    #expect(try names() == Set(others + ["elsewhere", link, own]))
    #expect(try DiskFileSystem().list(path.appending("elsewhere")).count == 2)
    folder.remove()
  }

  @Test func `one that a process holds stays, however old it is`() throws {
    let folder = try TemporaryFolder(in: path, now: now)
    let other = try TemporaryFolder(in: path, now: .now.addingTimeInterval(1e6))
    #expect(try names().count == 2)
    other.remove()
    folder.remove()
    #expect(try names() == [])
  }

  @Test func `where none can be made the error says so`() throws {
    try Data().write(to: place.url.appending(path: "file"))
    #expect(throws: PhotoprepError.self) {
      try TemporaryFolder(in: path.appending("file"), now: now)
    }
  }
}
