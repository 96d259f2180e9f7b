import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Watching folders")
struct WatchRunTests {
  private let directory: TemporaryDirectory
  private let photos: FilePath
  private var watch: WatchRun

  init() throws {
    let store: FilePath
    (directory, photos, store) = try FolderOfPhotos.made()
    watch = WatchRun(
      PrepRequest(inputs: [photos], store: store, jobs: 1), interruption: Interruption())
  }

  private func write(_ bytes: Data, as name: String) throws {
    try bytes.write(to: URL(filePath: photos.appending(name).string))
  }

  /// What a look did, in words.
  private mutating func look() throws -> [String] {
    var words: [String] = []
    let summary = try watch.look { event in
      switch event {
      case .prepared(let file): words.append("prepared " + (file.path.lastComponent?.string ?? ""))
      case .rejected(let rejection): words.append(rejection.code)
      default: break
      }
    }
    #expect(summary != nil || !words.contains { $0.hasPrefix("prepared") })
    return words
  }

  @Test mutating func `a photo is prepared once its file stands still, and again when it changes`()
    throws
  {
    let photo = try Data(contentsOf: Fixture.url("orientation/1.jpg"))
    #expect(try look() == [])
    try write(photo.prefix(1000), as: "a.jpg")
    #expect(try look() == [])
    try write(photo, as: "a.jpg")
    #expect(try look() == [])
    #expect(try look() == ["prepared a.jpg"])
    #expect(try look() == [])
    try write(Data(contentsOf: Fixture.url("scenes/walker.jpg")), as: "a.jpg")
    #expect(try look() == [])
    #expect(try look() == ["prepared a.jpg"])
  }

  @Test mutating func `a file that stays half is rejected once, and prepared when it is whole`()
    throws
  {
    let photo = try Data(contentsOf: Fixture.url("orientation/1.jpg"))
    try write(photo.prefix(1000), as: "a.jpg")
    #expect(try look() == [])
    #expect(try look() == ["truncated"])
    #expect(try look() == [])
    try write(photo, as: "a.jpg")
    #expect(try look() == [])
    #expect(try look() == ["prepared a.jpg"])
  }

  @Test mutating func `a folder that goes is said once, and watched again when it is back`() throws
  {
    try FileManager.default.removeItem(atPath: photos.string)
    #expect(try look().count == 1)
    #expect(try look() == [])
    try DiskFileSystem().createDirectory(at: photos)
    try write(Data(contentsOf: Fixture.url("orientation/1.jpg")), as: "a.jpg")
    #expect(try look() == [])
    #expect(try look() == ["prepared a.jpg"])
  }
}
