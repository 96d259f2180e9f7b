extension Style {
  /// The proposal for the content, from the proposal for the view.
  func proposalOfContent(_ proposal: Proposal) -> Proposal {
    let frame = Proposal(width.proposed(proposal.width), height.proposed(proposal.height))
    let inner = frame.inset(by: padding)
    return (aspectRatio?.shaped(inner) ?? inner).ideal(along: fixedAxes)
  }
}

extension Bounds {
  /// The side proposed inside: the fixed one, else the proposed or ideal one within the bounds.
  func proposed(_ offered: Double?) -> Double? {
    if let fixed { return fixed }
    return (offered ?? ideal).map { within($0) }
  }

  /// The side of the frame around a child.
  ///
  /// It is the fixed one if there is one. Else it is the child's, which a minimum limits down to the proposed side and
  /// a maximum extends up to it. Without a proposal it is the ideal one.
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
