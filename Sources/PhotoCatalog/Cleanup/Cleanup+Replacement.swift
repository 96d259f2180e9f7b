public import PhotoStore

extension Cleanup {
  /// Moves preparations to the trash in whose place newer ones of the same photos and frames have
  /// come.
  ///
  /// What a document names stays, and what a person has set that the newer one does not have.
  ///
  /// - Parameters:
  ///   - new: The newer preparations.
  ///   - seen: Others that are as wanted as they are.
  ///   - store: The store, open alone.
  /// - Returns: How many went.
  /// - Throws: As ``plan(onProblem:)`` and ``carryOut(_:while:_:)``.
  public static func replaceOlder(
    than new: Set<RecordID>, sparing seen: Set<RecordID>, in store: Store
  ) throws -> Int {
    var older: Set<RecordID> = []
    for id in new {
      let recipes = try store.requireWriting().read { try PhotoRow.recipes(of: id.photo, in: $0) }
      if recipes.count < 2 { continue }
      let newer = try store.record(id).preparation
      for recipe in recipes {
        let other = RecordID(photo: id.photo, recipe: recipe)
        if new.contains(other) || seen.contains(other) { continue }
        let replaced = try? newer.replaces(store.record(other).preparation)
        if replaced == true { older.insert(other) }
      }
    }
    return try removeUnused(older, in: store)
  }

  /// Moves prepared photos to the trash but for those that something names.
  ///
  /// - Parameters:
  ///   - photos: Their records.
  ///   - store: The store, open alone.
  /// - Returns: How many records went.
  /// - Throws: As ``plan(onProblem:)`` and ``carryOut(_:while:_:)``.
  public static func removeUnused(_ photos: Set<RecordID>, in store: Store) throws -> Int {
    if photos.isEmpty { return 0 }
    var options = CleanupOptions.removing(photos)
    options.sparesUsed = true
    let cleanup = Cleanup(of: store, options)
    var count = 0
    _ = try cleanup.carryOut(try cleanup.plan { _ in }) { event in
      guard event.kind == .trashed else { return }
      if event.path.removingLastComponent() == store.paths.photos { count += 1 }
    }
    return count
  }
}

extension PhotoPreparation {
  /// Whether nothing is lost with an older preparation of the same photo.
  fileprivate func replaces(_ older: PhotoPreparation) -> Bool {
    let isHandMade = older.hand?.isOfUse == true
    return recipe.frames.cover(older.recipe.frames)
      && (!isHandMade || recipe.differsInRules(from: older.recipe) && hand != nil)
  }
}
