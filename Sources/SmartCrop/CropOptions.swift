/// What an analysis should do beyond its standard rules.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// What the analysis has learned; without a model it goes by its cues alone.
  public var model: ImportanceModel?

  /// What finds the subjects of a picture; every detector is asked, and what all of them find counts.
  public var detectors: [any SubjectDetector]

  /// What is called as each stage of an analysis ends, on the thread that analyses; for measuring.
  public var stageEnded: (@Sendable (AnalysisStage) -> Void)?

  /// Makes options.
  public init(
    keepsCueMaps: Bool = false, model: ImportanceModel? = .standard,
    detectors: [any SubjectDetector] = [],
    stageEnded: (@Sendable (AnalysisStage) -> Void)? = nil
  ) {
    self.keepsCueMaps = keepsCueMaps
    self.model = model
    self.detectors = detectors
    self.stageEnded = stageEnded
  }
}
