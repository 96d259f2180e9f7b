import PhotoStore

/// One file that is not what its record says.
struct FileDamage {
  /// The record that names the file.
  let record: RecordID
  /// The file's name.
  let name: String
  let code: Finding.Code
  let message: String
  /// The SHA-256 the record gives; `nil` for a render whose record gives none.
  let wanted: ContentDigest?
  /// The SHA-256 of the file as it is; `nil` if it cannot be read.
  let found: ContentDigest?
  /// The file whose bytes these are, when it is one of the damaged ones.
  var rightName: String?
}

/// Every damaged file of a store.
///
/// Which files were swapped is known only once all of them are listed.
struct DamageList {
  private var damages: [String: FileDamage] = [:]
  /// The damaged files that hold the bytes with a digest, and those that should hold them.
  private var holders: [ContentDigest: Set<String>] = [:]
  private var owners: [ContentDigest: Set<String>] = [:]

  mutating func add(_ damage: FileDamage) {
    damages[damage.name] = damage
    if let digest = damage.found { holders[digest, default: []].insert(damage.name) }
    if let digest = damage.wanted { owners[digest, default: []].insert(damage.name) }
  }

  /// Returns the name of a damaged file that holds the bytes with a digest.
  func holder(of digest: ContentDigest) -> String? { holders[digest]?.min() }

  /// Visits the files in the order of their records and names.
  func forEach(_ visit: (FileDamage) throws -> Void) rethrows {
    let sorted = damages.values.sorted {
      ($0.record.fileName, $0.name) < ($1.record.fileName, $1.name)
    }
    for var damage in sorted {
      let right = damage.found.flatMap { owners[$0] } ?? []
      damage.rightName = right.filter { $0 != damage.name }.min()
      try visit(damage)
    }
  }
}
