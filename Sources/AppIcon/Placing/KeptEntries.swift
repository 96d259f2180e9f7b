import PhotoStore
import Foundation

/// What stays of a set that is replaced: other platforms' entries, other appearances, loose files.
struct KeptEntries: Sendable {
  /// The old set.
  let path: String
  /// Entries of `images` that stay, unchanged.
  let entries: [JSONValue]
  /// Names that stay with all that is under them: files byte for byte, hidden ones too, links as links.
  let files: [String]
  /// The other members of Contents.json.
  let members: [String: JSONValue]
  /// Entries that go although nothing takes their place, for a person.
  let dropped: [String]

  /// Keeps of a set what the new pictures do not replace and what breaks no rule of severity error.
  ///
  /// - Throws: ``AppIconError`` with code `folder-unreadable`.
  init(_ set: IconSet, dropping appearances: Set<IconRole.Appearance>) throws(AppIconError) {
    path = set.path
    var seen: [[String]] = []
    var kept: [IconSlot] = []
    var dropped: [String] = []
    for slot in set.slots where !Self.isReplaced(slot, by: appearances) {
      if Self.isSound(slot, in: set), !seen.contains(slot.identity) {
        kept.append(slot)
        seen.append(slot.identity)
      } else {
        dropped.append("the entry \(slot.label) is dropped: it has an error")
      }
    }
    let old = set.contents.value?["images"]?.array ?? []
    entries = kept.map { old[$0.index] }
    self.dropped = dropped
    let named = set.slots.compactMap { $0.fileName?.lowercased() }
    let keptNames = kept.compactMap { $0.fileName?.lowercased() }
    files = try Folder(set.path).names().filter { name in
      name != "Contents.json"
        && (keptNames.contains(name.lowercased()) || !named.contains(name.lowercased()))
    }
    guard case .object(var members) = set.contents.value else {
      members = [:]
      return
    }
    members["images"] = nil
    self.members = members
  }

  /// The names that new files must not take, in lower case.
  var fileNames: Set<String> { Set(files.map { $0.lowercased() }) }

  /// Whether the slot is one of iOS that the single-size form makes superfluous.
  private static func isReplaced(
    _ slot: IconSlot, by appearances: Set<IconRole.Appearance>
  ) -> Bool {
    guard slot.role.platform == .iOS, slot.idiom != "car" else { return false }
    return slot.idiom != "universal" || appearances.contains(slot.role.appearance)
  }

  /// Whether a kept entry leaves no error behind: an empty slot, or a picture without one.
  private static func isSound(_ slot: IconSlot, in set: IconSet) -> Bool {
    guard slot.fileName != nil else { return true }
    guard let image = set.images[slot.index] else { return false }
    return !IconRules.image.findings(in: image).contains { $0.severity == .error }
  }
}
