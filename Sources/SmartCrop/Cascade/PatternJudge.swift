/// Evaluates the local binary patterns of a cascade on one layout of integral images.
struct PatternJudge: WindowJudge {
  /// A pattern's nine blocks and the decision on it.
  fileprivate struct Stump: Sendable {
    let blocks: [Corners]
    /// The value of each of the 256 patterns.
    let values: [Float]
  }

  private let stages: [(stumps: [Stump], threshold: Float)]

  /// The bit of each block, row by row; the middle has none.
  ///
  /// Source: OpenCV, `cascadedetect.hpp`.
  fileprivate static let bits: [UInt32] = [128, 64, 32, 1, 0, 16, 2, 4, 8]

  init(_ cascade: Cascade, features: [Cascade.BinaryPatternFeature], layout: IntegralLayer.Layout) {
    stages = cascade.stages.map { stage in
      let stumps = stage.trees.map { Stump($0, features, layout: layout) }
      return (stumps, stage.threshold)
    }
  }

  func passing(at window: Int, _ tables: LayerTables) -> SIMDMask<SIMD8<Int32>> {
    var passing = SIMDMask<SIMD8<Int32>>(repeating: true)
    for stage in stages {
      var sums = SIMD8<Float>.zero
      for stump in stage.stumps { sums += stump.values(at: window, tables.sums) }
      passing = passing .& (sums .>= stage.threshold)
      guard any(passing) else { break }
    }
    return passing
  }
}

extension PatternJudge.Stump {
  fileprivate init(
    _ tree: Cascade.Tree, _ features: [Cascade.BinaryPatternFeature], layout: IntegralLayer.Layout
  ) {
    let node = tree.nodes[0]
    blocks = features[node.feature].blocks(in: layout)
    values = (0..<256).map { pattern in
      let isInside = node.patterns[pattern / 32] & (1 << UInt32(pattern % 32)) != 0
      return tree.leaves[isInside ? -node.left : -node.right]
    }
  }

  @inline(__always)
  fileprivate func values(at window: Int, _ sums: UnsafeRawBufferPointer) -> SIMD8<Float> {
    let middle = blocks[4].sums(sums, at: window)
    var pattern = SIMD8<UInt32>.zero
    for block in 0..<9 where block != 4 {
      let isBrighter = blocks[block].sums(sums, at: window) .>= middle
      let bit = SIMD8<UInt32>(repeating: PatternJudge.bits[block])
      pattern |= SIMD8<UInt32>.zero.replacing(with: bit, where: isBrighter)
    }
    var result = SIMD8<Float>.zero
    for lane in 0..<8 { result[lane] = values[Int(pattern[lane])] }
    return result
  }
}

extension Cascade.BinaryPatternFeature {
  fileprivate func blocks(in layout: IntegralLayer.Layout) -> [Corners] {
    (0..<9).map { block in
      Corners(
        x: x + block % 3 * width, y: y + block / 3 * height, width: width, height: height,
        in: layout)
    }
  }
}
