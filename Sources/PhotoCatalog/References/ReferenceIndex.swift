import PhotoStore

/// The users of each file of a store: its documents, its pins, and the records of its photos.
///
/// Cleaning, checking and listing all use it. It is held in memory for the length of one call: some 200 bytes for each
/// file that is named (decision 0309).
final class ReferenceIndex {
  private struct Reference {
    let document: Int32
    let isCertain: Bool
    let name: String
  }

  private var documents: [Referrer] = []
  /// The references of documents, by the keys of the names.
  private var references: [String: [Reference]] = [:]
  /// The records that name a file other than their JPEG master and JPEG renders, by the key of its name.
  private var claims: [String: Set<RecordID>] = [:]
  /// The prepared photos of which any file is in use, whether or not the file is there.
  private var records: Set<RecordID> = []
  /// The photos of which every preparation is in use.
  private var photos: Set<PhotoID> = []
  /// The keys of files that a photo in use names.
  private var followed: Set<String> = []

  func add(_ document: Referrer, names: [NamedFile]) {
    let number = Int32(documents.count)
    documents.append(document)
    for file in names {
      let key = NamedFile.key(file.name)
      insert(Reference(document: number, isCertain: file.isCertain, name: file.name), into: key)
      // What an app keeps beside an image has its name with another ending.
      if let identifier = Self.identifier(in: key) {
        insert(Reference(document: number, isCertain: false, name: file.name), into: identifier)
      }
      for mention in RecordID.mentions(in: key) {
        if let record = RecordID(mention) { records.insert(record) }
        if let photo = PhotoID(mention) { photos.insert(photo) }
      }
    }
  }

  private func insert(_ reference: Reference, into key: String) {
    let others = references[key, default: []]
    if let last = others.last, last.document == reference.document {
      // Of two spellings, the one that is certainly a name is kept.
      if !last.isCertain { references[key]?[others.count - 1] = reference }
    } else {
      references[key, default: []].append(reference)
    }
  }

  /// Adds the files that a record names other than its JPEG master and JPEG renders.
  func add(claims names: [String], of record: RecordID) {
    for name in names { claims[NamedFile.key(name), default: []].insert(record) }
  }

  /// The records that name a file other than their JPEG master and JPEG renders, by the key of its name.
  func claimants(of key: String) -> Set<RecordID> { claims[key] ?? [] }

  /// Whether a document or a record names a file.
  func isNamed(_ name: String) -> Bool {
    let key = NamedFile.key(name)
    return isReferenced(key) || claims[key] != nil
  }

  private func isReferenced(_ key: String) -> Bool {
    references[Self.identifier(in: key) ?? key] != nil
  }

  /// The UUID in the name of an imported image or of the published app's, by which a document may name it.
  private static func identifier(in key: String) -> String? {
    ImageFileKind.identifier(key)?.uuidString.lowercased()
  }

  /// Whether a file is a render framed by a person that neither a record nor a document names: if its photo's record
  /// is there, the photo was framed again.
  func isReplaced(_ file: StoredFileName) -> Bool {
    file.role.isByHand && !isNamed(file.description)
  }

  /// The labels of the documents that name a file, sorted.
  func documents(naming name: String) -> [String] {
    let key = NamedFile.key(name)
    let record = StoredFileName(key)?.record
    let name = Self.identifier(in: key) ?? key
    let keys = [name, record?.description, record?.photo.description].compactMap(\.self)
    let found = keys.flatMap { references[$0] ?? [] }
    return Set(found.map { documents[Int($0.document)].label }).sorted()
  }

  /// The labels of the documents that name any of some files, sorted.
  func documents(naming names: [String]) -> [String] {
    Set(names.flatMap { documents(naming: $0) }).sorted()
  }

  /// The files that documents certainly name, in the order of their names, with the labels of these documents, sorted.
  var certain: [(name: String, documents: [String])] {
    var labels: [String: Set<String>] = [:]
    for reference in references.values.joined() where reference.isCertain {
      labels[reference.name, default: []].insert(documents[Int(reference.document)].label)
    }
    return labels.map { ($0.key, $0.value.sorted()) }.sorted { $0.0 < $1.0 }
  }

  /// Finds the images, by name, that are certainly named by designs that changed after a time, in nanoseconds since
  /// 1970-01-01 UTC, each with the first such design; an image that is not there may be on its way.
  func young(since cutoff: Int64) -> [(name: String, document: String)] {
    var labels: [String: String] = [:]
    for reference in references.values.joined()
    where reference.isCertain && !reference.name.hasSuffix(".json") {
      let document = documents[Int(reference.document)]
      guard let modified = document.modified, modified > cutoff else { continue }
      labels[reference.name] = min(labels[reference.name] ?? document.label, document.label)
    }
    return labels.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Whether any file of a prepared photo is in use.
  func uses(_ record: RecordID) -> Bool {
    records.contains(record) || photos.contains(record.photo)
  }

  /// Whether a file or its prepared photo is in use, by the key of its name.
  func uses(_ key: String) -> Bool {
    if let stored = StoredFileName(key) { return uses(stored.record) }
    return isReferenced(key) || followed.contains(key)
  }

  /// Marks photos as used that share a file with a used one, with every file that they name.
  func followClaims() {
    var hasMore = true
    while hasMore {
      hasMore = false
      for (key, claimants) in claims {
        guard uses(key) || claimants.contains(where: uses) else { continue }
        let count = records.count + followed.count
        records.formUnion(claimants)
        if let stored = StoredFileName(key) {
          records.insert(stored.record)
        } else {
          followed.insert(key)
        }
        hasMore = hasMore || records.count + followed.count > count
      }
    }
  }
}

/// A document that says which files are in use, or a pin.
struct Referrer {
  /// What it is called in messages.
  let label: String
  /// When it last changed, in nanoseconds since 1970-01-01 UTC; only for designs, because apps write albums and
  /// preferences all the time.
  let modified: Int64?
}
