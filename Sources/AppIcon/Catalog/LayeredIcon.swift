import PhotoStore

/// An icon of layers: the `brandassets` of tvOS with their stacks, or the `solidimagestack` of visionOS; or that of a
/// sticker pack or an extension of Messages, a `stickersiconset`.
struct LayeredIcon {
  /// The endings of such icons' folders, each with the system that takes them, by Xcode's name.
  static let systems: KeyValuePairs = ["brandassets": "appletvos", "solidimagestack": "xros"]

  /// The system that takes a folder as such an icon, by Xcode's name; `nil` for another folder.
  static func system(of folder: Folder) -> String? {
    systems.first { $0.key == folder.pathExtension }?.value
  }

  private let icon: Folder

  init(_ icon: Folder) { self.icon = icon }

  /// What the tools need and is not there, each with the file that describes it, below the icon; an error unless it was
  /// reported in one place alone, or is not known to stop an app.
  var gaps: [Fact] {
    let own =
      switch icon.pathExtension {
      case "brandassets": ofBrand
      case "solidimagestack": ofStack
      default: ofStickers
      }
    return own + gone
  }

  /// A layer by its folder, with its pictures; `nil` if they are elsewhere, or not known.
  private typealias Layer = (folder: Folder, pictures: [Picture]?)
  private typealias Picture = (set: Folder, idiom: String?, scale: String?)

  private var ofBrand: [Fact] {
    guard let assets = contents(of: icon)?["assets"]?.array else {
      return [gap("has no list 'assets' that can be read in its Contents.json", in: icon)]
    }
    let icons = assets.filter {
      $0["role"]?.string == "primary-app-icon" && $0["filename"]?.string?.isEmpty == false
    }
    let large = icons.filter { $0["size"]?.string == "1280x768" }
    let keys = "the idiom tv, the role primary-app-icon and the size 1280x768."
    var gaps: [Fact] = []
    if large.isEmpty {
      gaps.append(
        gap(
          "names nothing for the App Store's picture, of 1280x768", in: icon,
          remedy: "Add it in Xcode, with \(keys)"))
    } else if !large.contains(where: { $0["idiom"]?.string == "tv" }) {
      let idiom = large[0]["idiom"]?.string ?? ""
      let message = "has the App Store's picture with the idiom '\(idiom)', not 'tv'"
      gaps.append(gap(message, in: icon, remedy: "Give it \(keys)", isRare: true))
    }
    return gaps
      + icons.compactMap { $0["filename"]?.string }.flatMap { name in
        let stack = Folder(icon.path + "/" + name)
        guard stack.pathExtension == "imagestack", stack.exists else { return [Fact]() }
        guard let layers = layers(of: stack) else { return [withoutLayers(stack)] }
        let count = layers.count { $0.pictures?.isEmpty != true }
        let fact = "has the stack '\(name)' with pictures in \(count) of its layers; 2 are needed"
        // The compiler makes an icon of its own of them, where the store does not look.
        let apart = layers.compactMap(\.pictures).joined().first { $0.idiom == "tv-marketing" }
        guard count > 1, let apart else { return count < 2 ? [gap(fact, in: stack)] : [] }
        let message = "has pictures in the stack '\(name)' with the idiom 'tv-marketing', not 'tv'"
        return [
          gap(
            message, in: apart.set, remedy: "Give all pictures of its layers the idiom tv.",
            isRare: true, subject: "\"tv-marketing\"")
        ]
      }
  }

  private var ofStack: [Fact] {
    guard let layers = layers(of: icon) else { return [withoutLayers(icon)] }
    if layers.allSatisfy({ $0.pictures?.isEmpty == true }) {
      return [gap("has no layer with a picture", in: icon, code: nil)]
    }
    guard let back = layers.last, let pictures = back.pictures,
      !pictures.contains(where: { $0.scale == "2x" })
    else { return [] }
    let message = "has no picture of scale 2x in its background, '\(back.folder.stem)'"
    return [gap(message, in: back.folder, code: "ITMS-90967", isRare: true)]
  }

  private var ofStickers: [Fact] {
    guard let images = contents(of: icon)?["images"]?.array else {
      let fact = "has no list 'images' that can be read in its Contents.json"
      return [gap(fact, in: icon, code: nil)]
    }
    if images.contains(where: { $0["filename"]?.string?.isEmpty == false }) { return [] }
    return [gap("has no picture in any of its slots", in: icon, code: "ITMS-90642", isRare: true)]
  }

  /// What its folders name and do not hold: stacks, layers and pictures.
  private var gone: [Fact] {
    var folders = [icon]
    _ = icon.walk { folder in
      folders.append(folder)
      return true
    }
    return folders.flatMap { folder in
      guard let children = try? folder.children(), let contents = contents(of: folder) else {
        return [Fact]()
      }
      let entries = ["assets", "layers", "images"].compactMap { contents[$0]?.array }.joined()
      let names = Set(entries.compactMap { $0["filename"]?.string }).subtracting([""])
      return names.filter { !children.contains(folder.spelling(of: $0)) }.sorted().map { name in
        gap(
          "names '\(name)' in '\(place(of: folder))', and it is not there", in: folder,
          remedy: "Bring it back (and 'git add' it), or remove its entry from Contents.json.",
          code: nil, isRare: Folder(name).pathExtension == "imageset", subject: "\"\(name)\"")
      }
    }
  }

  private func withoutLayers(_ stack: Folder) -> Fact {
    gap(
      "has no list 'layers' that can be read in '\(place(of: stack))/Contents.json'", in: stack,
      remedy: "Make it again in Xcode, or restore the file.", code: nil, isRare: true)
  }

  /// The layers of a stack, from the front; `nil` when they cannot be read.
  private func layers(of stack: Folder) -> [Layer]? {
    guard let layers = contents(of: stack)?["layers"]?.array else { return nil }
    return layers.compactMap { $0["filename"]?.string }.map { name in
      let layer = Folder(stack.path + "/" + name)
      // A layer may refer to an image set elsewhere in the catalog.
      let isElsewhere = contents(of: layer)?["properties"]?["content-reference"] != nil
      guard !isElsewhere, let folders = try? layer.folders() else { return (layer, nil) }
      let sets = folders.filter { $0.pathExtension == "imageset" }
      return (layer, sets.flatMap(pictures))
    }
  }

  /// The pictures that an image set names and has.
  private func pictures(of set: Folder) -> [Picture] {
    let children = (try? set.children()) ?? []
    return (contents(of: set)?["images"]?.array ?? []).compactMap { image in
      guard let name = image["filename"]?.string, children.contains(set.spelling(of: name))
      else { return nil }
      return (set, image["idiom"]?.string, image["scale"]?.string)
    }
  }

  private func contents(of folder: Folder) -> JSONValue? {
    ContentsFile(inFolder: folder.path).value
  }

  /// A folder's path in the catalog, from the icon on.
  private func place(of folder: Folder) -> String {
    icon.name + folder.path.dropFirst(icon.path.count)
  }

  private func gap(
    _ message: String, in folder: Folder, remedy: String = "Add the pictures in Xcode.",
    code: String? = "ITMS-90471", isRare: Bool = false, subject: String? = nil
  ) -> Fact {
    Fact(
      message, remedy: remedy, prevents: code, severity: isRare ? nil : .error,
      file: String(folder.path.dropFirst(icon.path.count)) + "/Contents.json", at: subject)
  }
}
