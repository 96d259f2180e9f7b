import Foundation

/// An Icon Composer document: a folder `Name.icon` with `icon.json` and `Assets`.
struct ComposerIcon: Sendable {
  /// The path for messages.
  let path: String
  let document: ContentsFile
  /// The names in `Assets`.
  let assets: [String]
  /// The pictures that layers name.
  let imageNames: [String]
  let groupCount: Int

  init(path: String) {
    self.path = path
    let json = path + "/icon.json"
    let exists = FileManager.default.fileExists(atPath: json)
    document = exists ? ContentsFile(jsonFile: json) : .missing
    assets = Folder(path + "/Assets").children
    let groups = document.value?["groups"]?.elements ?? []
    groupCount = groups.count
    var names: [String] = []
    for group in groups {
      for layer in group["layers"]?.elements ?? [] { names += Self.names(in: layer) }
    }
    imageNames = Array(Set(names)).sorted()
  }

  /// A layer names a picture once, or once per appearance in a list of specialisations.
  private static func names(in layer: JSONValue) -> [String] {
    let special = layer["image-name-specializations"]?.elements ?? []
    return ([layer["image-name"]] + special.map { $0["value"] }).compactMap { $0?.text }
  }
}
