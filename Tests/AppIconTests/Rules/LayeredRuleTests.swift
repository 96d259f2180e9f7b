import AppIcon
import Testing
import _TestSupport

@Suite struct `Icons of layers` {
  private static let brand = "AppIcon.brandassets"
  private static let vision = "AppIcon.solidimagestack"
  private static let front = "\(brand)/Store.imagestack/Front.imagestacklayer"
  private static let back = "\(vision)/Back.solidimagestacklayer"

  private static let store = #""filename":"Store.imagestack""#
  private static let tv = #","idiom":"tv""#

  /// The entry of the App Store's picture with some of its keys.
  private static func large(_ keys: String) -> String {
    #"{\#(keys),"role":"primary-app-icon","size":"1280x768"}"#
  }

  private static func layer(_ name: String) -> String {
    #"{"filename":"\#(name).solidimagestacklayer"}"#
  }

  /// A change of one file below the catalog, without a text its removal; what is said, and how severely of an app.
  typealias Case = (file: String, text: String?, said: String, expected: Severity)

  /// What is said of an app for tvOS and visionOS whose icon is changed.
  private func found(_ files: [String: String?], at path: String = "") throws -> [IconFinding] {
    var tree = IconTree()
    tree["App/A.xcassets/Contents.json"] = "{\(IconTree.info)}"
    for (path, data) in LayeredSample.icons.all { tree.add("App/A.xcassets/\(path)", data) }
    for (file, text) in files { tree["App/A.xcassets/\(file)"] = text }
    var app = XcodeProjectText.Target(name: "App", catalogs: ["App/A.xcassets"])
    app.settings += "SUPPORTED_PLATFORMS = \"appletvos xros\";"
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path + path).flatMap(
      \.findings
    )
    .filter { $0.severity > .note }
  }

  @Test(
    arguments: [
      ("none", nil, "", .note),
      ("\(brand)/Contents.json", "{", "no list 'assets'", .error),
      ("\(brand)/Contents.json", #"{"assets":[]}"#, "names nothing for the App Store's", .error),
      (
        "\(brand)/Contents.json", #"{"assets":[\#(large(#""idiom":"tv""#))]}"#,
        "names nothing for the App Store's picture, of 1280x768", .error
      ),
      (
        "\(brand)/Contents.json", #"{"assets":[\#(large(store + #","idiom":"tv-marketing""#))]}"#,
        "with the idiom 'tv-marketing', not 'tv'", .warning
      ),
      (
        "\(brand)/Contents.json",
        #"{"assets":[\#(large(store + tv)),{"filename":"Gone.imagestack","role":"primary-app-icon"}]}"#,
        "names 'Gone.imagestack' in 'AppIcon.brandassets', and it is not there", .error
      ),
      (
        "\(brand)/Contents.json",
        #"{"assets":[\#(large(store + tv)),{"filename":"Shelf.imageset","role":"top-shelf-image"}]}"#,
        "names 'Shelf.imageset' in 'AppIcon.brandassets', and it is not there", .warning
      ),
      (
        "\(vision)/Contents.json",
        #"{"layers":[\#(["Front", "Gone", "Back"].map(layer).joined(separator: ","))]}"#,
        "names 'Gone.solidimagestacklayer' in 'AppIcon.solidimagestack', and it is not", .error
      ),
      (
        "\(front)/Content.imageset/Contents.json", #"{"images":[{"idiom":"tv"}]}"#,
        "the stack 'Store.imagestack' with pictures in 1 of its layers; 2 are needed", .error
      ),
      (
        "\(front)/Content.imageset/Contents.json",
        #"{"images":[{"idiom":"tv-marketing","filename":"a.png"}]}"#,
        "pictures in the stack 'Store.imagestack' with the idiom 'tv-marketing', not", .warning
      ),
      (
        "\(front)/Contents.json",
        #"{"properties":{"content-reference":{"type":"image-set","name":"Front"}}}"#, "", .note
      ),
      (
        "\(vision)/Contents.json", #"{"images":[{"idiom":"vision"}]}"#,
        "no list 'layers' that can be read in 'AppIcon.solidimagestack/Contents.json'", .warning
      ),
      (
        "\(brand)/Store.imagestack/Contents.json", nil,
        "in 'AppIcon.brandassets/Store.imagestack/Contents.json'", .warning
      ),
      (
        "\(back)/Content.imageset/Contents.json",
        #"{"images":[{"idiom":"vision","filename":"a.png"}]}"#,
        "no picture of scale 2x in its background, 'Back'", .warning
      ),
    ] as [Case])
  func `what the tools need of them is looked for`(_ sample: Case) throws {
    let found = try found([sample.file: sample.text])
    if sample.said.isEmpty {
      #expect(found == [])
    } else {
      #expect(found.map(\.rule) == ["layers-incomplete"] && found[0].severity == sample.expected)
      #expect(found[0].message.contains(sample.said))
    }
  }

  @Test func `a picture that is not there is said with its place, and a stack of none`() throws {
    let gone = try found(["\(Self.back)/Content.imageset/a.png": nil])
    #expect(gone.map(\.rule) == ["layers-incomplete", "layers-incomplete"])
    let place = "'AppIcon.solidimagestack/Back.solidimagestacklayer/Content.imageset'"
    #expect(gone.contains { $0.message.contains("names 'a.png' in \(place)") })
    let empty = #"{"images":[{"idiom":"vision","scale":"2x"}]}"#
    let layers = ["Front", "Back"].map { layer in
      "\(Self.vision)/\(layer).solidimagestacklayer/Content.imageset/Contents.json"
    }
    let none = try found(Dictionary(uniqueKeysWithValues: layers.map { ($0, empty as String?) }))
    #expect(none.map(\.severity) == [.error])
    #expect(none[0].message.hasSuffix("which has no layer with a picture."))
    // Without a project it is not known to be an app's icon.
    let alone = try found(["\(Self.brand)/Contents.json": "{}"], at: "/App/A.xcassets")
    #expect(alone.map(\.severity) == [.warning])
  }

  @Test func `an extension of Messages without pictures in its icon is a warning`() throws {
    let set = "M/A.xcassets/iMessage App Icon.stickersiconset"
    var tree = IconTree()
    tree["M/A.xcassets/Contents.json"] = "{\(IconTree.info)}"
    var target = XcodeProjectText.Target(
      name: "M", kind: "app-extension.messages", catalogs: ["M/A.xcassets"])
    target.settings = "ASSETCATALOG_COMPILER_APPICON_NAME = \"iMessage App Icon\";"
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [target]).text
    func problems(_ name: String?) throws -> [IconFinding] {
      tree["\(set)/Contents.json"] = IconTree.contents(
        ["2x", "3x"].map { IconTree.slot("iphone", "60x45", $0, name) })
      let directory = try tree.write()
      return try IconValidator(headersOnly: true).validate(directory.url.path)
        .flatMap(\.findings).filter { $0.severity > .note }
    }
    let empty = try problems(nil)
    #expect(empty.map(\.severity) == [.warning] && empty[0].prevents == "ITMS-90642")
    #expect(empty[0].message.hasSuffix("which has no picture in any of its slots."))
    let gone = try problems("a.png")
    #expect(gone.map(\.rule) == ["layers-incomplete"] && gone[0].message.contains("'a.png'"))
    tree.add("\(set)/a.png", IconTree.small(64))
    #expect(try problems("a.png") == [])
  }
}
