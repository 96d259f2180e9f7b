/// What an analysis should do beyond its standard rules.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// Makes options.
  public init(keepsCueMaps: Bool = false) { self.keepsCueMaps = keepsCueMaps }
}
