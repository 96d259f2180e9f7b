/// Decides on eight windows beside each other whether they pass a cascade, on one layout of integral images.
///
/// Neighbouring windows see nearly the same, so they fail at nearly the same stage, and eight in a vector
/// cost about as much as one alone.
///
/// A feature's value is compared with its threshold times N·σ, where σ is the standard deviation of
/// the window without its outer pixels and N their number, so that contrast does not matter.
struct HaarJudge: Sendable {
  /// A feature with its rectangles as places in the tables.
  fileprivate struct Node: Sendable {
    let first, second, third: Corners
    let weights: (Float, Float, Float)
    let threshold: Float
  }

  /// A tree of one or two nodes: its value by the two decisions.
  ///
  /// Both nodes are always evaluated, which takes less time than eight windows parting ways.
  fileprivate struct Tree: Sendable {
    let root, child: Node
    let hasChild: Bool
    /// The value when the root goes left, and the child left or right.
    let left: (Float, Float)
    /// The value when the root goes right, and the child left or right.
    let right: (Float, Float)
  }

  private let trees: [Tree]
  private let stages: [(trees: Range<Int>, threshold: Float)]
  private let inner: Corners
  private let innerArea: Float

  /// Windows with a standard deviation of this many levels or less are not looked at, as in OpenCV.
  private static let leastDeviation: Float = 10

  init(_ cascade: Cascade, layout: IntegralLayer.Layout) {
    var trees: [Tree] = []
    stages = cascade.stages.map { stage in
      let start = trees.count
      trees += stage.trees.map { Tree($0, cascade.features, layout: layout) }
      return (start..<trees.count, stage.threshold)
    }
    self.trees = trees
    let (width, height) = (cascade.windowWidth - 2, cascade.windowHeight - 2)
    inner = Corners(x: 1, y: 1, width: width, height: height, in: layout)
    innerArea = Float(width * height)
  }

  /// Returns which of the windows pass that begin at an entry of the tables and the seven after it.
  func passing(at window: Int, _ tables: LayerTables) -> SIMDMask<SIMD8<Int32>> {
    let norms = norms(at: window, tables)
    var passing = norms .> innerArea * Self.leastDeviation
    trees.withUnsafeBufferPointer { trees in
      for stage in stages {
        guard any(passing) else { return }
        var sums = SIMD8<Float>.zero
        for tree in stage.trees { trees[tree].add(to: &sums, at: window, norms, tables.sums) }
        passing = passing .& (sums .>= stage.threshold)
      }
    }
    return passing
  }

  /// Returns N·σ = √(N Σp² − (Σp)²) of eight windows.
  private func norms(at window: Int, _ tables: LayerTables) -> SIMD8<Float> {
    let sums = SIMD8<Float>(inner.sums(tables.sums, at: window))
    let squares = SIMD8<Float>(inner.sums(tables.squares, at: window))
    let variances = innerArea * squares - sums * sums
    return variances.replacing(with: 0, where: variances .< 0).squareRoot()
  }
}

extension HaarJudge.Tree {
  fileprivate init(
    _ tree: Cascade.Tree, _ features: [Cascade.HaarFeature], layout: IntegralLayer.Layout
  ) {
    let nodes = tree.nodes.map { HaarJudge.Node($0, features[$0.feature], layout: layout) }
    let (first, last) = (tree.nodes[0], tree.nodes[tree.nodes.count - 1])
    func values(_ target: Int) -> (Float, Float) {
      target > 0
        ? (tree.leaves[-last.left], tree.leaves[-last.right])
        : (tree.leaves[-target], tree.leaves[-target])
    }
    root = nodes[0]
    child = nodes[nodes.count - 1]
    hasChild = nodes.count == 2
    left = values(first.left)
    right = values(first.right)
  }

  /// Adds the tree's values for eight windows.
  @inline(__always)
  fileprivate func add(
    to total: inout SIMD8<Float>, at window: Int, _ norms: SIMD8<Float>,
    _ sums: UnsafeRawBufferPointer
  ) {
    let goesLeft = root.goesLeft(at: window, norms, sums)
    var leftValues = SIMD8<Float>(repeating: left.1)
    var rightValues = SIMD8<Float>(repeating: right.1)
    if hasChild {
      let childGoesLeft = child.goesLeft(at: window, norms, sums)
      leftValues.replace(with: left.0, where: childGoesLeft)
      rightValues.replace(with: right.0, where: childGoesLeft)
    }
    total += rightValues.replacing(with: leftValues, where: goesLeft)
  }
}

extension HaarJudge.Node {
  fileprivate init(
    _ node: Cascade.Node, _ feature: Cascade.HaarFeature, layout: IntegralLayer.Layout
  ) {
    let corners = feature.rects.map {
      Corners(x: $0.x, y: $0.y, width: $0.width, height: $0.height, in: layout)
    }
    (first, second, third) = (corners[0], corners[1], corners[corners.count - 1])
    let thirdWeight = feature.rects.count == 3 ? feature.rects[2].weight : 0
    weights = (feature.rects[0].weight, feature.rects[1].weight, thirdWeight)
    threshold = node.threshold
  }

  @inline(__always)
  fileprivate func goesLeft(
    at window: Int, _ norms: SIMD8<Float>, _ sums: UnsafeRawBufferPointer
  ) -> SIMDMask<SIMD8<Int32>> {
    var value = weights.0 * SIMD8<Float>(first.sums(sums, at: window))
    value += weights.1 * SIMD8<Float>(second.sums(sums, at: window))
    if weights.2 != 0 { value += weights.2 * SIMD8<Float>(third.sums(sums, at: window)) }
    return value .< threshold * norms
  }
}
