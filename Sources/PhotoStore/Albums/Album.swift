public import Foundation

/// Photos that take turns in a widget, as the published app's shuffle manifest holds them.
///
/// This makes the file's ``bytes``; the writing side writes the file.
public struct Album: Hashable, Sendable {
  /// The version of the manifest, as its maker counts.
  public var version: Int
  /// Where the photos come from, for example `memories:onThisDay:01-28`.
  public var sourceID: String
  /// The photos.
  public var entries: [AlbumEntry]
  /// The place in ``entries`` of the photo that is shown until ``nextChangeDate``.
  public var currentIndex: Int
  /// How long each photo is shown, in minutes; 0 and below never changes.
  public var rotationIntervalMinutes: Int
  /// When the photo after ``currentIndex`` is shown; `nil` before the first rotation.
  public var nextChangeDate: Date?
  /// Unknown keys, which are kept when the album is written again.
  public var unknownKeys: [String: JSONValue]

  /// The published app's interval, in minutes.
  public static let standardIntervalMinutes = 60

  /// The key under which an album's file says what the program chose (decision 0803).
  package static let choiceKey = "photoprep"

  /// The source of an album whose photos come from no particular place; our choice.
  public static let standardSourceID = "photoprep"

  /// Makes an album.
  public init(
    version: Int = 1, sourceID: String, entries: [AlbumEntry] = [], currentIndex: Int = 0,
    rotationIntervalMinutes: Int = standardIntervalMinutes, nextChangeDate: Date? = nil,
    unknownKeys: [String: JSONValue] = [:]
  ) {
    (self.version, self.sourceID, self.entries) = (version, sourceID, entries)
    (self.currentIndex, self.rotationIntervalMinutes) = (currentIndex, rotationIntervalMinutes)
    (self.nextChangeDate, self.unknownKeys) = (nextChangeDate, unknownKeys)
  }

  /// The name of an album's file, `smart-shuffle-<identifier>.json`.
  public static func fileName(_ identifier: UUID) -> String {
    "\(StoredFileName.prefix)shuffle-\(identifier.uuidString).json"
  }

  /// Returns the file name of an album that a person named with or without `.json`.
  ///
  /// - Throws: `name-invalid` when it can be no file's name in the folder of albums.
  public static func fileName(named name: String) throws(PhotoprepError) -> String {
    let fileName = name.documentName
    // A name that no package may hold would prevent exporting the whole store.
    guard FileNameRule.isUsable(fileName) else {
      throw PhotoprepError(
        .nameInvalid, path: name, message: "'\(name)' cannot be the name of an album.",
        remedy: "Use one name of at most \(FileNameRule.byteLimit) bytes, without '/' and control "
          + "characters, not starting with a dot.")
    }
    return fileName
  }

  /// Adds prepared photos behind the others, each once: a photo that is there already stays as it
  /// is, whichever recipe it was prepared with.
  ///
  /// - Returns: How many were added.
  @discardableResult
  public mutating func add(_ records: some Sequence<PhotoRecord>) -> Int {
    let before = entries.count
    var known = Set(entries.compactMap(\.record?.photo))
    for record in records where known.insert(record.id.photo).inserted {
      entries.append(AlbumEntry(record))
    }
    return entries.count - before
  }

  /// Lets records take the places of other records of their photos, except where a person framed a photo and the record
  /// does not show that; returns how many entries changed.
  ///
  /// Of several records of one photo the one that was prepared last counts; `mayReplace` says whether it may take the
  /// place of another one.
  package mutating func show(
    _ records: some Sequence<PhotoRecord>,
    where mayReplace: (RecordID, PhotoRecord) -> Bool = { _, _ in true }
  ) -> Int {
    let newest = Dictionary(records.map { ($0.id.photo, $0) }) { one, other in
      one.preparedAt < other.preparedAt ? other : one
    }
    var present = Set(entries.map(\.id))
    var count = 0
    for (index, entry) in entries.enumerated() {
      guard let former = entry.record, let record = newest[former.photo],
        !entry.losesFraming(to: record), mayReplace(former, record),
        present.insert(record.id.description).inserted
      else { continue }
      entries[index].show(record)
      count += 1
    }
    return count
  }

  /// Updates the album's photos to the framings that people have made since.
  ///
  /// Only entries made from these records change; renders that the published app framed for this album alone stay.
  ///
  /// - Returns: How many entries changed.
  @discardableResult
  public mutating func reframe(_ records: some Sequence<PhotoRecord>) -> Int {
    let before = entries
    let latest = Dictionary(records.map { ($0.id.description, $0) }) { _, last in last }
    for index in entries.indices {
      if let record = latest[entries[index].id] { entries[index].reframe(as: record) }
    }
    return zip(before, entries).count { $0 != $1 }
  }

  /// Removes photos; the shown photo stays current, or the one after it becomes current.
  ///
  /// - Parameter isUnwanted: Whether to remove an entry.
  /// - Returns: How many entries were removed.
  @discardableResult
  public mutating func remove(where isUnwanted: (AlbumEntry) -> Bool) -> Int {
    let before = entries.count
    let earlier = entries.prefix(max(0, currentIndex)).count(where: isUnwanted)
    entries.removeAll(where: isUnwanted)
    currentIndex = min(currentIndex - earlier, max(0, entries.count - 1))
    return before - entries.count
  }

  /// Every file the album names, each once, sorted.
  public var allReferencedFileNames: [String] {
    Set(entries.flatMap(\.allReferencedFileNames)).sorted()
  }

