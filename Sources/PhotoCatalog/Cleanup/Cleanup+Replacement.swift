package import PhotoStore

extension Cleanup {
  /// The preparations in whose place newer ones of the same photos and frames have come, each with that; none of those
  /// in `seen`, which are as wanted as the newer ones.
  ///
  /// What a person has set that the newer one does not have keeps its preparation.
  package static func older(
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

  /// The preparations that differ from some in the focus alone and were not asked for, each with the one in its place.
  ///
  /// What a person has set that the others do not have keeps its preparation.
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

  /// Those of some prepared photos that may go once albums show them no more, as nothing else names them.
  ///
  /// - Throws: As ``plan(onProblem:)``; `cleanup-refused` names a document that cannot be read.
  package static func removable(_ photos: Set<RecordID>, in store: Store) throws -> Set<RecordID> {
    if photos.isEmpty { return [] }
    var problems: [PhotoprepError] = []
    do {
      _ = try Cleanup(of: store, .removingUnused(photos)).plan { problem in
        if problem.stopsCleanup { problems.append(problem) }
      }
    } catch let refusal as PhotoprepError {
      throw problems.first.map { refusal.because(of: $0, amongst: problems.count) } ?? refusal
    }
    let following = try Albums(of: store).following()
    let owners = photos.map { id in store.imageNames(of: id).map { ($0, id) } }.joined()
    let owner = Dictionary(owners) { one, _ in one }
    var kept: Set<RecordID> = []
    let references = StoreReferences(of: store)
    let names = owner.keys.sorted()
    _ = try references.list(names, onProblem: { if $0.stopsCleanup { throw $0 } }) { file in
      guard let id = file.path.lastComponent.flatMap({ owner[$0.string] }) else { return }
      if !following.isSuperset(of: file.documents) { kept.insert(id) }
    }
    return photos.subtracting(kept)
  }

  /// Moves prepared photos of a store open alone to the trash but for those that something names; returns those that
  /// went.
  ///
  /// - Throws: As ``plan(onProblem:)`` and ``carryOut(_:while:_:)``.
  package static func removeUnused(
    _ photos: Set<RecordID>, in store: Store
  ) throws -> Set<RecordID> {
    if photos.isEmpty { return [] }
    let cleanup = Cleanup(of: store, .removingUnused(photos))
    return try cleanup.carryOut(try cleanup.plan { _ in }) { _ in }.records
  }
}

extension CleanupOptions {
  /// What moves prepared photos to the trash but for those that something names.
  fileprivate static func removingUnused(_ photos: Set<RecordID>) -> CleanupOptions {
    var options = CleanupOptions.removing(photos)
    options.sparesUsed = true
    return options
  }
}

extension PhotoprepError {
  /// A refusal that names the first of the documents that it is for.
  fileprivate func because(of problem: PhotoprepError, amongst count: Int) -> PhotoprepError {
    let more = count > 1 ? " (\(count - 1) more cannot be read.)" : ""
    return PhotoprepError(
      code, path: problem.path,
      message: "\(problem.message)\(more) What it names would count as unused, so nothing was "
        + "removed.",
      remedy: problem.remedy ?? "Restore it from a backup.", detail: problem.detail)
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
    // What a person set and this software cannot read is among the unknown keys, and no other record has it.
    if older.unknownKeys["hand"] != nil { return false }
    let isHandMade = older.hand?.isOfUse == true
    return recipe.frames.cover(older.recipe.frames)
      && (!isHandMade || recipe.differsInRules(from: older.recipe) && hand != nil)
  }
}
