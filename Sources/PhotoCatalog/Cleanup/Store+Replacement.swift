public import PhotoStore

extension Store {
  /// Moves preparations to the trash in whose place newer ones of the same photos and frames have
  /// come.
  ///
  /// What a document names stays, and what a person has framed that the newer one does not have.
  ///
  /// - Parameters:
  ///   - new: The newer preparations.
  ///   - seen: Others that are as wanted as they are.
  /// - Returns: How many went.
  /// - Throws: As ``planCleanup(_:onProblem:)`` and ``carryOut(_:while:_:)``.
  public func replaceOlder(
    than new: Set<RecordID>, sparing seen: Set<RecordID>
  ) throws -> Int {
    var older: Set<RecordID> = []
    for id in new {
      let recipes = try requireWriting().read { try Self.recipes(of: id.photo, in: $0) }
      if recipes.count < 2 { continue }
      let newer = try record(id).preparation
      for recipe in recipes {
        let other = RecordID(photo: id.photo, recipe: recipe)
        if new.contains(other) || seen.contains(other) { continue }
        let replaced = try? newer.replaces(record(other).preparation)
        if replaced == true { older.insert(other) }
      }
    }
    if older.isEmpty { return 0 }
    var options = CleanupOptions(allowsUnreferenced: true)
    (options.chosen, options.sparesUsed) = (older, true)
    let plan = try planCleanup(options) { _ in }
    var count = 0
    _ = try carryOut(plan) { event in
      if event.kind == .trashed, event.path.removingLastComponent() == paths.photos { count += 1 }
    }
    return count
  }
}

extension PhotoPreparation {
  /// Whether nothing is lost with an older preparation of the same photo.
  fileprivate func replaces(_ older: PhotoPreparation) -> Bool {
    let isFramed = older.hand?.renders.isEmpty == false
    return recipe.frames.cover(older.recipe.frames)
      && (!isFramed || recipe.differsInRules(from: older.recipe) && hand != nil)
  }
}
