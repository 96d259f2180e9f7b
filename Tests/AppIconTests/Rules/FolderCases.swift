import AppIcon
import Foundation
import Testing
import _TestSupport

/// A tree of files that breaks exactly one rule, and one just inside it.
struct FolderCase: Sendable, CustomTestStringConvertible {
  var rule: String
  /// What is validated, below the tree.
  var target = "A.xcassets"
  var breaking: @Sendable (inout IconTree) -> Void
  var inside: @Sendable (inout IconTree) -> Void = { _ in }

  var testDescription: String { rule }

  func findings(_ change: (inout IconTree) -> Void) throws -> [String] {
    var tree = IconTree.catalog()
    change(&tree)
    let directory = try tree.write()
    let path = directory.url.appending(path: target).path
    let reports = try IconValidator(headersOnly: true).validate(path)
    return reports.flatMap(\.findings).map(\.rule)
  }
}

private let set = "A.xcassets/AppIcon.appiconset"

/// An Icon Composer document with the same layers in every group.
private func layers(_ layers: String, groups: Int = 1) -> String {
  let group = "{\"layers\":[\(layers)]}"
  return "{\"groups\":[\(Array(repeating: group, count: groups).joined(separator: ","))]}"
}

/// An Icon Composer document with a background.
private func filled(_ fill: String) -> String {
  "{\"fill\":\(fill),\"groups\":[{\"layers\":[{}]}]}"
}

private func entries(_ images: String...) -> String { IconTree.contents(images) }

extension FolderCase {
  static let all: [FolderCase] = sets + catalogs + composers

