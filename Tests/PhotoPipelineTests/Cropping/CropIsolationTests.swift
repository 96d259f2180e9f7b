import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop
import SystemPackage
import Testing
import Workers
import _TestSupport

@testable import PhotoPipeline

/// Runs of `crop` over five photos, with workers that are shell scripts.
@Suite("Crops in workers that do harm")
struct CropIsolationTests {
  let directory: TemporaryDirectory
  private let photos: [FilePath]
  private let aspects = [AspectRatio(width: 1, height: 1)]

  /// Five files that cannot be decoded, each as large as the others.
  init() throws {
    directory = try TemporaryDirectory()
    photos = try (1...5).map { [directory] number in
      let url = directory.url.appending(path: "\(number).jpg")
      try Data("photo-\(number)".utf8).write(to: url)
      return FilePath(url.path)
    }
  }

  /// Workers that answer every photo alike, but do something else with one of them.
  private func settings(
    _ command: String, of photo: Int = 3, seconds: Int = 60
  ) throws -> IsolationSettings {
    let request = CropsRequest(
      wish: CropWish(aspects: aspects), photo: Array("photo-1".utf8))
    let terms = CropScore.Term.allCases.filter(\.isRequired).map { ($0.rawValue, 0.1) }
    let score = Dictionary(uniqueKeysWithValues: terms + [("total", 0.4)])
    let crop = AspectCrop(
      rect: PixelRect(x: 1, y: 0, width: 2, height: 2), risk: 0.5, flags: [], score: score,
      centreScore: score)
    let crops = PhotoCrops(
      photo: PixelSize(width: 4, height: 2), crops: [crop], regions: [], material: nil)
    let answer = WorkerAnswer<CropsRequest>(result: .success(crops), steps: []).message
    let file = directory.url.appending(path: "answer")
    try Data(ScriptedWorker.bytes(answer)).write(to: file)
    return ScriptedWorker.settings(
      then: """
        case "$request" in
        *photo-\(photo)*) \(command);;
        *) cat '\(file.path)' >&3;;
        esac
        """, reading: ScriptedWorker.count(request.message), seconds: seconds)
  }

  /// The outcome of each photo: the crop in pixels, or the code of the rejection.
  private func outcomes(
    _ isolation: IsolationSettings, jobs: Int = 2
  ) throws -> (outcomes: [String], rejections: [Rejection]) {
    var request = CropRequest(inputs: photos, aspects: aspects, jobs: jobs)
    request.isolation = isolation
    var outcomes: [String] = []
    var rejections: [Rejection] = []
    let summary = try CropRun(request).run { event in
      switch event {
      case .crop(let report):
        #expect(report.path == photos[outcomes.count])
        outcomes.append(report.rect.description)
      case .rejected(let rejection):
        #expect(rejection.path == photos[outcomes.count])
        outcomes.append(rejection.code)
        rejections.append(rejection)
      }
    }
    #expect(summary.rejected == rejections.count)
    #expect(summary.cropped + summary.rejected == photos.count)
    return (outcomes, rejections)
  }

  private func expected(_ code: String) -> [String] {
    ["2×2+1+0", "2×2+1+0", code, "2×2+1+0", "2×2+1+0"]
  }

  @Test(arguments: [("SEGV", "signal 11 (SIGSEGV)"), ("KILL", "signal 9 (SIGKILL)")], [1, 2])
  func `a worker that a photo kills costs that photo alone, and its signal is named`(
    signal: (sent: String, named: String), jobs: Int
  ) throws {
    let (outcomes, rejections) = try outcomes(settings("kill -\(signal.sent) $$"), jobs: jobs)
    #expect(outcomes == expected("worker-crashed"))
    #expect(
      rejections.map(\.message) == ["The process that worked on it was ended by \(signal.named)."])
  }

  @Test func `a worker that hangs costs its photo alone, and the limit is named`() throws {
    let (outcomes, rejections) = try outcomes(settings("exec sleep 1000", seconds: 5))
    #expect(outcomes == expected("timed-out"))
    #expect(rejections.map(\.message) == ["Working on it took longer than the limit of 5 s."])
  }

  @Test func `a worker that is out of memory costs its photo alone`() throws {
    let (outcomes, _) = try outcomes(settings("echo 'std::bad_alloc' >&2; kill -ABRT $$"))
    #expect(outcomes == expected("out-of-memory"))
  }

  @Test func `an answer that is too long or none costs its photo alone`() throws {
    let long = #"printf 'PPW1\001\000\000\000\000\000\000\000\001\000\000\000' >&3; sleep 1000"#
    for command in [
      long,
      ScriptedWorker.answer(#"{"outcome":{"product":{"_0":{}}},"steps":[]}"#) + "; sleep 1000",
    ] {
      let (outcomes, rejections) = try outcomes(settings(command))
      #expect(outcomes == expected("worker-crashed"))
      #expect(
        rejections.map(\.message) == [
          "The process that worked on it gave an invalid answer."
        ])
    }
  }

  @Test func `a run whose workers cannot be started ends and says how to do without`() throws {
    let missing = IsolationSettings(executable: "/nonexistent/photoprep", arguments: ["photoprep"])
    let error = #expect(throws: IsolationError.self) { try outcomes(missing) }
    #expect(error?.remedy == "Use --in-process to do without worker processes.")
  }
}
