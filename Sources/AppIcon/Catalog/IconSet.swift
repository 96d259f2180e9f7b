internal import Foundation
internal import Imaging
internal import PhotoStore

/// An `.appiconset` folder with its pictures.
struct IconSet: UnplacedSubject {
  let path: String
  /// The name without extension, which the build setting names.
  let name: String
  /// Whether the folder cannot be read; then its contents are unknown.
  let isUnreadable: Bool
  let contents: ContentsFile
  let slots: [IconSlot]
  /// The files in the folder, without `Contents.json` and hidden ones, sorted.
  let children: [String]
  /// The pictures that slots name and that exist, or why they cannot be read, by slot index.
  private(set) var pictures: [Int: Result<IconImage, PhotoprepError>] = [:]
  /// Whether an Icon Composer document of the same name is compiled with the set, or is beside it.
  let hasComposerTwin: Bool
  let use: IconUse

  /// Reads a set and every picture its slots name.
  init(
    path: String, use: IconUse = .unknown, hasComposerTwin: Bool = false,
    headersOnly: Bool = false, reader: any PNGReader = LocalPNGReader()
  ) {
    self.path = path
    self.use = use
    self.hasComposerTwin = hasComposerTwin
    let folder = Folder(path)
    name = folder.stem
    contents = ContentsFile(inFolder: path)
    let entries = contents.value?["images"]?.array ?? []
    let names = try? folder.children()
    isUnreadable = names == nil
    let children = (names ?? []).filter { $0 != "Contents.json" }
    self.children = children
    slots = entries.enumerated().compactMap { index, entry in
      // Xcode keeps entries for pictures that it has no slot for.
      if entry["unassigned"] == .bool(true) { return nil }
      var slot = IconSlot(index: index, entry)
      slot.fileName = slot.fileName.map(folder.spelling)
      return slot
    }
    for slot in slots {
      guard let name = slot.fileName, children.contains(name) else { continue }
      var role = slot.role
      role.isShown = use.mayShow(slot)
      role.isForStore = role.isForStore && role.isShown && use.isForStore && !isOfMacAlone
      pictures[slot.index] = IconFile.load(
        folder.path + "/" + name, role: role, place: Self.place(of: slot, in: folder),
        headersOnly: headersOnly, reader: reader)
    }
  }

  var namedSlots: [IconSlot] { slots.filter { $0.fileName != nil } }

  /// Whether no slot names a picture, as in the set that Xcode puts into every new target.
  var isEmpty: Bool { namedSlots.isEmpty }

  /// Whether it is certainly a Mac app's, so that slots of other systems in it are leftovers.
  var isOfMacAlone: Bool { use.isForMacAlone && slots.contains { $0.role.platform == .macOS } }

  /// How a set without a usable Contents.json gets one; `icon place` writes one for iOS.
  var refilling: String {
    use.platforms.isEmpty || use.platforms.contains("iphoneos")
      ? "Put the icon into it with 'icon place' and --replace."
      : "Bring its Contents.json back, or make the set again in Xcode."
  }

  /// Whether the set has the old form, one slot per size.
  var isLegacy: Bool { slots.contains { $0.idiom == "iphone" || $0.idiom == "ipad" } }

  func image(of slot: IconSlot) -> IconImage? { try? pictures[slot.index]?.get() }

  /// The picture of the first slot that fits and has one.
  func image(where fits: (IconSlot) -> Bool) -> IconImage? {
    slots.filter(fits).compactMap { image(of: $0) }.first
  }

  /// The place in which a picture can be placed again; none for slots that `icon place` does not fill.
  private static func place(of slot: IconSlot, in folder: Folder) -> IconPlace {
    var catalog = Folder(folder.parent)
    while catalog.pathExtension != "xcassets", catalog.parent != catalog.path, catalog.path != "." {
      catalog = Folder(catalog.parent)
    }
    let isReachable = slot.isPlaced && catalog.pathExtension == "xcassets"
    return isReachable ? .slot(catalog: catalog.path, set: folder.stem) : .none
  }
}

