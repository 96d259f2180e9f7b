/// One named map that went into the importance, for showing why a crop was chosen.
public struct CueMap: Sendable {
  /// The cue's name in kebab case, for example `barrier-distance`.
  public let name: String
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// `width × height` values from 0 to 1, row by row from the top left.
  public let values: [Float]

  init(name: String, _ plane: Plane) {
    self.name = name
    (width, height, values) = (plane.width, plane.height, plane.samples)
  }
}
