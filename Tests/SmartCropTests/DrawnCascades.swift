/// Small cascades as OpenCV would write them, for windows of 8×8 pixels.
enum DrawnCascade {
  /// Two stages: bright right half, then a tree of two nodes on the top and on the middle.
  static let haar = document(
    stages: [
      stage(threshold: "0.5", trees: [("0 -1 0 0.05", "0.1 1.")]),
      stage(
        threshold: "0.9",
        trees: [("1 0 1 0.01 -1 -2 2 -0.02", "0.2 1. 0.4"), ("0 -1 1 -0.3", "0.1 0.3")]),
    ],
    features: [
      rects("0 0 8 8 -1.", "4 0 4 8 2."), rects("1 0 6 4 -1.", "1 0 6 2 2."),
      rects("1 1 6 6 -1.", "3 1 2 6 3.", "1 1 1 1 0."),
    ])

  static func document(stages: [String], features: [String]) -> String {
    """
    <?xml version="1.0"?>
    <!-- drawn for tests -->
    <opencv_storage>
    <cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
      <featureType>HAAR</featureType>
      <height>8</height>
      <width>8</width>
      <stageNum>\(stages.count)</stageNum>
      <stages>\(stages.joined(separator: "\n"))</stages>
      <features>\(features.joined(separator: "\n"))</features></cascade>
    </opencv_storage>
    """
  }

  static func stage(threshold: String, trees: [(nodes: String, leaves: String)]) -> String {
    let list = trees.map {
      "<_><internalNodes>\n  \($0.nodes)</internalNodes><leafValues>\($0.leaves)</leafValues></_>"
    }
    return """
      <_><maxWeakCount>\(trees.count)</maxWeakCount><stageThreshold>\(threshold)</stageThreshold>
      <weakClassifiers>\(list.joined())</weakClassifiers></_>
      """
  }

  static func rects(_ rects: String...) -> String {
    "<_><rects>\(rects.map { "<_>\n\($0)</_>" }.joined())</rects></_>"
  }
}
