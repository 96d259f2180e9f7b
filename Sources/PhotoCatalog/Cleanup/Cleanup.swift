import Foundation
package import PhotoStore
import SystemFiles
import SystemPackage

/// Finds what nothing uses in a store, and moves it to the trash and back.
package struct Cleanup: StoreWork {
  let store: Store
  let options: CleanupOptions

  package init(of store: Store, _ options: CleanupOptions = CleanupOptions()) {
    (self.store, self.options) = (store, options)
  }

  /// Carries out a plan of this store, open alone since it was made: brings back what is needed, removes what expired,
  /// moves what nothing names to the trash, and brings back what an app named meanwhile.
  ///
  /// Every step is one rename or one removal, so a crash at any point leaves each file in its place
  /// or in the trash, and a full disk does not stop it. `keepGoing` is asked before each file; `false` ends it there.
  ///
  /// - Throws: `cleanup-refused` when documents changed since the plan was made and cannot be read any more.
  package func carryOut(
    _ plan: CleanupPlan, while keepGoing: () -> Bool = { true },
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try store.requireAlone()
    var work = CleanupWork(store, plan.summary)
    let newer = try newerPlan(than: plan.documents, plan.options)
    let confirmed = newer.map { Set($0.files.filter(\.goes).map(\.name)) }
    // What a document names by now comes back, and does not go for good.
    let trash = newer?.trash ?? plan.trash
    try work.run(while: keepGoing) { work in
      try trash.forEach(.needed) { file, size in
        if work.mayContinue(keepGoing) { try work.restore(file, size, .referenced, report) }
      }
      // A cleanup that was cut off may have left rows of records it moved.
      work.forgetRows(of: trash)
      try trash.forEach(.over) { file, _ in
        if work.mayContinue(keepGoing) { try work.noteTime(of: file) }
      }
      for (file, size) in trash.goingForGood([.expired]) where work.mayContinue(keepGoing) {
        try work.purge(file, size, .expired, report)
      }
      try work.sync()
      for file in plan.files where file.goes && confirmed?.contains(file.name) != false {
        if work.mayContinue(keepGoing) { try work.trash(file, report) }
      }
    }
    try work.sync()
    if work.trashed.isEmpty { return work.summary }
    // An app may have put a photo into an album meanwhile; what cannot be read now stops the next cleanup.
    let options = CleanupOptions(
      gracePeriod: 0, allowsUnreferenced: true, designFolders: plan.options.designFolders)
    let last = try? newerPlan(than: (newer ?? plan).documents, options)
    try work.run(while: keepGoing) { work in
      try last?.trash.forEach(.needed) { file, size in
        if work.trashed.contains(file.name) { try work.restore(file, size, .referenced, report) }
      }
    }
    try work.sync()
    return work.summary
  }

  /// Carries out a plan for chosen photos, as ``carryOut(_:while:_:)``, because a person removed them, and remembers
  /// those of which nothing is left, so that they are not prepared again unasked (decision 0804).
  ///
  /// - Throws: As that; `not-a-directory` before anything is moved if the store cannot remember removed photos.
  package func remove(
    _ photos: Set<RecordID>, by plan: CleanupPlan, while keepGoing: () -> Bool = { true },
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    let removed = RemovedPhotos(of: store)
    try removed.requireFolders()
    // The catalog may have rows of records that are gone, as on a full disk.
    func isThere(_ id: RecordID) throws -> Bool { try fileSystem.has(paths.record(id)) }
    let whole = try Set(photos.map(\.photo)).filter { photo in
      try !store.recordIDs(of: photo).contains { try !photos.contains($0) && isThere($0) }
    }
    // Before the records go, so that a run that is cut off leaves no photo that the next one prepares again unasked,
    // and a later one ends it; without space for that afterwards.
    try? removed.begin(whole, leaving: photos.filter { whole.contains($0.photo) })
    defer { try? removed.end(whole) }
    func forgetKept() throws -> Set<PhotoID> {
      let kept = try Set(photos.filter(isThere).map(\.photo))
      try removed.forget(kept)
      return kept
    }
    do {
      let summary = try carryOut(plan, while: keepGoing, report)
      try removed.add(whole.subtracting(try forgetKept()))
      return summary
    } catch {
      _ = try? forgetKept()
      throw error
    }
  }

  /// Ends removals by ``remove(_:by:while:_:)`` that were cut off, in a store open alone: what nothing names goes to
  /// the trash, and the rest counts as removed no more; returns the photos that went.
  ///
  /// - Throws: As ``plan(onProblem:)`` and ``carryOut(_:while:_:)``.
  @discardableResult
  package static func endRemovals(in store: Store) throws -> Set<PhotoID> {
    let removed = RemovedPhotos(of: store)
    let begun = try removed.underWay()
    if begun.isEmpty { return [] }
    // One that was cut off before it was remembered changed nothing.
    let due = try begun.filter { try removed.contains($0.photo) }
    let gone = try removeUnused(due, in: store)
    let kept = try due.filter { try store.fileSystem.has(store.paths.record($0)) }
    try removed.forget(Set(kept.map(\.photo)))
    try removed.end(Set(begun.map(\.photo)))
    return Set(gone.map(\.photo))
  }

  /// Makes a second plan when a document changed since the first, because only our own programs
  /// respect the lock; what both plans move may go.
  private func newerPlan(
    than former: [UInt8], _ options: CleanupOptions
  ) throws -> CleanupPlan? {
    let roots = ReferenceRoot.all(of: paths, and: options.designFolders)
    let documents = try DocumentsDigest(of: roots, pins: paths.pins, in: fileSystem).finish()
    return documents == former ? nil : try Cleanup(of: store, options).plan { _ in }
  }

  /// Brings files back from the trash: those of some names, or all for `nil`.
  ///
  /// A name is a file's, an album's also without `.json`, or a prepared photo: `<photo>`, `<photo>-<recipe>`, or what a
  /// photo was prepared as. What comes back counts as new for the grace period. A file whose place is taken stays in
  /// the trash, and so do the rest once `keepGoing` is `false`.
  ///
  /// - Throws: `not-found` when the trash holds nothing of a name, or several photos.
  package func restore(
    _ names: [String]?, while keepGoing: () -> Bool = { true },
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try store.requireAlone()
    var missing = Set(names ?? [])
    let photos = try trashedPhotos(names ?? [])
    let trash = try TrashList(of: store) { file, _ in
      let found = photos.filter { name, photo in
        name == file.name || photo?.names(file.name) == true
          || file.origin == .albums && name.documentName == file.name
      }
      missing.subtract(found.map(\.0))
      return names == nil || !found.isEmpty ? .needed : .stays
    }
    if let name = missing.min() {
      throw PhotoprepError(
        .notFound, path: paths.trash.string, message: "The trash holds nothing named '\(name)'.",
        remedy: "'photoprep store check --json' lists what it holds.")
    }
    var work = CleanupWork(store, CleanupSummary())
    var wanted: Set<PhotoID> = []
    trash.forEach(.needed) { file, _ in
      if file.origin == .photos, let id = RecordID(fileName: file.name) { wanted.insert(id.photo) }
    }
    // Before they come back, so that a run that is cut off leaves none in place that counts as removed.
    try RemovedPhotos(of: store).forget(wanted)
    try work.run(while: keepGoing) { work in
      try trash.forEach(.needed) { file, size in
        if work.mayContinue(keepGoing) { try work.restore(file, size, .asked, report) }
      }
    }
    try work.sync()
    return work.summary
  }

  /// The photos in the trash that names stand for, each beside its name; none for a file's name.
  private func trashedPhotos(_ names: [String]) throws -> [(String, PhotoNames?)] {
    var called: [String: Set<PhotoID>] = [:]
    let words = names.filter { PhotoNames($0) == nil }
    try TrashedFile.forEach(in: paths.trash, of: fileSystem) { file, path, _ in
      guard !words.isEmpty, file.origin == .photos else { return }
      // A record that cannot be read has no name; its digits still bring it back.
      guard let record = try? fileSystem.record(at: path) else { return }
      for word in words
      where record.preparation.isCalled(word) || record.id.begins(with: word) {
        called[word, default: []].insert(record.id.photo)
      }
    }
    return try names.map { name in
      let photos = (called[name] ?? []).map(\.description).sorted()
      guard photos.count > 1 else { return (name, PhotoNames(photos.first ?? name)) }
      throw PhotoprepError(
        .notFound, path: paths.trash.string,
        message: "The trash holds \(photos.count) photos named '\(name)'.",
        remedy: "Name one of them: " + photos.joined(separator: ", ") + ".")
    }
  }

  /// Removes everything in the trash for good, but what something names again, which comes back.
  ///
  /// `keepGoing` is asked before each file, `problem` gets every document that cannot be read.
  ///
  /// - Throws: `cleanup-refused` when a document cannot be read.
  package func purgeTrash(
    while keepGoing: () -> Bool = { true },
    onProblem problem: @escaping (PhotoprepError) throws -> Void,
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try store.requireAlone()
    var options = options
    options.allowsUnreferenced = true
    let plan = try Cleanup(of: store, options).plan(onProblem: problem)
    var work = CleanupWork(store, CleanupSummary())
    try work.run(while: keepGoing) { work in
      try plan.trash.forEach(.needed) { file, size in
        if work.mayContinue(keepGoing) { try work.restore(file, size, .referenced, report) }
      }
    }
    try work.sync()
    work.forgetRows(of: plan.trash)
    for (file, size) in plan.trash.goingForGood([.stays, .over, .expired])
    where work.mayContinue(keepGoing) {
      try work.purge(file, size, .asked, report)
    }
    try work.sync()
    return work.summary
  }
}

extension PhotoPreparation {
  /// Whether the photo was prepared under a name: its whole path, or the last part of it.
  fileprivate func isCalled(_ name: String) -> Bool {
    sources.contains { source in
      source.description == name || source.description.hasSuffix("/" + name)
    }
  }
}
