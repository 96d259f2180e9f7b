/// A view in its place.
public struct LaidOut: Sendable {
  /// The view.
  public let node: Node
  /// What its background covers: the content with padding and frame.
  public let frame: Frame
  /// What the content covers.
  public let content: Frame
  /// The lines of a text, else `nil`.
  public let lines: TextLines?
  /// The views inside, in the order in which they are drawn; of `viewThatFits` the chosen one.
  public let children: [LaidOut]
}

extension LaidOut {
  /// This view and all inside it, parents before children.
  public var all: [LaidOut] { [self] + children.flatMap(\.all) }
}
