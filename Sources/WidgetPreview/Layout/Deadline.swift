/// Until when a widget may be laid out and drawn.
public struct Deadline: Sendable {
  private let seconds: Int
  private let end: ContinuousClock.Instant

  /// Counts from now on.
  public init(seconds: Int) {
    self.seconds = seconds
    end = .now + .seconds(seconds)
  }

  /// Whether there is no time left.
  var hasPassed: Bool { end <= .now }

  /// Ends what takes too long.
  ///
  /// - Throws: ``LayoutTooLong`` when there is no time left.
  public func check() throws(LayoutTooLong) { if hasPassed { throw error } }

  var error: LayoutTooLong {
    LayoutTooLong(
      description: "The widget takes more than \(seconds) s to lay out and draw; "
        + "show less in it, or allow more with --timeout.")
  }
}
