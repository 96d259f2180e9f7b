/// An `.xcassets` folder, or an `.xcstickers`, the catalog of a sticker pack.
struct IconCatalog: UnplacedSubject {
  let path: String
  let contents: ContentsFile
  /// The icon sets in it, in any of its groups.
  let sets: [Folder]
  /// The icons of tvOS, visionOS and sticker packs in it, whose sizes and pixels no rule checks.
  let others: [Folder]
  /// Stacks of layers outside of those sets; an app for tvOS can change to one.
  let stacks: [Folder]
  /// Folders whose extension is similar to that of an icon set, and documents of Icon Composer, which count beside a
  /// catalog alone.
  let misnamed: [Folder]
  /// Folders that cannot be read, possibly the catalog itself; their contents are unknown.
  let unreadable: [Folder]
  /// The names of icons of layers that applications for a store have.
  var primary: Set<String> = []

  /// The folders that Xcode accepts as an app icon besides an icon set.
  private static let otherKinds = ["brandassets", "solidimagestack", "stickersiconset"]
  /// Extensions that occur instead of `.appiconset`.
  private static let nearMisses = ["appimageset", "appicon", "appiconsets", "appicons", "icon"]

  init(path: String) {
    self.path = path
    contents = ContentsFile(inFolder: path)
    var found: [Folder] = []
    let kinds = Self.otherKinds + Self.nearMisses + ["appiconset", "imagestack"]
    // A set may be a link.
    unreadable = Folder(path).walk(visitingLinks: true) { folder in
      let isFound = kinds.contains(folder.pathExtension)
      if isFound { found.append(folder) }
      return !isFound
    }
    func all(_ kinds: [String]) -> [Folder] { found.filter { kinds.contains($0.pathExtension) } }
    (sets, stacks) = (all(["appiconset"]), all(["imagestack"]))
    (others, misnamed) = (all(Self.otherKinds), all(Self.nearMisses))
  }

  /// The names that a build setting can mean.
  var iconNames: [String] { (sets + others).map(\.stem) }

  var documents: [Folder] { misnamed.filter { $0.pathExtension == "icon" } }

  /// The set that is most likely the app's: the usual name, else the first one.
  var mainSet: String? { (sets.first { $0.stem == "AppIcon" } ?? sets.first)?.path }
}

/// How the targets of a project use an icon set.
struct IconUse: Hashable, Sendable {
  enum Kind: Sendable {
    /// No target is known to compile it, or not all targets are known: it may be an app's icon.
    case unknown
    /// No target here compiles it, but a target whose description is not read may.
    case ofOtherBuild
    /// An application that may go to a store has it as its icon, in a configuration other than one for debugging.
    case primary
    /// Applications compile it, and have another icon or are not in a store.
    case secondary
    /// Only extensions, frameworks and other products without an icon of their own compile it.
    case outsideApps
  }

  var kind: Kind
  /// The systems that those targets are built for, as ``IconProject/Setting/platforms``; empty where not known.
  var platforms: Set<String> = []
  /// The kinds of device they are for, as ``IconProject/Setting/families``; empty where not known.
  var families: Set<String> = []
  /// The systems on which apps for a store have no other icon, each with whether an app is built for it alone; those
  /// that are not known are left out.
  var needed: [String: Bool] = [:]

  static let unknown = Self(kind: .unknown)
  static let ofOtherBuild = Self(kind: .ofOtherBuild)

  var isForStore: Bool { [.unknown, .ofOtherBuild, .primary].contains(kind) }
  var isForMacAlone: Bool { platforms == ["macosx"] }

  /// Whether it may be used on a kind of device: 1 is iPhone, 2 iPad.
  func mayBe(for family: String) -> Bool { families.isEmpty || families.contains(family) }
}
