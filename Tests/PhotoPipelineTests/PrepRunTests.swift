import Foundation
import PhotoCatalog
import PhotoPipeline
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@Suite("Preparing photos")
struct PrepRunTests {
  let directory: TemporaryDirectory
  let photos: FilePath
  let store: FilePath

  init() throws {
    (directory, photos, store) = try FolderOfPhotos.made()
  }

  private func add(_ fixture: String, as name: String? = nil) throws {
    let source = Fixture.url(fixture)
    let target = photos.appending(name ?? source.lastPathComponent)
    try FileManager.default.copyItem(atPath: source.path, toPath: target.string)
  }

  private func prepare(
    jobs: Int = 2, isForced: Bool = false, into other: FilePath? = nil,
    on fileSystem: any FileSystem = DiskFileSystem(), interruption: Interruption = Interruption(),
    at time: Double = 1_767_225_600
  ) throws -> (events: [PrepEvent], summary: PrepSummary) {
    let environment = RunEnvironment(
      fileSystem: fileSystem, clock: { Date(timeIntervalSince1970: time) },
      workingFolder: photos, name: UUID().uuidString)
    let request = PrepRequest(
      inputs: [photos], store: other ?? store, jobs: jobs, isForced: isForced)
    var events: [PrepEvent] = []
    let summary = try PrepRun(request, interruption: interruption, in: environment).run {
      events.append($0)
    }
    return (events, summary)
  }

  @Test func `a photo comes out as master, three renders and a record`() throws {
    try add("scenes/boats.jpg")
    let summary = try prepare().summary
    #expect(summary.prepared == 1)
    let container = try PhotoContainer(url: URL(filePath: store.string))
    let id = try #require(try container.recordIDs().first)
    let record = try container.record(id)
    #expect(record.preparation.sources.map(\.description) == [photos.appending("boats.jpg").string])
    #expect(record.preparation.uprightSize.description == "1600×1200")
    for file in record.preparation.files {
      let url = try #require(container.imageURL(file.name.description))
      #expect(try Data(contentsOf: url).count == file.byteCount)
    }
  }

  @Test func `a wrong file in a record's place affects that photo alone`() throws {
    let names = ["1", "2", "3", "4", "5"]
    for name in names { try add("orientation/\(name).jpg") }
    #expect(try prepare().summary.prepared == 5)
    let folder = store.appending("Photos")
    let disk = DiskFileSystem()
    let records = try disk.list(folder).map { folder.appending($0) }
    let text = String(
      decoding: try disk.readFile(at: records[0], limit: 1 << 20, followingLinks: false).bytes,
      as: UTF8.self)
    for (place, bytes) in [
      (records[0], text.replacing("\"version\": 2", with: "\"version\": 9")),
      (records[1], "{"),
    ] {
      try disk.removeFile(at: place)
      try disk.createFile(at: place, bytes: Array(bytes.utf8))
    }
    for place in records[2...3] { try disk.removeFile(at: place) }
    try disk.createDirectory(at: records[2])
    #expect(symlink("/etc/passwd", records[3].string) == 0)
    let (events, summary) = try prepare(isForced: true)
    let codes = events.compactMap { if case .rejected(let one) = $0 { one.code } else { nil } }
    #expect(codes.sorted() == ["document-too-new", "is-a-directory"])
    #expect(summary.prepared == 3 && summary.rejected == 2)
    #expect(try disk.status(of: records[3], followingLinks: false)?.kind == .regular)
  }

