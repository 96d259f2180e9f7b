import Foundation
import PhotoPipeline
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite("Watching folders")
struct WatchRunTests {
  private let directory: TemporaryDirectory
  private let photos: FilePath
  private let store: FilePath
  private var watch: WatchRun

  init() throws {
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

  @Test func `a store that cannot be written is told before a photo arrives`() throws {
    try watch.requireStore()
    #expect(!FileManager.default.fileExists(atPath: store.string))
    let settings = URL(filePath: store.string).appending(path: ".photoprep")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data(#"{"version": 99}"#.utf8).write(to: settings.appending(path: "store.json"))
    #expect(throws: PhotoprepError.self) { try watch.requireStore() }
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

  @Test mutating func `what is gone at two looks goes to the trash where that is asked for`()
    throws
  {
    func records() throws -> Int { try StoreView(store).recordIDs().count }
    var request = PrepRequest(inputs: [photos], store: store, jobs: 1)
    request.pruned = [photos]
    // A time at which no file is new: what a file was that changed a moment ago is not remembered.
    let environment = RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date() + 10 }, workingFolder: photos,
      name: UUID().uuidString)
    watch = WatchRun(request, interruption: Interruption(), in: environment)
    let photo = try Data(contentsOf: Fixture.url("orientation/1.jpg"))
    try write(photo, as: "a.jpg")
    try write(Data(contentsOf: Fixture.url("orientation/2.jpg")), as: "b.jpg")
    #expect(try look() == [])
    #expect(try look() == ["prepared a.jpg", "prepared b.jpg"])
    let gone = URL(filePath: photos.appending("a.jpg").string)
    // Away for a moment, as a file is that is put in another's place.
    try FileManager.default.removeItem(at: gone)
    #expect(try look() == [])
    try write(photo, as: "a.jpg")
    #expect(try look() == [] && records() == 2)
    _ = try look()
    try FileManager.default.removeItem(at: gone)
    #expect(try look() == [] && records() == 2)
    #expect(try watch.look { _ in }?.pruned == 1)
    #expect(try records() == 1)
    #expect(try look() == [] && records() == 1)
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
