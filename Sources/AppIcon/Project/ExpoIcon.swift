import PhotoStore

/// A picture, or a document of Icon Composer, that an Expo app's `app.json` names as its icon for iOS.
struct ExpoIcon: Hashable, Sendable {
  /// The path of `app.json`.
  let file: String
  /// The picture's path as written, below the folder of that.
  let name: String

  var path: String { Folder(file).parent + "/" + name }

  /// Those in a file, as `withIosIcons` finds them (expo/expo, 2026), without addresses; none in one that cannot be read.
  static func all(in file: String) -> [ExpoIcon] {
    guard let root = ContentsFile(jsonFile: file).value else { return [] }
    let app = root["expo"] ?? root
    if let systems = app["platforms"]?.array, !systems.contains(.string("ios")) { return [] }
    let icon = [app["ios"]?["icon"], app["icon"]].compactMap(\.self).first { $0.string != "" }
    let looks = ["light", "dark", "tinted"].map { icon?[$0]?.string }
    return ([icon?.string] + looks).compactMap(\.self).filter { !$0.contains("://") }
      .map { ExpoIcon(file: file, name: $0) }
  }
}
