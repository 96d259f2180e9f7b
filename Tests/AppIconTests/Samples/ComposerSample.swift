import Foundation

/// Parts of Icon Composer documents made for tests.
enum ComposerSample {
  /// A square of the canvas's size in one colour, less a border as wide as a quarter.
  static func square(_ colour: String = "#ff0000", attributes: String = "") -> String {
    """
    <?xml version="1.0"?>
    <!-- not the <svg> yet -->
    <svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 1024 1024"\(attributes)>
    <rect x="256" y="256" width="512" height="512" fill="\(colour)"/></svg>
    """
  }

  /// A document with one layer in one group.
  static func document(
    layer: String = "", group: String = "", root: String = "", image: String = "a.svg"
  ) -> String {
    """
    {\(root) "groups": [{\(group) "layers": [{\(layer) "image-name": "\(image)", "name": "A"}]}]}
    """
  }

  /// A tree with a document and the pictures in it.
  static func tree(_ document: String, _ assets: [String: String] = ["a.svg": square()]) -> IconTree
  {
    var tree = IconTree()
    tree["AppIcon.icon/icon.json"] = document
    for (name, text) in assets { tree["AppIcon.icon/Assets/\(name)"] = text }
    return tree
  }
}
