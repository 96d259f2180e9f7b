import AppIcon

/// Icons of tvOS and visionOS with two layers, named `AppIcon`, as they lie in a catalog.
enum LayeredSample {
  static let icons: IconTree = {
    var tree = IconTree()
    let assets = [("Store", "1280x768"), ("Small", "400x240")].map { name, size in
      #"{"filename":"\#(name).imagestack","idiom":"tv","role":"primary-app-icon","size":"\#(size)"}"#
    }
    tree["AppIcon.brandassets/Contents.json"] =
      #"{"assets":[\#(assets.joined(separator: ","))],\#(IconTree.info)}"#
    for stack in ["AppIcon.brandassets/Store.imagestack", "AppIcon.brandassets/Small.imagestack"] {
      tree.addStack(stack, image: #"{"idiom":"tv","filename":"a.png"}"#)
    }
    tree.addStack(
      "AppIcon.solidimagestack", image: #"{"idiom":"vision","scale":"2x","filename":"a.png"}"#)
    return tree
  }()
}

extension IconTree {
  fileprivate mutating func addStack(_ stack: String, image: String) {
    let kind = stack.split(separator: ".").last.map { "\($0)layer" } ?? ""
    let layers = ["Front", "Back"].map { #"{"filename":"\#($0).\#(kind)"}"# }
    self["\(stack)/Contents.json"] =
      #"{"layers":[\#(layers.joined(separator: ","))],\#(IconTree.info)}"#
    for layer in ["Front", "Back"] {
      let set = "\(stack)/\(layer).\(kind)/Content.imageset"
      self["\(stack)/\(layer).\(kind)/Contents.json"] = "{\(IconTree.info)}"
      self["\(set)/Contents.json"] = IconTree.contents([image])
      add("\(set)/a.png", IconTree.small(64))
    }
  }
}