  private static let sets: [FolderCase] = [
    FolderCase(
      rule: "contents-missing", breaking: { $0["\(set)/Contents.json"] = nil }),
    FolderCase(
      rule: "contents-unreadable", breaking: { $0["\(set)/Contents.json"] = "{\"images\":[" }),
    FolderCase(
      rule: "contents-info",
      breaking: { $0["\(set)/Contents.json"] = "{\"images\":[\(IconTree.single("AppIcon.png"))]}" }
    ),
    FolderCase(
      rule: "store-icon-missing",
      breaking: { tree in
        tree["\(set)/Contents.json"] = entries(IconTree.single("AppIcon.png", appearance: "dark"))
      },
      inside: { tree in
        tree.add("\(set)/D.png", IconTree.other)
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("D.png", appearance: "dark"))
      }),
    FolderCase(
      rule: "file-missing",
      breaking: { tree in
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("Dark.png", appearance: "dark"))
      }),
    FolderCase(
      rule: "file-case",
      breaking: { $0["\(set)/Contents.json"] = entries(IconTree.single("appicon.png")) }),
    FolderCase(
      rule: "file-outside",
      breaking: { tree in
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("../D.png", appearance: "dark"))
      }),
    FolderCase(
      rule: "unassigned-child", breaking: { $0.add("\(set)/Old.png", IconTree.other) },
      inside: { $0.add("\(set)/.hidden.png", IconTree.other) }),
    FolderCase(
      rule: "duplicate-slot",
      breaking: { tree in
        tree.add("\(set)/B.png", IconTree.other)
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("B.png"))
      },
      inside: { tree in
        tree.add("\(set)/B.png", IconTree.other)
        tree.add("\(set)/C.png", IconTree.other)
        // A Mac app of 2026 has pictures for both directions.
        let direction = #"{"language-direction":"right-to-left","#
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("B.png", platform: "watchos"),
          direction + IconTree.single("C.png").dropFirst())
      }),
    FolderCase(
      rule: "unknown-slot",
      breaking: { tree in
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("AppIcon.png", platform: "android"))
      },
      inside: { tree in
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("AppIcon.png", platform: "watchos"))
      }),
    FolderCase(
      rule: "empty-slot",
      breaking: { tree in
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single(nil, appearance: "dark"))
      }),
    FolderCase(
      rule: "same-appearance",
      breaking: { tree in
        tree.add("\(set)/D.png", IconTree.light)
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("D.png", appearance: "dark"))
      },
      inside: { tree in
        tree.add("\(set)/D.png", IconTree.other)
        tree["\(set)/Contents.json"] = entries(
          IconTree.single("AppIcon.png"), IconTree.single("D.png", appearance: "dark"))
      }),
    FolderCase(
      rule: "legacy-form",
      breaking: { $0.addLegacy(sides: [("iphone", "60x60", "2x", 120)]) }),
    FolderCase(
      rule: "composer-twin", target: set,
      breaking: { $0["AppIcon.icon/icon.json"] = #"{"groups":[]}"# },
      inside: { $0["Other.icon/icon.json"] = #"{"groups":[]}"# }),
    FolderCase(
      rule: "mac-incomplete",
      breaking: { $0.addMac(scales: ["2x"]) }, inside: { $0.addMac(scales: ["1x", "2x"]) }),
  ]

  private static let catalogs: [FolderCase] = [
    FolderCase(
      rule: "catalog-contents-missing", breaking: { $0["A.xcassets/Contents.json"] = nil }),
    FolderCase(
      rule: "catalog-contents-unreadable", breaking: { $0["A.xcassets/Contents.json"] = "[]" }),
    FolderCase(
      rule: "catalog-without-icon", target: "B.xcassets",
      breaking: { $0["B.xcassets/Contents.json"] = "{}" },
      inside: { tree in
        tree["B.xcassets/Contents.json"] = "{}"
        tree["B.xcassets/AppIcon.appiconset/Contents.json"] = entries(
          IconTree.single("AppIcon.png"))
        tree.add("B.xcassets/AppIcon.appiconset/AppIcon.png", IconTree.light)
      }),
    FolderCase(
      rule: "set-not-checked",
      breaking: { tree in
        tree["A.xcassets/Icon.stickersiconset/Contents.json"] = entries(
          IconTree.slot("iphone", "60x45", "2x", "a.png"))
        tree.add("A.xcassets/Icon.stickersiconset/a.png", IconTree.light)
      },
      inside: { $0["A.xcassets/Photo.imageset/Contents.json"] = "{}" }),
    FolderCase(
      rule: "misnamed-set",
      breaking: { $0["A.xcassets/Icon.appimageset/Contents.json"] = "{}" },
      inside: { $0["A.xcassets/Mac.iconset/icon_16x16.png"] = "" }),
  ]

  private static let composers: [FolderCase] = [
    FolderCase(
      rule: "icon-json", target: "I.icon", breaking: { $0["I.icon/icon.json"] = "{}" },
      inside: { $0["I.icon/icon.json"] = layers(#"{}"#) }),
    FolderCase(
      rule: "icon-empty", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = #"{"groups":[{"layers":[]}]}"# },
      inside: { $0["I.icon/icon.json"] = #"{"groups":[{},{"layers":[{}]}]}"# }),
    FolderCase(
      rule: "icon-image-missing", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = layers(#"{"image-name":"a.svg"}"#) },
      inside: { tree in
        tree["I.icon/icon.json"] = layers(#"{"image-name":"a.svg"}"#)
        tree["I.icon/Assets/a.svg"] = "<svg/>"
      }),
    FolderCase(
      rule: "icon-image-unreadable", target: "I.icon",
      breaking: { tree in
        tree["I.icon/icon.json"] = layers(#"{"image-name":"a.svg"}"#)
        tree["I.icon/Assets/a.svg"] = "<svg><path></svg>"
      },
      inside: { tree in
        tree["I.icon/icon.json"] = layers(
          #"{"image-name":"a.svg"},{"image-name":"b.png"},{"image-name":"c.svg"},{"image-name":"d.svg"}"#
        )
        tree["I.icon/Assets/a.svg"] = "<?xml version=\"1.0\"?><s:svg xmlns:s=\"urn:s\"/>"
        // Not read further: what declares entities, and what is in an encoding that is not known.
        tree["I.icon/Assets/c.svg"] = "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;"
        tree["I.icon/Assets/d.svg"] = "<?xml version=\"1.0\" encoding=\"windows-1252\"?><svg>"
        tree.add("I.icon/Assets/b.png", IconTree.small(8))
      }),
    FolderCase(
      rule: "icon-key-unknown", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = #"{"groups":[{"layers":[{"opacty":1}]}]}"# },
      inside: { tree in
        tree["I.icon/icon.json"] = #"""
          {"implicit-asset-mirroring":true,"groups":[{"asset-mirroring":{"mirrorable":false},
          "specular-highlight-placement":"outside","layers":[{"opacity-specializations":[
          {"idiom":"watchOS","localization":"ar","value":1}]}]}]}
          """#
      }),
    FolderCase(
      rule: "icon-value-unknown", target: "I.icon",
      breaking: { tree in
        tree["I.icon/icon.json"] = #"{"groups":[{"blend-mode":"multipy","layers":[{}]}]}"#
      },
      inside: { tree in
        tree["I.icon/icon.json"] = #"""
          {"fill-specializations":[{"value":"system-light"},{"appearance":"dark","value":"automatic"}],
          "groups":[{"blend-mode":"plus-darker","lighting":"combined","shadow":{"kind":"layer-color","opacity":1},
          "layers":[{"hidden-specializations":[{"idiom":"watchOS","value":true}]}]}]}
          """#
      }),
    FolderCase(
      rule: "icon-value-unknown", target: "I.icon",
      breaking: { tree in
        tree["I.icon/icon.json"] =
          #"{"color-space-for-untagged-svg-colors":"srgb","groups":[{"layers":[{}]}]}"#
      },
      inside: { tree in
        tree["I.icon/icon.json"] =
          #"{"color-space-for-untagged-svg-colors":"display-p3","groups":[{"layers":[{}]}]}"#
      }),
    FolderCase(
      rule: "icon-value-twice", target: "I.icon",
      breaking: { tree in
        tree["I.icon/icon.json"] = #"""
          {"groups":[{"layers":[{"fill":"automatic","fill-specializations":[{"appearance":"dark","value":"none"}]}]}]}
          """#
      },
      inside: { tree in
        tree["I.icon/icon.json"] = #"""
          {"groups":[{"layers":[{"fill-specializations":[{"value":"automatic"},{"appearance":"dark","value":"none"}],
          "opacity":1,"opacity-specializations":[{"appearance":"dark","value":0.5}]}]}]}
          """#
      }),
    FolderCase(
      rule: "icon-colour", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = filled(#"{"solid":"srgb:1,0,0"}"#) },
      inside: { tree in
        tree["I.icon/icon.json"] = filled(
          #"{"linear-gradient":["gray:1.00000,1.00000","named:system-blue"]}"#)
      }),
    FolderCase(
      rule: "icon-translucent", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = filled(#"{"automatic-gradient":"srgb:1,0,0,0.5"}"#) },
      inside: { $0["I.icon/icon.json"] = filled(#""system-light""#) }),
    FolderCase(
      rule: "icon-feature", target: "I.icon",
      breaking: { tree in
        tree["I.icon/icon.json"] = #"{"features":["specular-location"],"groups":[{"layers":[{}]}]}"#
      },
      inside: { $0["I.icon/icon.json"] = #"{"features":[],"groups":[{"layers":[{}]}]}"# }),
    FolderCase(
      rule: "icon-feature", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = #"{"groups":[{"layers":[{}],"specular":"inside"}]}"# },
      inside: { $0["I.icon/icon.json"] = #"{"groups":[{"layers":[{}],"specular":true}]}"# }),
    FolderCase(
      rule: "icon-groups", target: "I.icon",
      breaking: { $0["I.icon/icon.json"] = layers("{}", groups: 5) },
      inside: { $0["I.icon/icon.json"] = layers("{}", groups: 4) }),
  ]
}

extension IconTree {
  /// Adds legacy slots with pictures of their size beside the large one.
  mutating func addLegacy(sides: [(idiom: String, size: String, scale: String, pixels: Int)]) {
    var images = [IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png")]
    for (idiom, size, scale, pixels) in sides {
      let name = "\(idiom)-\(pixels).png"
      images.append(IconTree.slot(idiom, size, scale, name))
      add("\(set)/\(name)", IconTree.small(pixels))
    }
    self["\(set)/Contents.json"] = IconTree.contents(images)
  }

  /// Adds macOS slots of 512 points beside the iOS icon.
  mutating func addMac(scales: [String]) {
    var images = [IconTree.single("AppIcon.png")]
    for scale in scales {
      images.append(IconTree.slot("mac", "512x512", scale, "mac\(scale).png"))
      add("\(set)/mac\(scale).png", scale == "1x" ? IconTree.small(512) : IconTree.other)
    }
    self["\(set)/Contents.json"] = IconTree.contents(images)
  }

  static func small(_ side: Int) -> Data {
    PNGSample.with { sample in
      sample.width = side
      sample.height = side
    }
  }
}
