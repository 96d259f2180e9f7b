/// What an analysis should do beyond its standard rules.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// What the analysis has learned; without a model it goes by its cues alone, and finds no heads.
  public var model: ImportanceModel?

  /// What is called as each stage of an analysis ends, on the thread that analyses; for measuring.
  public var stageEnded: (@Sendable (AnalysisStage) -> Void)?

  /// Makes options.
  public init(
    keepsCueMaps: Bool = false, model: ImportanceModel? = .standard,
    stageEnded: (@Sendable (AnalysisStage) -> Void)? = nil
  ) {
    self.keepsCueMaps = keepsCueMaps
    self.model = model
    self.stageEnded = stageEnded
  }
}
