extension Cascade {
  /// Reads a cascade from the bytes of its XML file.
  ///
  /// Returns `nil` when the bytes are not a complete cascade of upright Haar features: every index and
  /// rectangle is checked, so that a cascade that was read can be evaluated anywhere.
  public init?(_ bytes: some Sequence<UInt8>) {
    guard let root = XMLElement.root(of: Array(bytes)), root.name == "opencv_storage",
      let cascade = root.children.first, cascade["stageType"]?.word == "BOOST",
      let width = cascade["width"]?.integer, let height = cascade["height"]?.integer,
      (4...256).contains(width), (4...256).contains(height),
      cascade["featureType"]?.word == "HAAR", let list = cascade["features"]?.children,
      let stages = cascade["stages"]?.children, !stages.isEmpty
    else { return nil }
    let features = list.compactMap { HaarFeature($0, width: width, height: height) }
    let complete = stages.compactMap { Stage($0, featureCount: list.count) }
    guard features.count == list.count, complete.count == stages.count else { return nil }
    self.init(windowWidth: width, windowHeight: height, stages: complete, features: features)
  }
}

/// Returns four numbers as a rectangle inside a window, or `nil`.
private func rectangle(
  _ numbers: ArraySlice<Double>, width: Int, height: Int
) -> (x: Int, y: Int, width: Int, height: Int)? {
  let sides = numbers.compactMap { Int(exactly: $0) }
  guard sides.count == 4, sides[0] >= 0, sides[1] >= 0, sides[2] >= 1, sides[3] >= 1,
    sides[2] <= width, sides[3] <= height, sides[0] + sides[2] <= width,
    sides[1] + sides[3] <= height
  else { return nil }
  return (sides[0], sides[1], sides[2], sides[3])
}

extension Cascade.HaarFeature {
  fileprivate init?(_ element: XMLElement, width: Int, height: Int) {
    guard let list = element["rects"]?.children, (2...3).contains(list.count),
      element["tilted"]?.integer ?? 0 == 0
    else { return nil }
    let rects = list.compactMap { item -> Cascade.WeightedRect? in
      guard let numbers = item.numbers, numbers.count == 5,
        let rect = rectangle(numbers[..<4], width: width, height: height)
      else { return nil }
      return Cascade.WeightedRect(
        x: rect.x, y: rect.y, width: rect.width, height: rect.height, weight: Float(numbers[4]))
    }
    guard rects.count == list.count else { return nil }
    self.init(rects: rects)
  }
}

extension Cascade.Stage {
  /// What OpenCV subtracts from a stage's threshold when reading it (`cascadedetect.cpp`, THRESHOLD_EPS).
  private static let thresholdSlack: Float = 1e-5

  fileprivate init?(_ element: XMLElement, featureCount: Int) {
    guard let threshold = element["stageThreshold"]?.numbers?.first,
      let list = element["weakClassifiers"]?.children, !list.isEmpty
    else { return nil }
    let trees = list.compactMap { Cascade.Tree($0, featureCount: featureCount) }
    guard trees.count == list.count else { return nil }
    self.init(trees: trees, threshold: Float(threshold) - Self.thresholdSlack)
  }
}

extension Cascade.Tree {
  fileprivate init?(_ element: XMLElement, featureCount: Int) {
    guard let numbers = element["internalNodes"]?.numbers,
      let leaves = element["leafValues"]?.numbers
    else { return nil }
    // left, right, feature and threshold
    let length = 4
    let count = numbers.count / length
    guard numbers.count == count * length, (1...2).contains(count) else { return nil }
    let nodes = (0..<count).compactMap { index in
      Cascade.Node(
        numbers[(index * length)..<((index + 1) * length)], at: index, of: count,
        leafCount: leaves.count, featureCount: featureCount)
    }
    guard nodes.count == count else { return nil }
    self.init(nodes: nodes, leaves: leaves.map { Float($0) })
  }
}

extension Cascade.Node {
  /// Children come after their parent, so that every walk through a tree ends.
  fileprivate init?(
    _ numbers: ArraySlice<Double>, at index: Int, of nodeCount: Int, leafCount: Int,
    featureCount: Int
  ) {
    let start = numbers.startIndex
    let children = ((index + 1)..<max(index + 1, nodeCount))
    func isTarget(_ target: Int) -> Bool {
      target > 0 ? children.contains(target) : (0..<leafCount).contains(-target)
    }
    guard let left = Int(exactly: numbers[start]), let right = Int(exactly: numbers[start + 1]),
      let feature = Int(exactly: numbers[start + 2]), (0..<featureCount).contains(feature),
      left > -1000, right > -1000, isTarget(left), isTarget(right)
    else { return nil }
    self.init(
      feature: feature, threshold: Float(numbers[start + 3]), left: left, right: right)
  }
}
