/// What an analysis should do beyond its standard rules.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// What finds the subjects of a picture; every detector is asked, and what all of them find counts.
  public var detectors: [any SubjectDetector]

  /// Makes options.
  public init(keepsCueMaps: Bool = false, detectors: [any SubjectDetector] = []) {
    self.keepsCueMaps = keepsCueMaps
    self.detectors = detectors
  }
}
