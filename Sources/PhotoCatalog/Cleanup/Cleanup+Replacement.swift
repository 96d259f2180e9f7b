public import PhotoStore

extension Cleanup {
  /// The preparations in whose place newer ones of the same photos and frames have come.
  ///
  /// What a person has set that the newer one does not have keeps its preparation.
  ///
  /// - Parameters:
  ///   - new: The newer preparations.
  ///   - seen: Others that are as wanted as they are.
  ///   - store: The store.
  /// - Returns: The older ones, each with the one in its place.
  /// - Throws: `catalog`; as reading a record.
  public static func older(
    than new: Set<RecordID>, sparing seen: Set<RecordID>, in store: Store
  ) throws -> [(old: RecordID, new: RecordID)] {
    var older: [RecordID: RecordID] = [:]
    for id in new.sorted() {
      let all = try store.recordIDs(of: id.photo)
      if all.count < 2 { continue }
      let newer = try store.record(id).preparation
      for other in all {
        if new.contains(other) || seen.contains(other) { continue }
        let replaced = try? newer.replaces(store.record(other).preparation)
        if replaced == true { older[other] = id }
      }
    }
    return older.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The preparations of the same photos that differ from some in the focus alone.
  ///
  /// What a person has set that the others do not have keeps its preparation.
  ///
  /// - Parameters:
  ///   - seen: Those that are asked for.
  ///   - store: The store.
  /// - Returns: Those that are not asked for with their focus, each with the one in its place.
  /// - Throws: `catalog`; as reading a record.
  package static func otherFocus(
    than seen: Set<RecordID>, in store: Store
  ) throws -> [(old: PhotoPreparation, id: RecordID, new: RecordID)] {
    let several = Set(try store.ask { try PhotoRow.severalRecipes(in: $0) } ?? [])
    var found: [(old: PhotoPreparation, id: RecordID, new: RecordID)] = []
    for id in seen.sorted() where several.contains(id.photo) {
      let newer = try store.record(id).preparation
      for other in try store.recordIDs(of: id.photo) where !seen.contains(other) {
        guard let older = try? store.record(other).preparation, newer.differsInFocus(from: older),
          newer.replaces(older)
        else { continue }
        found.append((older, other, id))
      }
    }
    return found
  }

  /// Moves prepared photos to the trash but for those that something names.
  ///
  /// - Parameters:
  ///   - photos: Their records.
  ///   - store: The store, open alone.
  /// - Returns: The records that went.
  /// - Throws: As ``plan(onProblem:)`` and ``carryOut(_:while:_:)``.
  public static func removeUnused(
    _ photos: Set<RecordID>, in store: Store
  ) throws -> Set<RecordID> {
    if photos.isEmpty { return [] }
    var options = CleanupOptions.removing(photos)
    options.sparesUsed = true
    let cleanup = Cleanup(of: store, options)
    var removed: Set<RecordID> = []
    _ = try cleanup.carryOut(try cleanup.plan { _ in }) { event in
      guard event.kind == .trashed, event.path.removingLastComponent() == store.paths.photos
      else { return }
      if let id = event.path.lastComponent.flatMap({ RecordID(fileName: $0.string) }) {
        removed.insert(id)
      }
    }
    return removed
  }
}

extension PhotoPreparation {
  fileprivate func differsInFocus(from other: PhotoPreparation) -> Bool {
    var recipe = other.recipe
    recipe.focus = self.recipe.focus
    return recipe == self.recipe
  }

  /// Whether nothing is lost with an older preparation of the same photo.
  fileprivate func replaces(_ older: PhotoPreparation) -> Bool {
    let isHandMade = older.hand?.isOfUse == true
    return recipe.frames.cover(older.recipe.frames)
      && (!isHandMade || recipe.differsInRules(from: older.recipe) && hand != nil)
  }
}