  @Test func `a second run prepares nothing and changes no byte`() throws {
    try add("orientation/1.jpg")
    try add("orientation/6.jpg")
    #expect(try prepare().summary.prepared == 2)
    let before = try TreeDigest(of: directory.url.appending(path: "store"), ignoring: ".photoprep")
    let (events, summary) = try prepare()
    #expect(summary.unchanged == 2 && summary.prepared == 0)
    #expect(
      events.allSatisfy { if case .unchanged(let file) = $0 { file.time == nil } else { true } })
    let after = try TreeDigest(of: directory.url.appending(path: "store"), ignoring: ".photoprep")
    #expect(before == after)
  }

  @Test func `a photo that is prepared again is young for a cleanup`() throws {
    try add("orientation/1.jpg")
    _ = try prepare()
    // A day from now the files are old to a cleanup, and a renewal in two days is not.
    let options = CleanupOptions(gracePeriod: -86_400, allowsUnreferenced: true)
    func plan() throws -> [CleanupEvent.Kind] {
      try StoreUse.planCleanup(store, options).map(\.kind)
    }
    #expect(try plan() == Array(repeating: .orphan, count: 6))
    let summary = try prepare(at: Date().timeIntervalSince1970 + 2 * 86_400).summary
    #expect(summary.unchanged == 1)
    #expect(try plan() == Array(repeating: .kept, count: 6))
  }

  @Test(arguments: [2, 7]) func `one job and several give the same bytes`(jobs: Int) throws {
    for index in 1...3 { try add("orientation/\(index).jpg") }
    for name in ["hevc.heic", "nclx-hlg.avif", "lossy.webp", "display-p3.png", "cmyk-profile.jpg"] {
      try add("formats/\(name)")
    }
    let other = FilePath(directory.url.appending(path: "other").path)
    _ = try prepare(jobs: 1)
    _ = try prepare(jobs: jobs, into: other)
    let one = try TreeDigest(of: directory.url.appending(path: "store"), ignoring: ".photoprep")
    let two = try TreeDigest(of: directory.url.appending(path: "other"), ignoring: ".photoprep")
    #expect(one == two)
    #expect(one.count == 8 * 6)
  }

  @Test(arguments: [1, 2])
  func `the same photo under two names is stored once and both names are recorded`(
    jobs: Int
  ) throws {
    try add("orientation/1.jpg", as: "a.jpg")
    try add("orientation/1.jpg", as: "b.jpg")
    let summary = try prepare(jobs: jobs).summary
    #expect(summary.prepared == 1 && summary.unchanged == 1)
    try add("orientation/1.jpg", as: "c.jpg")
    #expect(try prepare(jobs: jobs).summary.unchanged == 3)
    let container = try PhotoContainer(url: URL(filePath: store.string))
    let ids = try container.recordIDs()
    #expect(ids.count == 1)
    let names = try container.record(try #require(ids.first)).preparation.sources
    #expect(
      names.map(\.description) == ["a", "b", "c"].map { photos.appending("\($0).jpg").string })
  }

  @Test func `a damaged photo under two names is rejected under both`() throws {
    try add("damaged/truncated.jpg", as: "a.jpg")
    try add("damaged/truncated.jpg", as: "b.jpg")
    try add("orientation/1.jpg", as: "c.jpg")
    let (events, summary) = try prepare()
    #expect(summary.rejected == 2 && summary.prepared == 1)
    let rejected = events.compactMap(\.rejection)
    #expect(rejected.map { $0.path.lastComponent?.string } == ["a.jpg", "b.jpg"])
    #expect(rejected.allSatisfy { $0.code == "truncated" })
  }

  @Test
  func `every damaged fixture is rejected with a code and beside it good photos are prepared`()
    throws
  {
    let damaged = try FileManager.default.contentsOfDirectory(
      atPath: Fixture.url("damaged").path)
    for name in damaged { try add("damaged/\(name)") }
    try add("orientation/1.jpg", as: "good.jpg")
    let (events, summary) = try prepare()
    // One of them is a PNG named .jpg, which is fine.
    #expect(summary.prepared == 2 && summary.rejected == damaged.count - 1)
    for rejection in events.compactMap(\.rejection) {
      #expect(!rejection.code.isEmpty && rejection.message.hasSuffix("."))
      #expect(rejection.remedy != nil, "\(rejection)")
    }
  }

  @Test func `events come in the order of the inputs whatever the jobs`() throws {
    for index in 1...8 { try add("orientation/\(index).jpg") }
    try add("damaged/text.jpg", as: "4b.jpg")
    let names = try prepare().events.compactMap { $0.path?.lastComponent?.string }
    #expect(names == names.sorted())
    #expect(names.count == 9)
  }

  @Test func `force prepares again and keeps the names`() throws {
    try add("orientation/1.jpg", as: "a.jpg")
    _ = try prepare()
    let names = ["a.jpg", "b.jpg"].map(photos.appending)
    try DiskFileSystem().rename(names[0], to: names[1])
    #expect(try prepare(isForced: true).summary.prepared == 1)
    let container = try PhotoContainer(url: URL(filePath: store.string))
    let ids = try container.recordIDs()
    #expect(ids.count == 1)
    let record = try container.record(try #require(ids.first))
    #expect(record.preparation.sources.map(\.description) == names.map(\.string))
  }

  @Test func `a deleted render is made again`() throws {
    try add("orientation/1.jpg")
    _ = try prepare()
    let images = directory.url.appending(path: "store/WidgetWeaverImages")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: images.path)
        .first { $0.hasPrefix("smart-small") })
    try FileManager.default.removeItem(at: images.appending(path: name))
    #expect(try prepare().summary.prepared == 1)
    #expect(FileManager.default.fileExists(atPath: images.appending(path: name).path))
  }

  @Test func `an interrupted run begins nothing new and a later one goes on`() throws {
    for index in 1...4 { try add("orientation/\(index).jpg") }
    let interruption = Interruption()
    interruption.request()
    let summary = try prepare(interruption: interruption).summary
    #expect(summary.wasInterrupted && summary.total == 0)
    #expect(try prepare().summary.prepared == 4)
  }

  /// With `/dev` another file system is in its place, as the folder below a disk that was unmounted.
  @Test(arguments: [nil, "/dev"])
  func `a folder that goes away meanwhile ends the run, and what was prepared stays`(
    place: String?
  ) throws {
    try add("orientation/1.jpg")
    let run = PrepRun(PrepRequest(inputs: [photos], store: store, jobs: 1))
    let error = #expect(throws: PhotoprepError.self) {
      try run.run { event in
        guard case .prepared = event else { return }
        try FileManager.default.removeItem(atPath: photos.string)
        guard let place else { return }
        try FileManager.default.createSymbolicLink(
          atPath: photos.string, withDestinationPath: place)
      }
    }
    #expect(error?.code == .notFound && error?.path == photos.string)
    #expect(
      error?.message
        == "The folder vanished while its photos were read; its disk may have been unmounted.")
    #expect(try PhotoContainer(url: URL(filePath: store.string)).recordIDs().count == 1)
  }

  @Test func `a dry run without a store says how long it took`() throws {
    try add("orientation/1.jpg")
    var request = PrepRequest(inputs: [photos], store: store)
    request.isDryRun = true
    let summary = try PrepRun(request).run { _ in }
    #expect(summary.due == 1 && summary.seconds > 0)
  }

  @Test func `the store is not walked when it lies among the photos`() throws {
    try add("orientation/1.jpg")
    let inside = photos.appending("store")
    _ = try prepare(into: inside)
    #expect(try prepare(into: inside).summary.total == 1)
  }

  @Test func `the store's own pictures are never taken for photos`() throws {
    try add("orientation/1.jpg")
    _ = try prepare()
    let request = PrepRequest(inputs: [store.appending("WidgetWeaverImages")], store: store)
    var rejections: [Rejection] = []
    let summary = try PrepRun(request).run { event in
      if let rejection = event.rejection { rejections.append(rejection) }
    }
    #expect(summary.total == 1 && summary.rejected == 1)
    #expect(
      rejections.first?.description == """
        \(store)/WidgetWeaverImages: This is inside the store \(store), which holds pictures made from \
        photos. Name the photos they were made from, or move photos out of the store's folder.
        """)
  }

  @Test func `a full disk ends the run with the store whole`() throws {
    try add("orientation/1.jpg")
    let counting = FaultyFileSystem(DiskFileSystem(), failing: .max, .crash)
    _ = try prepare(jobs: 1, on: counting)
    let other = FilePath(directory.url.appending(path: "other").path)
    for call in stride(from: 1, through: counting.callCount, by: 9) {
      let full = FaultyFileSystem(DiskFileSystem(), failing: call, .crash, errno: .noSpace)
      _ = try? prepare(jobs: 1, into: other, on: full)
      _ = try prepare(jobs: 1, into: other)
      let findings = try StoreUse.check(other) { finding in
        Issue.record("after call \(call): \(finding)")
      }
      #expect(findings.photos == 1 && findings.damages == 0)
      try FileManager.default.removeItem(atPath: other.string)
    }
  }
}

extension PrepEvent {
  fileprivate var rejection: Rejection? {
    if case .rejected(let rejection) = self { rejection } else { nil }
  }

  fileprivate var path: FilePath? {
    switch self {
    case .planned: nil
    case .prepared(let file), .unchanged(let file), .due(let file), .removed(let file),
      .gone(let file):
      file.path
    case .rejected(let rejection): rejection.path
    }
  }
}
