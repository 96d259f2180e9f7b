/// A format, and how its quality yields to a limit on a file's bytes.
public struct EncodingPolicy: Hashable, Sendable {
  /// The file's format.
  public let format: PictureFormat
  /// The quality tried first, 1…100 on the format's own scale.
  public let quality: Int
  /// The most bytes of the file, or `nil` for no limit.
  public let byteLimit: Int?
  /// How much the quality falls when the file is too large.
  public let step: Int
  /// The lowest quality tried.
  public let floor: Int

  /// Makes a policy; the defaults of 5 and 65 are WidgetWeaver's.
  public init(
    _ format: PictureFormat = .jpg, quality: Int, byteLimit: Int?, step: Int = 5, floor: Int = 65
  ) {
    precondition(
      (1...100).contains(quality) && (1...100).contains(floor) && step >= 1,
      "Quality \(quality) down to \(floor) in steps of \(step) cannot be searched.")
    self.format = format
    self.quality = quality
    self.byteLimit = byteLimit
    self.step = step
    self.floor = floor
  }

  /// The qualities in the order they are tried; always at least the first.
  ///
  /// The floor itself is tried last, even where whole steps would leap over it.
  package var qualities: [Int] {
    let steps = Array(stride(from: quality, through: floor, by: -step))
    guard let last = steps.last else { return [quality] }
    return last == floor ? steps : steps + [floor]
  }
}
