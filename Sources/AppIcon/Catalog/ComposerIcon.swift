import PhotoStore

/// An Icon Composer document: a folder `Name.icon` with `icon.json` and `Assets`.
struct ComposerIcon: UnplacedSubject {
  let document: ContentsFile
  /// The folder that cannot be read: the document itself, or else `Assets`.
  let unreadable: Folder?
  let assets: [String]
  /// The pictures that layers name.
  let imageNames: [String]
  let groupCount: Int
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
    let places = groups.flatMap { ComposerSchema.values(of: "specular", in: $0) }
    let place = places.contains { $0.string != nil } ? ["specular-location"] : []
    self.features = features + place.filter { !features.contains($0) }
    let layers = groups.flatMap { $0["layers"]?.array ?? [] }
    hasLayers = !layers.isEmpty
    let images = layers.flatMap { ComposerSchema.values(of: "image-name", in: $0) }
    let names = Set(images.compactMap(\.string))
    imageNames = names.sorted()
    // As spelled on the disk.
    let found = self.assets.filter(names.contains)
    faults = found.compactMap { name in
      LayerImage.fault(at: assets.path + "/" + name).map { (name, $0) }
    }
  }
}
