/// Options of an analysis.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// The learned model; without one the analysis uses only its cues and finds no heads.
  public var model: ImportanceModel?

  /// Called as each stage of an analysis ends, on the analysing thread; for measuring.
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
