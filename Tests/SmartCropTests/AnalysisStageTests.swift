import PhotoGeometry
import SmartCrop
import Synchronization
import Testing

private struct NoSubjects: SubjectDetector {
  func regions(in image: AnalysisImage) -> [FocusRegion] { [] }
}

private final class Noted: Sendable {
  let stages = Mutex<[AnalysisStage]>([])
}

@Suite struct `Analysis stages` {
  @Test(arguments: [true, false])
  func `end one by one in their order`(looksForSubjects: Bool) {
    let noted = Noted()
    let options = CropOptions(
      detectors: looksForSubjects ? [NoSubjects()] : [],
      stageEnded: { stage in noted.stages.withLock { $0.append(stage) } })
    _ = CropAnalyzer(options: options).analyze(.scene(seed: 1))
    let expected = AnalysisStage.allCases.filter { $0 != .detection || looksForSubjects }
    #expect(noted.stages.withLock { $0 } == expected)
  }
}
