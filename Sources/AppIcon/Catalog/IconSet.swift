internal import PhotoGeometry
import Foundation
import Imaging

/// An `.appiconset` folder with its pictures.
struct IconSet: Sendable {
  /// The path for messages.
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
  /// How the targets use the set.
  let use: IconUse
}

extension IconSet {
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
      role.isForStore = role.isForStore && use.isForStore && !isOfMacAlone
      pictures[slot.index] = IconFile.load(
        folder.path + "/" + name, role: role, place: Self.place(of: slot, in: folder),
        headersOnly: headersOnly, reader: reader)
    }
  }

  /// The slots that name a picture, in file order.
  var namedSlots: [IconSlot] { slots.filter { $0.fileName != nil } }

  /// Whether no slot names a picture, as in the set that Xcode puts into every new target.
  var isEmpty: Bool { namedSlots.isEmpty }

  /// Whether it is certainly a Mac app's, so that slots of other systems in it are leftovers.
  var isOfMacAlone: Bool { use.isForMacAlone && slots.contains { $0.role.platform == .macOS } }

  /// Whether the set has the old form, one slot per size.
  var isLegacy: Bool { slots.contains { $0.idiom == "iphone" || $0.idiom == "ipad" } }

  /// The picture of a slot, if it can be read.
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
