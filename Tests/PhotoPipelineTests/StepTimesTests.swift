import Foundation
import PhotoStore
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Step times")
struct StepTimesTests {
  @Test func `every step of the pipeline is counted once a photo`() throws {
    let times = StepTimes()
    let rendering = PhotoRendering(reading: ReadingSettings(), times: times)
    let recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm)
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("orientation/6.jpg")))
    for _ in 0..<2 { _ = try rendering.pictures(of: bytes, by: [recipe]) }
    let lines = times.table.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ", maxSplits: 3).map(String.init)
    }
    #expect(lines.allSatisfy { $0.count == 4 && $0[2] == "2" })
    #expect(
      lines.map { $0[3].trimmingCharacters(in: .whitespaces) } == [
        "scan and header", "decode", "resize master", "analyse", "assess", "resize small",
        "encode small", "resize medium", "encode medium", "resize large", "encode large",
        "encode master",
      ])
  }

  @Test func `a step that fails is counted too`() {
    let times = StepTimes()
    #expect(throws: CancellationError.self) {
      try times.measure("failing") { throw CancellationError() }
    }
    #expect(times.table.hasSuffix("1  failing"))
  }

  @Test func `a photo's time is that of its steps together`() {
    let (photo, run) = (StepTimes(), StepTimes())
    photo.add(StepTimes.Step(name: "decode", processor: 0.5, wall: 0.75, count: 1))
    photo.add(StepTimes.Step(name: "analyse", processor: 0.25, wall: 0.25, count: 1))
    #expect(photo.processor == 0.75)
    run.add(photo)
    run.add(photo)
    #expect(run.processor == 1.5)
    #expect(run.all.map(\.count) == [2, 2] && run.all.map(\.wall) == [1.5, 0.5])
  }
}
