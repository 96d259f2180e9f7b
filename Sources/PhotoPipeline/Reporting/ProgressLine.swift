/// The text of the live progress line: done of total, photos per second, time left, rejected.
public struct ProgressLine: Sendable {
  /// How many photos the run will look at; `nil` while that is not known.
  public var total: Int?
  /// How many photos are done, whatever came of them.
  public var done = 0
  /// How many of them were rejected.
  public var rejected = 0

  /// Makes the line of a run that has done nothing yet.
  public init(total: Int?) { self.total = total }

  /// Returns the line's text after a number of seconds.
  public func text(afterSeconds seconds: Double) -> String {
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts = ["\(done)\(total.map { "/\($0)" } ?? "") photos"]
    if rate > 0 { parts.append("\(rate.rounded(toPlaces: 1))/s") }
    if rate > 0, let total, total > done {
      parts.append("\(Self.duration(Double(total - done) / rate)) left")
    }
    if rejected > 0 { parts.append("\(rejected) rejected") }
    return parts.joined(separator: " · ")
  }

  /// A duration as people read it: `8 s`, `2 min 5 s`, `1 h 3 min`.
  public static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}

extension Double {
  /// The value rounded to a number of decimal places, for showing; never -0.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * scale).rounded() / scale + 0
  }
}
