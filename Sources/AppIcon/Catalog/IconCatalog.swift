/// An `.xcassets` folder.
struct IconCatalog: Sendable {
  /// The path for messages.
  let path: String
  let contents: ContentsFile
  /// The icon sets in it, in any of its groups.
  let sets: [Folder]
  /// Names of sets of other kinds that can be an app's icon: tvOS, visionOS, stickers, Icon Composer.
  let otherIconNames: [String]
  /// Folders whose extension is nearly that of an icon set.
  let misnamed: [Folder]
}

extension IconCatalog {
  /// What Xcode accepts as an app icon beside an icon set.
  private static let otherKinds = ["brandassets", "solidimagestack", "stickersiconset", "icon"]
  /// Extensions seen where `.appiconset` was meant.
  private static let nearMisses = ["appimageset", "appicon", "appiconsets", "iconset", "appicons"]

  init(path: String) {
    self.path = path
    contents = ContentsFile(inFolder: path)
    var sets: [Folder] = []
    var others: [String] = []
    var misnamed: [Folder] = []
    Folder(path).walk { folder in
      switch folder.pathExtension {
      case "appiconset": sets.append(folder)
      case let kind where Self.otherKinds.contains(kind): others.append(folder.stem)
      case let kind where Self.nearMisses.contains(kind): misnamed.append(folder)
      default: return true
      }
      return false
    }
    self.sets = sets
    self.misnamed = misnamed
    otherIconNames = others
  }

  /// The names that a build setting can mean.
  var iconNames: [String] { sets.map(\.stem) + otherIconNames }
}
