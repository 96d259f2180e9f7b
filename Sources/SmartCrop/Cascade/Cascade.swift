/// A boosted cascade of Haar-like features, as OpenCV stores them.
///
/// A window passes when it passes every stage; a stage is passed when the leaf values of its trees add up to
/// its threshold. Paper: Viola, Jones, "Rapid object detection using a boosted cascade of simple
/// features", CVPR 2001.
///
/// Reads the format that `opencv_traincascade` writes (`opencv-cascade-classifier`), features upright. A
/// cascade comes in as bytes and is parsed once; where the file is found is the caller's business.
public struct Cascade: Sendable {
  /// A rectangle of the window with a weight.
  struct WeightedRect: Sendable {
    let x, y, width, height: Int
    let weight: Float
  }

  /// The sum of the weighted sums of two or three rectangles' pixels.
  struct HaarFeature: Sendable {
    let rects: [WeightedRect]
  }

  /// A decision: a feature below the threshold goes left.
  struct Node: Sendable {
    let feature: Int
    let threshold: Float
    /// Positive: a node of the tree; else the negative number of a leaf.
    let left: Int
    let right: Int
  }

  /// A tree of decisions with a value at each leaf.
  struct Tree: Sendable {
    let nodes: [Node]
    let leaves: [Float]
  }

  /// Trees whose values must add up to a threshold.
  struct Stage: Sendable {
    let trees: [Tree]
    let threshold: Float
  }

  /// The size of the window the cascade was trained on, in pixels.
  let windowWidth: Int
  let windowHeight: Int
  let stages: [Stage]
  let features: [HaarFeature]
}
