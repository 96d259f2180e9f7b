import PhotoStore

/// What documents and pins say is in use, as a cleanup asks for it.
///
/// A photo is held as its name and any other file as a hash of its name: 16 or 8 bytes for each that
/// is in use. Two names with one hash can only keep a file that nothing names.
final class UsedFiles: ReferenceSink {
  /// The prepared photos of which any file is in use.
  private var records: Set<RecordID> = []
  /// Hashes of the keys of other files.
  private var others: Set<Int> = []
  /// The images that young designs name.
  let young: YoungNames

  /// Makes an empty set.
  ///
  /// - Parameter cutoff: A design that changed after this time is young; in nanoseconds since
  ///   1970-01-01 UTC.
  /// - Throws: `scratch`.
  init(cutoff: Int64) throws(StoreError) { young = try YoungNames(cutoff: cutoff) }

  func add(_ document: SurveyDocument, names: [NamedFile]) throws(StoreError) {
    for file in names { insert(NamedFile.key(file.name)) }
    try young.add(document, names)
  }

  /// Takes a file as used; its photo is, as soon as any of its files is named, there or not.
  func insert(_ key: String) {
    if let stored = StoredFileName(key) {
      records.insert(stored.record)
    } else {
      others.insert(key.hashValue)
    }
  }

  /// Takes a prepared photo as used.
  func insert(_ record: RecordID) { records.insert(record) }

  /// Whether any file of a prepared photo is in use.
  func contains(_ record: RecordID) -> Bool { records.contains(record) }

  /// Whether a file is in use: it, or its prepared photo, by the key of its name.
  func contains(_ key: String) -> Bool {
    if let stored = StoredFileName(key) { return records.contains(stored.record) }
    return others.contains(key.hashValue)
  }
}
