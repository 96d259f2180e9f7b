import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import PhotoWriting
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

/// A store whose photos older rules have cropped, and the folder they were prepared from.
struct OlderStore {
  static let older = CropGeneration(algorithmVersion: 1, learnedAnalysis: "learned-00000000")
  static let smallFrames = WidgetFrames(
    small: PixelSize(width: 40, height: 40), medium: PixelSize(width: 80, height: 40),
    large: PixelSize(width: 80, height: 84))

  let directory: TemporaryDirectory
  let photos: FilePath
  let store: FilePath

  init() throws {
    (directory, photos, store) = try FolderOfPhotos.made()
  }

  func add(_ fixture: String, as name: String) throws {
    try FileManager.default.copyItem(
      atPath: Fixture.url(fixture).path, toPath: photos.appending(name).string)
  }

  /// Two small photos, prepared by older rules.
  static func withTwoPhotos(by analysis: AnalysisMethod = .learned) throws -> OlderStore {
    let store = try OlderStore()
    try store.add("orientation/1.jpg", as: "a.jpg")
    try store.add("orientation/6.jpg", as: "b.jpg")
    _ = try store.prepare(by: older) { $0.reading.analysis = analysis }
    return store
  }

  /// A date long after what tests write, so that the store trusts the times of files.
  private func environment(
    _ generation: CropGeneration, on fileSystem: any FileSystem = DiskFileSystem()
  ) -> RunEnvironment {
    RunEnvironment(
      fileSystem: fileSystem, clock: { Date(timeIntervalSince1970: 4e9) }, workingFolder: photos,
      name: UUID().uuidString, generation: generation)
  }

  func prepare(
    _ names: [String] = [], by generation: CropGeneration = .today, into other: FilePath? = nil,
    _ change: (inout PrepRequest) -> Void = { _ in }
  ) throws -> [RecordID] {
    let inputs = names.isEmpty ? [photos] : names.map { photos.appending($0) }
    var request = PrepRequest(inputs: inputs, store: other ?? store, jobs: 1)
    request.keepsOlder = true
    change(&request)
    var ids: [RecordID] = []
    _ = try PrepRun(request, interruption: Interruption(), in: environment(generation)).run {
      if case .prepared(let file) = $0 { ids.append(file.id) }
    }
    return ids
  }

  func upgrade(
    _ names: [String] = [], isDryRun: Bool = false, jobs: Int = 1,
    on fileSystem: any FileSystem = DiskFileSystem(), interruption: Interruption = Interruption(),
    _ report: (PrepEvent) -> Void = { _ in }
  ) throws -> (events: [PrepEvent], summary: PrepSummary) {
    let inputs = names.map { photos.appending($0) }
    var request = PrepRequest(inputs: inputs, store: store, jobs: jobs)
    request.isDryRun = isDryRun
    let run = UpgradeRun(
      request, interruption: interruption, in: environment(.today, on: fileSystem))
    var events: [PrepEvent] = []
    let summary = try run.run {
      events.append($0)
      report($0)
    }
    return (events, summary)
  }

  /// The records that a check says older rules have cropped; anything else it finds is an issue.
  func olderCrops() throws -> [String] {
    var names: [String] = []
    let summary = try StoreUse.check(store) { finding in
      if finding.code == .olderCrop {
        names.append(finding.path.lastComponent?.string ?? "")
      } else if finding.severity == .damage {
        Issue.record("\(finding)")
      }
    }
    #expect(summary.olderCrops == names.count)
    return names
  }

  func record(_ id: RecordID, in other: FilePath? = nil) throws -> PhotoRecord {
    try PhotoContainer(url: URL(filePath: (other ?? store).string)).record(id)
  }

  func image(_ file: StoredFile, in other: FilePath? = nil) throws -> Data {
    let container = try PhotoContainer(url: URL(filePath: (other ?? store).string))
    return try Data(contentsOf: #require(container.imageURL(file.name.description)))
  }

  func remove(_ path: FilePath) throws { try DiskFileSystem().removeFile(at: path) }

  func master(of id: RecordID) throws -> FilePath {
    store.appending("WidgetWeaverImages").appending(
      try record(id).preparation.master.name.description)
  }
}

extension PrepEvent {
  /// The photo that the event says was or would be prepared.
  var made: PreparedFile? {
    switch self {
    case .prepared(let file), .due(let file): file
    default: nil
    }
  }

  var refused: Rejection? {
    if case .rejected(let rejection) = self { rejection } else { nil }
  }
}
