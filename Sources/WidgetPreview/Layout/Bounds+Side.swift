extension Style {
  /// What the content is offered where the view is offered something.
  func proposalOfContent(_ proposal: Proposal) -> Proposal {
    let frame = Proposal(width.proposed(proposal.width), height.proposed(proposal.height))
    let inner = frame.inset(by: padding)
    return (aspectRatio?.shaped(inner) ?? inner).ideal(along: fixedAxes)
  }
}

extension Bounds {
  /// The side offered inside: the fixed one, else the offered or ideal one within the bounds.
  func proposed(_ offered: Double?) -> Double? {
    if let fixed { return fixed }
    return (offered ?? ideal).map { within($0) }
  }

  /// The side of the frame around a child.
  ///
  /// It is the fixed one; else the child's, which a least side draws down to what is offered and a greatest side up to it.
  /// Where nothing is offered it is the ideal one.
  func side(of child: Double, proposed: Double?) -> Double {
    if let fixed { return fixed }
    guard let offered = proposed else { return within(ideal ?? child) }
    var side = child
    if let min { side = Swift.max(min, Swift.min(side, offered)) }
    if let max { side = Swift.min(max, Swift.max(side, offered)) }
    return side
  }

  private func within(_ side: Double) -> Double {
    Swift.max(Swift.min(side, max ?? .infinity), min ?? 0)
  }
}
