import Foundation
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import PhotoWriting
import SmartCrop
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite("Preparing with focus")
struct FocusedPrepTests {
  let directory: TemporaryDirectory
  let photos: FilePath
  let store: FilePath

  init() throws {
    (directory, photos, store) = try FolderOfPhotos.made()
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: photos.appending(name).string)
    try Data(bytes).write(to: url)
    // Older than the moment of the run, so that the next run trusts the file's times.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: url.path)
  }

  private func addPhoto(_ name: String = "a.jpg", xmp: String? = nil) throws {
    let segments = xmp.map { [JPEGSample.xmp($0)] } ?? []
    try write(name, try JPEGSample.bytes(of: "orientation/1.jpg", with: segments))
  }

  private func addSidecar(_ name: String = "a.jpg", x: Double) throws {
    try write(name + ".focus.json", Array(#"{"focus": [{"x": \#(x), "y": 0.5}]}"#.utf8))
  }

  /// Runs an hour from now, so that what the tests write just before is not racy.
  private func prepare(
    jobs: Int = 1, focus: [FocusArea] = []
  ) throws -> (events: [PrepEvent], summary: PrepSummary) {
    let environment = RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date(timeIntervalSinceNow: 3600) },
      workingFolder: photos, name: UUID().uuidString)
    var request = PrepRequest(inputs: [photos], store: store, jobs: jobs, focus: focus)
    request.keepsOlder = true
    var events: [PrepEvent] = []
    let summary = try PrepRun(request, interruption: Interruption(), in: environment).run {
      events.append($0)
    }
    return (events, summary)
  }

  private func record(_ id: RecordID) throws -> PhotoPreparation {
    try PhotoContainer(url: URL(filePath: store.string)).record(id).preparation
  }

  private func prepared(_ events: [PrepEvent]) -> [RecordID] {
    events.compactMap { event in
      switch event {
      case .prepared(let file), .unchanged(let file): file.id
      default: nil
      }
    }
  }

  @Test func `a sidecar that comes, changes and goes is noticed`() throws {
    try addPhoto()
    let plain = try prepare()
    #expect(plain.summary.prepared == 1)
    try addSidecar(x: 0.2)
    let first = try prepare()
    #expect(first.summary.prepared == 1)
    #expect(try prepare().summary.unchanged == 1)
    try addSidecar(x: 0.9)
    let second = try prepare()
    #expect(second.summary.prepared == 1)
    try DiskFileSystem().removeFile(at: photos.appending("a.jpg.focus.json"))
    let last = try prepare()
    #expect(last.summary.unchanged == 1)
    #expect(prepared(last.events) == prepared(plain.events))
    let ids = prepared(plain.events + first.events + second.events)
    #expect(Set(ids).count == 3 && Set(ids.map(\.photo)).count == 1)
    let crops = try ids.dropFirst().map { try record($0).crops.small.rect }
    #expect(crops[0].x == 0 && abs(crops[1].maxX - 1) < 1e-9)
    #expect(try record(ids[1]).recipe.focus == [#require(FocusArea(x: 0.2, y: 0.5))])
  }

  @Test(arguments: [1, 2])
  func `one photo under two names with other sidecars is prepared for each`(jobs: Int) throws {
    for (name, x) in [("a.jpg", 0.1), ("b.jpg", 0.9), ("c.jpg", 0.1)] {
      try addPhoto(name)
      try addSidecar(name, x: x)
    }
    let (events, summary) = try prepare(jobs: jobs)
    #expect(summary.prepared == 2 && summary.unchanged == 1)
    let ids = prepared(events)
    #expect(ids.count == 3 && ids[0] == ids[2] && ids[0] != ids[1])
  }

  @Test func `a broken sidecar rejects its own photo only`() throws {
    try addPhoto("a.jpg")
    try addPhoto("b.jpg")
    try write("a.jpg.focus.json", Array("{".utf8))
    let summary = try prepare().summary
    #expect(summary.rejected == 1 && summary.prepared == 1)
    // What the run was told counts before sidecars, which are then not even read.
    let focus = [try #require(FocusArea(x: 0.5, y: 0.5))]
    #expect(try prepare(focus: focus).summary.rejected == 0)
  }

  @Test func `the run's focus goes before the sidecar, and that before metadata`() throws {
    try addPhoto(xmp: XMPSample.mwg("Face", "0.9", "0.5", "0.1", "0.1"))
    let byFace = try record(try #require(prepared(try prepare().events).first))
    #expect(byFace.crops.small.rect.maxX > 0.95)
    #expect(origins(byFace) == ["metadata"])
    try addSidecar(x: 0.05)
    let bySidecar = try record(try #require(prepared(try prepare().events).first))
    #expect(bySidecar.crops.small.rect.x == 0)
    #expect(origins(bySidecar) == ["hand"])
    let focus = [try #require(FocusArea(x: 0.5, y: 0.5))]
    let byRun = try record(try #require(prepared(try prepare(focus: focus).events).first))
    #expect(abs(byRun.crops.small.rect.x + byRun.crops.small.rect.width / 2 - 0.5) < 0.01)
    #expect(origins(byRun) == ["hand"])
  }

  private func origins(_ preparation: PhotoPreparation) -> [String] {
    let regions = preparation.analysis.object?["regions"]?.array ?? []
    return regions.compactMap { $0.object?["origin"]?.string }
  }

  @Test(arguments: [nil, NormalizedRect(x: 0.25, y: 0.125, width: 0.5, height: 0.75)])
  func `a region is read from a record as it was written`(head: NormalizedRect?) {
    let region = FocusRegion(
      NormalizedRect(x: 0.25, y: 0.375, width: 0.5, height: 0.5), weight: 0.5, kind: .face,
      origin: .detector, head: head)
    #expect(FocusRegion(json: FocusRegion.JSONForm(region).value) == region)
  }

  @Test func `a record holds where the regions are and what they weigh`() throws {
    try addPhoto(xmp: XMPSample.mwg("Pet", "0.5", "0.5", "0.2", "0.4"))
    let found = try record(try #require(prepared(try prepare().events).first))
    let expected = JSONValue(
      compactText: #"""
        [{"kind":"animalFace","origin":"metadata","weight":1,
        "rect":{"height":0.4,"width":0.2,"x":0.4,"y":0.3}}]
        """#)
    #expect(found.analysis.object?["regions"] == expected)
    #expect(!String(decoding: found.analysis.compactText.utf8, as: UTF8.self).contains("Ann"))
  }
}
