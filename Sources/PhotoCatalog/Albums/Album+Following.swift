package import PhotoStore

extension Album {
  /// The names of entries or photos that an album's file lists of the choice, `chosen` or `refused`; `nil` where it
  /// lists none so.
  package func choiceNames(_ list: String) -> [String]? {
    unknownKeys[Self.choiceKey]?.object?[list]?.array?.compactMap(\.string)
  }

  /// Shows photos as they are now: others in the place of those that were edited, none in the place of those that are
  /// gone.
  ///
  /// What the program chose stays chosen, what is gone was not taken out by a person, and what a person took out stays
  /// out when it is edited.
  ///
  /// `newer` has the records in whose places others came, with those, `edited` what edited files had been, with what
  /// they are now.
  mutating func follow(
    _ newer: [RecordID: PhotoRecord], edited: [PhotoID: PhotoID] = [:], without gone: Set<RecordID>
  ) {
    let present = Set(entries.map(\.id))
    let edits = Set(takenOut.compactMap { edited[$0] })
      .subtracting(entries.compactMap { $0.record?.photo })
    if !edits.isEmpty { refuse(edits) }
    for index in entries.indices {
      guard let record = entries[index].record.flatMap({ newer[$0] }),
        !present.contains(record.id.description)
      else { continue }
      entries[index].show(record)
    }
    remove { entry in
      entry.record.map { gone.contains($0) || newer[$0] != nil } ?? false
    }
    changeChoice { old in
      // One that is not in the album says that a person took it out.
      guard present.contains(old), let id = RecordID(old) else { return old }
      return gone.contains(id) ? nil : newer[id]?.id.description ?? old
    }
  }

  /// Gives the entries that the program chose other names, or forgets them, in what the album says of the choice.
  mutating func changeChoice(_ name: (String) -> String?) {
    guard var notes = unknownKeys[Self.choiceKey]?.object else { return }
    notes["chosen"] = notes["chosen"]?.array.map { names in
      .array(names.compactMap { $0.string.flatMap(name) }.map(JSONValue.string))
    }
    notes["why"] = notes["why"]?.object.map { reasons in
      .object(
        Dictionary(reasons.compactMap { old, why in name(old).map { ($0, why) } }) { one, _ in one }
      )
    }
    unknownKeys[Self.choiceKey] = .object(notes)
  }

  /// Lets photos be a person's choice that the program chose, so that another choice keeps them.
  ///
  /// - Returns: How many entries that were the program's are a person's now.
  package mutating func keepByHand(_ photos: Set<PhotoID>) -> Int {
    guard let chosen = choiceNames("chosen") else { return 0 }
    let mine = Set(chosen.filter { RecordID($0).map { photos.contains($0.photo) } ?? false })
    changeChoice { mine.contains($0) ? nil : $0 }
    return entries.count { mine.contains($0.id) }
  }

  /// The photos that a person took out of what the program chose: those that are noted, and chosen ones that are not
  /// there by any record, as an app lets an album show a photo as it was prepared last.
  package var takenOut: Set<PhotoID> {
    let chosen = Set((choiceNames("chosen") ?? []).compactMap { RecordID($0)?.photo })
    return Set((choiceNames("refused") ?? []).compactMap { PhotoID($0) })
      .union(chosen.subtracting(entries.compactMap { $0.record?.photo }))
  }

  /// Notes that a person took photos out of what the program chose from, so that no choice brings them back.
  package mutating func refuse(_ photos: Set<PhotoID>) {
    guard var notes = unknownKeys[Self.choiceKey]?.object else { return }
    let refused = Set(choiceNames("refused") ?? []).union(photos.map(\.description))
    notes["refused"] = .array(refused.sorted().map(JSONValue.string))
    unknownKeys[Self.choiceKey] = .object(notes)
  }
}

extension Albums {
  /// Lets all albums show photos as they are now; one that cannot be read stays as it is, and so does one of a newer
  /// version; the parameters are those of ``PhotoStore/Album/follow(_:edited:without:)``.
  package func follow(
    _ newer: [RecordID: PhotoRecord], edited: [PhotoID: PhotoID] = [:],
    without gone: Set<RecordID> = []
  ) throws {
    if newer.isEmpty, edited.isEmpty, gone.isEmpty { return }
    for name in try names() {
      guard let album = try? albumToChange(name), !album.isNewer else { continue }
      var now = album
      now.follow(newer, edited: edited, without: gone)
      if now == album { continue }
      let date = store.environment.clock()
      try change(name) { album in
        // The photo that is shown now stays. Where none goes, stores that follow alike keep the same bytes.
        if now.entries.count < album.entries.count { album.rotate(to: date) }
        album.follow(newer, edited: edited, without: gone)
      }
    }
  }

  /// Where in the container the albums are that show photos as they are now.
  func following() throws -> Set<String> {
    let names = try names().filter { (try? albumToChange($0))?.isNewer == false }
    return Set(names.map(label(of:)))
  }
}

extension Album {
  /// Whether a version wrote it that is not known here.
  fileprivate var isNewer: Bool { version > ReferenceDocument.albumVersion }
}
