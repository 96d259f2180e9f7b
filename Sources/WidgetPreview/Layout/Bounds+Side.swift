extension Style {
  /// The proposal of the frame to its content.
  func proposalInside(_ proposal: Proposal) -> Proposal {
    Proposal(width.proposed(proposal.width), height.proposed(proposal.height))
  }
}

extension Bounds {
  /// The side offered inside: the fixed one, else the offered or ideal one within the bounds.
  func proposed(_ offered: Double?) -> Double? {
    if let fixed { return fixed }
    return (offered ?? ideal).map { within($0) }
  }

  /// The side of the frame around a child: the fixed one; else the child's, which a least side draws
  /// down to what is offered and a greatest side up to it.
  func side(of child: Double, proposed: Double?) -> Double {
    if let fixed { return fixed }
    guard let offered = proposed ?? ideal else { return within(child) }
    var side = child
    if let min { side = Swift.max(min, Swift.min(side, offered)) }
    if let max { side = Swift.min(max, Swift.max(side, offered)) }
    return side
  }

  private func within(_ side: Double) -> Double {
    Swift.max(Swift.min(side, max ?? .infinity), min ?? 0)
  }
}
