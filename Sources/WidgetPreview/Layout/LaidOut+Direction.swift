extension LaidOut {
  /// The view and everything inside it, mirrored in its own frame if its direction differs from that around it.
  func directed(in direction: LayoutDirection) -> LaidOut {
    let own = node.style.direction ?? direction
    var copy = own == direction ? self : mirrored(around: 2 * frame.x + frame.size.width)
    copy.children = copy.children.map { $0.directed(in: own) }
    copy.underlay = copy.underlay.map { $0.directed(in: own) }
    copy.overlay = copy.overlay.map { $0.directed(in: own) }
    // Its parent mirrors its position.
    return copy
  }

  /// The view and everything inside it, mirrored; `sum` is that of the left and the right edge, in points.
  private func mirrored(around sum: Double) -> LaidOut {
    var copy = self
    copy.frame.x = sum - frame.x - frame.size.width
    copy.content.x = sum - content.x - content.size.width
    copy.node.mirror()
    var inside = sum
    // The coordinates of the views in an inner widget are relative to it; a measured one keeps its column at the
    // right.
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
  /// Mirrors the view's own drawing; pictures, symbols and gauges are not changed.
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
