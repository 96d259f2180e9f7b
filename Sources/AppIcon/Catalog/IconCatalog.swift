/// An `.xcassets` folder, or an `.xcstickers`, the catalog of a sticker pack.
struct IconCatalog: Sendable {
  /// The path for messages.
  let path: String
  let contents: ContentsFile
  /// The icon sets in it, in any of its groups.
  let sets: [Folder]
  /// Sets of other kinds that can be an app's icon: tvOS, visionOS, stickers, Icon Composer.
  let others: [Folder]
  /// Stacks of layers outside of those sets; an app for tvOS can change to one.
  let stacks: [Folder]
  /// Folders whose extension is similar to that of an icon set.
  let misnamed: [Folder]
  /// Folders that cannot be read, possibly the catalog itself; their contents are unknown.
  let unreadable: [Folder]
  /// The names of icons of layers that applications for a store have.
  var primary: Set<String> = []
}

extension IconCatalog {
  /// The folders that Xcode accepts as an app icon besides an icon set.
  private static let otherKinds = ["brandassets", "solidimagestack", "stickersiconset", "icon"]
  /// Extensions that occur instead of `.appiconset`.
  private static let nearMisses = ["appimageset", "appicon", "appiconsets", "appicons"]

  init(path: String) {
    self.path = path
    contents = ContentsFile(inFolder: path)
    var sets: [Folder] = []
    var others: [Folder] = []
    var stacks: [Folder] = []
    var misnamed: [Folder] = []
    // A set may be a link.
    unreadable = Folder(path).walk(visitingLinks: true) { folder in
      switch folder.pathExtension {
      case "appiconset": sets.append(folder)
      case let kind where Self.otherKinds.contains(kind): others.append(folder)
      case "imagestack": stacks.append(folder)
      case let kind where Self.nearMisses.contains(kind): misnamed.append(folder)
      default: return true
      }
      return false
    }
    self.sets = sets
    self.misnamed = misnamed
    self.others = others
    self.stacks = stacks
  }

  /// The names that a build setting can mean.
  var iconNames: [String] { (sets + others).map(\.stem) }

  /// The Icon Composer documents in it.
  var documents: [Folder] { others.filter { $0.pathExtension == "icon" } }

  /// The set that is most likely the app's: the usual name, else the first one.
  var mainSet: String? { (sets.first { $0.stem == "AppIcon" } ?? sets.first)?.path }

  /// The icons of tvOS, visionOS and sticker packs in it, whose sizes and pixels no rule checks.
  var layered: [Folder] { others.filter { $0.pathExtension != "icon" } }
}