  /// Reads an album; every key that is missing or has the wrong type has its default.
  ///
  /// - Throws: `unreadable-document` when the bytes are not a JSON object.
  public init(bytes: [UInt8], path: String) throws(PhotoprepError) {
    self.init(try JSONValue.document(bytes, path: path))
  }

  private init(_ document: [String: JSONValue]) {
    var reader = DocumentReader(document)
    self.init(
      version: reader.integer("version") ?? 1, sourceID: reader.string("sourceID") ?? "",
      entries: reader.take("entries")?.array?.compactMap(\.object).map(AlbumEntry.init(json:))
        ?? [],
      currentIndex: reader.integer("currentIndex") ?? 0,
      rotationIntervalMinutes: reader.integer("rotationIntervalMinutes")
        ?? Self.standardIntervalMinutes,
      nextChangeDate: reader.take("nextChangeDate")?.date, unknownKeys: reader.rest)
  }

  /// Reads an album that is to be written again.
  ///
  /// - Throws: `unreadable-document` also when not every entry is an object, as in a damaged album or one of a newer
  ///   version: readers go without such entries, and writing would lose them.
  package init(toChange bytes: [UInt8], path: String) throws(PhotoprepError) {
    let document = try JSONValue.document(bytes, path: path)
    let entries = document["entries"] ?? .null
    guard entries == .null || entries.array?.allSatisfy({ $0.object != nil }) == true else {
      throw PhotoprepError(
        .unreadableDocument, path: path,
        message: "Entries of the album cannot be understood; changing it would lose them.",
        remedy: "Restore it from a backup, or change it with the app that wrote it.")
    }
    self.init(document)
  }

  /// The album's bytes, the same for the same album on every machine.
  ///
  /// Dates are seconds since 2001-01-01 UTC, the only form the published app reads in albums.
  public var bytes: [UInt8] {
    var object: [String: JSONValue] = [
      "version": .integer(version), "sourceID": .string(sourceID),
      "entries": .array(entries.map(\.json)), "currentIndex": .integer(currentIndex),
      "rotationIntervalMinutes": .integer(rotationIntervalMinutes),
    ]
    object["nextChangeDate"] = nextChangeDate.map { .date($0, as: .referenceSeconds) }
    return JSONValue.object(unknownKeys).overlaid(with: .object(object)).canonicalBytes
  }
}

extension ImportedFileName {
  /// The name of an imported album, from the SHA-256 of its bytes: the published app's form.
  public static func album(of digest: ContentDigest) -> String { Album.fileName(UUID(digest)) }
}

extension Album {
  /// The places in ``entries`` that can be shown, in order.
  public var preparedIndices: [Int] { entries.indices.filter { entries[$0].isPrepared } }

  /// How long each photo is shown, in seconds; `nil` when the album does not change by itself.
  public var rotationInterval: TimeInterval? {
    rotationIntervalMinutes > 0 ? Double(rotationIntervalMinutes) * 60 : nil
  }

  /// Returns the place in ``entries`` of the photo shown at a date; `nil` when none is prepared.
  ///
  /// Before ``nextChangeDate`` it is the current one. From then on, the published app's rule:
  ///
  ///     (current + ⌊(date − nextChange) ÷ interval⌋ + 1) mod prepared
  ///
  /// counted over the prepared entries. As in the app, the first prepared entry stands for a current
  /// one that is not prepared, and an index below or above all is the first or the last. A pause of
  /// any length is caught up with by the same rule.
  public func index(at date: Date) -> Int? {
    let prepared = preparedIndices
    guard let last = entries.indices.last, !prepared.isEmpty else { return nil }
    let current = prepared.firstIndex(of: min(max(0, currentIndex), last)) ?? 0
    let count = Double(prepared.count)
    let turns = changes(until: date).truncatingRemainder(dividingBy: count)
    return prepared[(current + Int(turns)) % prepared.count]
  }

  /// Returns the photo shown at a date; `nil` when none is prepared.
  public func entry(at date: Date) -> AlbumEntry? { index(at: date).map { entries[$0] } }

  /// Returns the first change after a date; `nil` when the album never changes.
  ///
  /// That is so without an interval, before the first rotation, and with fewer than two prepared photos.
  public func nextChange(after date: Date) -> Date? {
    guard let interval = rotationInterval, let nextChangeDate, preparedIndices.count > 1
    else { return nil }
    let change = nextChangeDate + changes(until: date) * interval
    // The sum may round down onto the date itself, and a widget would ask for it for ever.
    return change > date ? change : change + interval
  }

  /// Makes the photo of a date the current one, and schedules the next change.
  ///
  /// - Returns: Whether anything changed that must be written.
  @discardableResult
  public mutating func rotate(to date: Date) -> Bool {
    let before = self
    guard let interval = rotationInterval, let shown = index(at: date) else { return false }
    let change = nextChangeDate.map { $0 + changes(until: date) * interval } ?? date + interval
    currentIndex = shown
    nextChangeDate = change > date ? change : change + interval
    return self != before
  }

  /// The changes from ``nextChangeDate`` to a date, that one included; a whole number.
  private func changes(until date: Date) -> Double {
    guard let interval = rotationInterval, let nextChangeDate, date >= nextChangeDate
    else { return 0 }
    return (date.timeIntervalSince(nextChangeDate) / interval).rounded(.down) + 1
  }
}
