import PhotoGeometry
import SmartCrop
import Testing

private final class Noted: Sendable {
  let stages = Locked<[AnalysisStage]>([])
}

@Suite struct `Analysis stages` {
  @Test(arguments: [true, false])
  func `are reported in order as each ends, without detection when a person pointed at something`(
    isPointedAt: Bool
  ) {
    let noted = Noted()
    let options = CropOptions(stageEnded: { stage in noted.stages.withLock { $0.append(stage) } })
    _ = CropAnalyzer(options: options).analyze(
      .scene(seed: 1), focus: isPointedAt ? [FocusRegion(.full)] : [])
    let expected = AnalysisStage.allCases.filter { $0 != .detection || !isPointedAt }
    #expect(noted.stages.withLock { $0 } == expected)
  }
}