struct IconSlot: Hashable, Sendable {
  let index: Int
  let idiom: String?
  let platform: String?
  /// In points, for example `60x60`.
  let size: String?
  /// For example `2x`.
  let scale: String?
  var fileName: String?
  /// The value of the `luminosity` appearance, `nil` for the default one.
  let appearance: String?
  /// Appearances of another kind than luminosity, which icons do not have.
  let foreignAppearances: [String]
  /// The part of a watch face, the watch's size or the direction of text; distinguishes slots of equal size.
  let subtype: String?

  init(index: Int, _ value: JSONValue) {
    self.index = index
    idiom = value["idiom"]?.string
    platform = value["platform"]?.string
    size = value["size"]?.string
    scale = value["scale"]?.string
    // Some tools write an empty name for none.
    fileName = value["filename"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let appearances = value["appearances"]?.array ?? []
    appearance = appearances.first { $0["appearance"]?.string == "luminosity" }?["value"]?.string
    foreignAppearances = appearances.compactMap { $0["appearance"]?.string }
      .filter { $0 != "luminosity" }
    subtype = ["role", "subtype", "language-direction"].compactMap { value[$0]?.string }
      .joined(separator: "/")
  }

  var factor: Double { scale.flatMap { Double($0.dropLast()) } ?? 1 }

  /// Points times scale, when ``size`` can be read.
  var pixelSize: PixelSize? {
    let sides = (size ?? "").split(separator: "x").compactMap { Double($0) }
    guard sides.count == 2 else { return nil }
    let pixels = sides.map { ($0 * factor).rounded() }
    guard pixels.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
    return PixelSize(width: Int(pixels[0]), height: Int(pixels[1]))
  }

  var isSingleSize: Bool {
    idiom == "universal" && size == "1024x1024"
      && platform.map(Self.platforms.contains) != false
  }

  /// The platforms that Xcode knows; it drops an entry for another one, also in other letter case.
  static let platforms: Set = ["ios", "watchos"]

  /// Whether this slot holds the picture that App Store Connect shows, in its default appearance.
  var isStoreIcon: Bool {
    (isSingleSize || idiom == "ios-marketing" || idiom == "watch-marketing") && appearance == nil
  }

  /// The purpose of a picture in this slot, in a set that may be for the store.
  var role: IconRole {
    let platform: IconRole.Platform =
      switch (idiom, platform) {
      case ("mac", _), (_, "macos"): .macOS
      case ("watch", _), ("watch-marketing", _), (_, "watchos"): .watchOS
      default: .iOS
      }
    return IconRole(
      platform: platform,
      appearance: appearance.flatMap(IconRole.Appearance.init(rawValue:)) ?? .any, size: pixelSize,
      isForStore: isStoreIcon || (idiom == "watch" && appearance == nil))
  }

  /// Whether `icon place` fills this slot: the one of iOS for all sizes, in its default appearance.
  var isPlaced: Bool { isSingleSize && appearance == nil && (platform ?? "ios") == "ios" }

  /// The systems that take its picture, by Xcode's names; an entry without a platform may be for a watch too.
  var systems: Set<String> {
    switch role.platform {
    case .macOS: ["macosx"]
    case .watchOS: ["watchos"]
    case .iOS: idiom == "universal" && platform == nil ? ["iphoneos", "watchos"] : ["iphoneos"]
    }
  }

  var label: String {
    [idiom ?? "no idiom", platform, size, scale, appearance].compactMap { $0 }.joined(
      separator: " ")
  }

  /// The properties that are equal for two entries of the same slot.
  var identity: [String] {
    [idiom, platform, size, scale ?? "1x", appearance, subtype].map { $0 ?? "" }
  }
}

extension IconUse {
  /// Whether a system that it is for may show the picture of a slot; those of iOS are shown elsewhere too.
  func mayShow(_ slot: IconSlot) -> Bool {
    platforms.isEmpty || slot.role.platform == .iOS || !platforms.isDisjoint(with: slot.systems)
  }
}
