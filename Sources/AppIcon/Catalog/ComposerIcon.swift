import PhotoStore
import Foundation

/// An Icon Composer document: a folder `Name.icon` with `icon.json` and `Assets`.
struct ComposerIcon: Sendable {
  let document: ContentsFile
  /// The folder that cannot be read: the document itself, or else `Assets`.
  let unreadable: Folder?
  /// The names in `Assets`.
  let assets: [String]
  /// The pictures that layers name.
  let imageNames: [String]
  let groupCount: Int
  /// Whether any group has a layer.
  let hasLayers: Bool
  /// Keys and values that real documents do not have.
  let oddities: [ComposerSchema.Oddity]
  /// The lowest alpha of the default background's colours.
  let backgroundAlpha: Double
  /// Features in use that only later versions of Icon Composer support.
  let features: [String]
  /// The pictures of layers that exist but cannot be read, with the reason.
  let faults: [(name: String, reason: String)]

  init(path: String) {
    document = ContentsFile(jsonFile: path + "/icon.json")
    let assets = Folder(path + "/Assets")
    unreadable = [Folder(path), assets].first { (try? $0.names()) == nil }
    self.assets = (try? assets.children()) ?? []
    let groups = document.value?["groups"]?.array ?? []
    groupCount = groups.count
    oddities = document.value.map(ComposerSchema.oddities) ?? []
    backgroundAlpha = document.value.map(ComposerSchema.backgroundAlpha) ?? 1
    let features = (document.value?["features"]?.array ?? []).compactMap(\.string)
    // Some take the list away and leave what it stands for.
    let place = groups.contains(where: Self.placesHighlight) ? ["specular-location"] : []
    self.features = features + place.filter { !features.contains($0) }
    let layers = groups.flatMap { $0["layers"]?.array ?? [] }
    hasLayers = !layers.isEmpty
    let names = Set(layers.flatMap(Self.names)).sorted()
    imageNames = names
    // As spelled on the disk.
    let found = self.assets.filter(Set(names).contains)
    faults = found.compactMap { name in
      LayerImage.fault(at: assets.path + "/" + name).map { (name, $0) }
    }
  }

  /// Whether a group says by a word where its highlight is.
  private static func placesHighlight(_ group: JSONValue) -> Bool {
    let special = (group["specular-specializations"]?.array ?? []).map { $0["value"] }
    return ([group["specular"]] + special).contains { $0?.string != nil }
  }

  /// A layer names a picture once, or once per appearance in a list of specialisations.
  private static func names(in layer: JSONValue) -> [String] {
    let special = layer["image-name-specializations"]?.array ?? []
    return ([layer["image-name"]] + special.map { $0["value"] }).compactMap { $0?.string }
  }
}
