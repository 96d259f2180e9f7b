extension LaidOut {
  /// The view and all inside it, mirrored where lines begin at the right.
  ///
  /// - Parameter direction: Where lines begin around it.
  /// - Returns: The view; one whose direction is the other way is mirrored in its own frame.
  func directed(in direction: LayoutDirection) -> LaidOut {
    let own = node.style.direction ?? direction
    var copy = own == direction ? self : mirrored(around: 2 * frame.x + frame.size.width)
    copy.children = copy.children.map { $0.directed(in: own) }
    copy.underlay = copy.underlay.map { $0.directed(in: own) }
    copy.overlay = copy.overlay.map { $0.directed(in: own) }
    // Where it lies inside its parent is the parent's to mirror.
    return copy
  }

  /// The view mirrored.
  ///
  /// - Parameter sum: The left and the right edge together that stay in their places, in points.
  /// - Returns: The view with all inside it.
  private func mirrored(around sum: Double) -> LaidOut {
    var copy = self
    copy.frame.x = sum - frame.x - frame.size.width
    copy.content.x = sum - content.x - content.size.width
    copy.node.mirror()
    var inside = sum
    // The views of a widget inside count from its own edge; one that is measured keeps its column at the right.
    if case .widget(_, _, let isMeasured) = node.content {
      guard !isMeasured else { return copy }
      inside = children.first?.frame.size.width ?? 0
    }
    copy.children = children.map { $0.mirrored(around: inside) }
    copy.underlay = underlay.map { $0.mirrored(around: sum) }
    copy.overlay = overlay.map { $0.mirrored(around: sum) }
    return copy
  }
}

extension Node {
  /// Mirrors what the view itself draws; pictures, symbols and gauges stay as they are.
  fileprivate mutating func mirror() {
    style.background?.mirror()
    style.offset.width.negate()
    switch content {
    case .text(var run):
      run.alignment = run.alignment.mirrored
      content = .text(run)
    case .shape(var shape):
      shape.fill?.mirror()
      content = .shape(shape)
    default: break
    }
  }
}

extension Fill {
  fileprivate mutating func mirror() {
    guard case .gradient(var gradient) = self else { return }
    gradient.isMirrored.toggle()
    self = .gradient(gradient)
  }
}
