import Foundation
import PhotoStore

/// The parts of a replaced set that stay: all but the slots that the new pictures fill.
struct KeptEntries: Sendable {
  /// Entries of `images` that stay, unchanged.
  let entries: [JSONValue]
  /// Names that stay with everything below them: files byte for byte, hidden ones too, links as links.
  let files: [String]
  /// Names of files that only replaced slots named; they are removed.
  let removed: [String]
  /// The names of files that are removed or written again, for a backup.
  let changed: [String]
  /// What was in it when the set was read.
  let contents: JSONValue?

  /// Sorts the contents of a set by whether pictures of some appearances replace them.
  ///
  /// - Throws: ``PhotoprepError`` with code `folder-unreadable`; `file-unreadable` where Contents.json does not say
  ///   what has to stay.
  init(_ set: IconSet, dropping appearances: Set<IconRole.Appearance>) throws {
    let names = try Folder(set.path).names()
    if case .unreadable(let fact, let remedy) = set.contents {
      throw PhotoprepError(
        .fileUnreadable, path: set.path + "/Contents.json",
        message: "\(fact.hasSuffix(".") ? fact : "The file \(fact).") "
          + "The set's other entries could not be kept.",
        remedy: remedy ?? "Mend it, or place the icon with another '--name'.")
    }
    let kept = set.slots.filter { !Self.isReplaced($0, by: appearances) }
    let old = set.contents.value?["images"]?.array ?? []
    let dropped = Set(set.slots.map(\.index)).subtracting(kept.map(\.index))
    entries = old.indices.filter { !dropped.contains($0) }.map { old[$0] }
    let named = Set(set.slots.compactMap { $0.fileName?.lowercased() })
    let gone = named.subtracting(kept.compactMap { $0.fileName?.lowercased() })
    contents = set.contents.value
    files = names.filter { $0 != "Contents.json" && !gone.contains($0.lowercased()) }
    removed = names.filter { gone.contains($0.lowercased()) }
    changed = removed + names.filter { $0 == "Contents.json" }
  }

  /// The names that new files must not take, in lower case.
  var fileNames: Set<String> { Set(files.map { $0.lowercased() }) }

  /// Whether the slot is one of iOS's Home Screen in an appearance that is given again; slots for single sizes belong
  /// to the default one.
  private static func isReplaced(
    _ slot: IconSlot, by appearances: Set<IconRole.Appearance>
  ) -> Bool {
    switch (slot.idiom, slot.platform) {
    case ("iphone", _), ("ipad", _), ("ios-marketing", _): return slot.appearance == nil
    case ("universal", nil), ("universal", "ios"):
      guard let appearance = slot.appearance else { return slot.foreignAppearances.isEmpty }
      return IconRole.Appearance(rawValue: appearance).map(appearances.contains) ?? false
    default: return false
    }
  }
}
