import FocusReading
import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Copies of one photo")
struct CopiesTests {
  let directory: TemporaryDirectory
  let photos: FilePath
  let store: FilePath

  init() throws {
    (directory, photos, store) = try FolderOfPhotos.made()
  }

  /// Adds copies of a fixture, whose names are in order.
  private func add(_ fixture: String, count: Int) throws {
    let bytes = try Data(contentsOf: Fixture.url(fixture))
    for index in 1...count {
      try bytes.write(to: directory.url.appending(path: "photos/\(1000 + index).jpg"))
    }
  }

  private var environment: RunEnvironment {
    RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date(timeIntervalSince1970: 1_767_225_600) },
      workingFolder: photos, name: UUID().uuidString)
  }

  private func prepare(jobs: Int) throws -> [PrepEvent] {
    let request = PrepRequest(inputs: [photos], store: store, jobs: jobs)
    var events: [PrepEvent] = []
    _ = try PrepRun(request, interruption: Interruption(), in: environment).run { event in
      if event.file != nil { events.append(event) }
    }
    return events
  }

  @Test func `every copy of a damaged photo is rejected under its own name`() throws {
    try add("damaged/truncated.png", count: 300)
    let events = try prepare(jobs: 4)
    #expect(events.map { $0.file?.stem } == (1...300).map { "\(1000 + $0)" })
    #expect(events.allSatisfy { $0.code == "truncated" })
  }

  @Test func `a copy shares the end of the photo it waited for, though that is claimed again`()
    throws
  {
    let place = environment.storeEnvironment
    try Store.create(at: store, in: place)
    let opened = try Store.open(at: store, for: .write, in: place)
    let job = PhotoJob(opened, environment)
    let id = RecordID(photo: PhotoID(ContentDigest(of: [1])), recipe: job.recipes.ids[0])
    #expect(job.claims.claim([id])[0] == nil)
    let claim = try #require(job.claims.claim([id])[0])
    let status = try #require(
      try DiskFileSystem().status(of: photos, followingLinks: false))
    let observation = SourceObservation(
      of: id.photo, at: environment.absolute("copy.jpg"), status, observedAt: environment.clock())
    var committer = Committer(job: job)
    var events: [PrepEvent] = []
    let sighting = PhotoSighting(of: id, as: SourceName("copy.jpg"), observation)
    try committer.take([.claimed("copy.jpg", sighting, claim)], at: 0) { events.append($0) }
    #expect(events.isEmpty)
    let rejection = Rejection(path: "first.jpg", code: "truncated", message: "M.", remedy: nil)
    job.claims.end(id, as: .rejected(rejection))
    #expect(job.claims.claim([id])[0] == nil)
    try committer.finish { events.append($0) }
    try opened.close()
    #expect(events.map { $0.file?.string } == ["copy.jpg"])
    #expect(events.map(\.code) == ["truncated"])
  }

  @Test func `a rejection of a copy names the copy, whose name need not be UTF-8`() {
    let rejection = Rejection(path: "first.jpg", code: "c", message: "M.", remedy: "R.")
    let copy = rejection.named(FilePath(bytes: [0x61, 0xFF]))
    #expect(copy.path.length == 2 && copy.description == #"a\xFF: M. R."#)
  }
}

extension PhotoJob {
  /// The work of a run with one job in this process.
  fileprivate init(_ store: Store, _ environment: RunEnvironment) {
    self.init(
      store: store, recipes: DeviceRecipes([Recipe(algorithmVersion: 1)]),
      request: PrepRequest(inputs: [], store: store.path), environment: environment,
      interruption: Interruption(), workers: nil, semaphore: JobSemaphore(count: 1))
  }
}

extension PrepEvent {
  fileprivate var file: FilePath.Component? {
    switch self {
    case .planned: nil
    case .prepared(let file), .unchanged(let file), .due(let file), .removed(let file),
      .gone(let file):
      file.path.lastComponent
    case .rejected(let rejection): rejection.path.lastComponent
    }
  }

  fileprivate var code: String? {
    if case .rejected(let rejection) = self { rejection.code } else { nil }
  }
}
