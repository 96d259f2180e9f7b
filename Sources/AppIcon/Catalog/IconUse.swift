/// How the targets of a project use an icon set.
struct IconUse: Hashable, Sendable {
  enum Kind: Sendable {
    /// No target is known to compile it, or not all targets are known: it may be an app's icon.
    case unknown
    /// The same, and a description that is not read may have targets that compile it.
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

  /// Whether the store may need it.
  var isForStore: Bool { [.unknown, .ofOtherBuild, .primary].contains(kind) }
  /// Whether it is certainly used only on a Mac.
  var isForMacAlone: Bool { platforms == ["macosx"] }

  /// Whether it may be used on a Mac, other than by an app for iPad.
  var mayBeForMac: Bool { platforms.isEmpty || platforms.contains("macosx") }

  /// Whether it may be used on a kind of device: 1 is iPhone, 2 iPad.
  func mayBe(for family: String) -> Bool { families.isEmpty || families.contains(family) }
}
