/// A window that passed a cascade, or the mean of several, in pixels of the picture.
struct CascadeHit: Hashable, Sendable {
  var x, y, side: Double
  /// How many windows it stands for, in a picture and in its mirror image.
  var count = 1

  /// How many windows agree, as a mean over the picture and its mirror image.
  var windows: Double { Double(count) / 2 }
}

extension CascadeHit {
  /// Whether two windows show the same thing: no side is further away than a fifth of their size.
  ///
  /// Source: OpenCV's `SimilarRects` with ε = 0.2 (`objdetect/cascadedetect.hpp`).
  fileprivate func isSimilar(to other: CascadeHit) -> Bool {
    let slack = 0.2 * min(side, other.side)
    return abs(x - other.x) <= slack && abs(y - other.y) <= slack
      && abs(x + side - other.x - other.side) <= slack
      && abs(y + side - other.y - other.side) <= slack
  }

  /// Whether the centre of another window lies inside this one.
  fileprivate func covers(_ other: CascadeHit) -> Bool {
    let (centreX, centreY) = (other.x + other.side / 2, other.y + other.side / 2)
    return (x...(x + side)).contains(centreX) && (y...(y + side)).contains(centreY)
  }
}

extension [CascadeHit] {
  /// Returns one hit for each group of windows that are similar, directly or through others.
  ///
  /// A group's hit is the mean of its windows and counts them. Of groups that cover each other's centre only
  /// the one with the most windows stays.
  func grouped() -> [CascadeHit] {
    let groups = joined().sorted {
      ($0.count, $0.side, $0.y, $0.x) > ($1.count, $1.side, $1.y, $1.x)
    }
    return groups.reduce(into: []) { kept, group in
      if !kept.contains(where: { $0.covers(group) || group.covers($0) }) { kept.append(group) }
    }
  }

  private func joined() -> [CascadeHit] {
    var groups = Array<Int>(indices)
    func leader(_ index: Int) -> Int {
      var leader = index
      while groups[leader] != leader { leader = groups[leader] }
      return leader
    }
    for i in indices {
      for j in 0..<i where self[i].isSimilar(to: self[j]) {
        let (a, b) = (leader(i), leader(j))
        groups[Swift.max(a, b)] = Swift.min(a, b)
      }
    }
    return Dictionary(grouping: indices, by: leader).values.map { mean(of: $0) }
  }

  private func mean(of members: [Int]) -> CascadeHit {
    let count = Double(members.count)
    return CascadeHit(
      x: members.reduce(0) { $0 + self[$1].x } / count,
      y: members.reduce(0) { $0 + self[$1].y } / count,
      side: members.reduce(0) { $0 + self[$1].side } / count, count: members.count)
  }
}
