/// An `.xcassets` folder.
struct IconCatalog: Sendable {
  /// The path for messages.
  let path: String
  let contents: ContentsFile
  /// The icon sets in it, in any of its groups.
  let sets: [Folder]
  /// Sets of other kinds that can be an app's icon: tvOS, visionOS, stickers, Icon Composer.
  let others: [Folder]
  /// Folders whose extension is nearly that of an icon set.
  let misnamed: [Folder]
  /// Folders that cannot be read, the catalog itself among them; what they hold is not known.
  let unreadable: [Folder]
}

extension IconCatalog {
  /// What Xcode accepts as an app icon beside an icon set.
  private static let otherKinds = ["brandassets", "solidimagestack", "stickersiconset", "icon"]
  /// Extensions seen where `.appiconset` was meant.
  private static let nearMisses = ["appimageset", "appicon", "appiconsets", "appicons"]

  init(path: String) {
    self.path = path
    contents = ContentsFile(inFolder: path)
    var sets: [Folder] = []
    var others: [Folder] = []
    var misnamed: [Folder] = []
    unreadable = Folder(path).walk { folder in
      switch folder.pathExtension {
      case "appiconset": sets.append(folder)
      case let kind where Self.otherKinds.contains(kind): others.append(folder)
      case let kind where Self.nearMisses.contains(kind): misnamed.append(folder)
      default: return true
      }
      return false
    }
    self.sets = sets
    self.misnamed = misnamed
    self.others = others
  }

  /// The names that a build setting can mean.
  var iconNames: [String] { (sets + others).map(\.stem) }

  /// The Icon Composer documents in it.
  var documents: [Folder] { others.filter { $0.pathExtension == "icon" } }

  /// The set that most likely is the app's: the usual name, else the first.
  var mainSet: String? { (sets.first { $0.stem == "AppIcon" } ?? sets.first)?.path }

  /// Sets of other kinds that no rule looks into.
  var unchecked: [Folder] { others.filter { $0.pathExtension != "icon" } }
}
