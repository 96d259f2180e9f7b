package import PhotoStore
package import SystemPackage

/// What a cleanup would do, before it does it.
package struct CleanupPlan {
  package internal(set) var summary: CleanupSummary

  let options: CleanupOptions
  /// Every file that nothing names: records first.
  let files: [PlannedFile]
  let trash: TrashList
  let documents: [UInt8]
  let paths: StorePaths

  /// Visits everything there is to do, and every file that stays although nothing names it.
  package func forEachEvent(_ report: (CleanupEvent) throws -> Void) rethrows {
    try trash.forEach(.needed) { file, size in
      try report(CleanupEvent(.needed, file.place(in: paths), size, .referenced))
    }
    try trash.forEach(.expired) { file, size in
      let place = paths.trash.appending(file.trashName)
      try report(CleanupEvent(.expired, place, size, .expired))
    }
    for file in files {
      try report(file.event(file.goes ? .orphan : .kept, paths))
    }
  }
}

struct PlannedFile {
  let origin: TrashedFile.Origin
  let name: String
  let size: Int
  let modified: Int64
  /// Why it goes to the trash, or stays.
  let reason: CleanupEvent.Reason

  var goes: Bool { reason == .unreferenced || reason == .asked }

  func event(
    _ kind: CleanupEvent.Kind, _ paths: StorePaths, _ reason: CleanupEvent.Reason? = nil
  ) -> CleanupEvent {
    let place = TrashedFile(origin, name, at: 0).place(in: paths)
    return CleanupEvent(kind, place, size, reason ?? self.reason)
  }
}

/// What a cleanup may take for unused, and for how long it leaves it alone.
package struct CleanupOptions: Sendable {
  /// How long a file stays after it changed, or its photo was prepared, in seconds; at least 0.
  package var gracePeriod: Double
  /// Whether to go on when no design, album, preferences or pin says what is in use.
  package var allowsUnreferenced: Bool
  /// Folders of designs beside the store's own.
  package var designFolders: [FilePath]
  /// The photos that go, whatever their age, and nothing else; `nil` for all that are unused.
  var chosen: Set<RecordID>?
  /// Whether chosen photos stay that something names, instead of keeping all from going.
  var sparesUsed = false

  /// A day, in seconds: long enough for a person who prepared photos today to make a design of them
  /// tomorrow; kopia's safety for blobs.
  package static let standardGracePeriod = 86_400.0

  package init(
    gracePeriod: Double = standardGracePeriod, allowsUnreferenced: Bool = false,
    designFolders: [FilePath] = []
  ) {
    (self.gracePeriod, self.allowsUnreferenced) = (gracePeriod, allowsUnreferenced)
    self.designFolders = designFolders
  }

  /// What moves prepared photos to the trash, whatever their age, and nothing else; nothing comes back.
  package static func removing(
    _ photos: Set<RecordID>, designFolders: [FilePath] = []
  ) -> CleanupOptions {
    var options = CleanupOptions(allowsUnreferenced: true, designFolders: designFolders)
    options.chosen = photos
    return options
  }
}

/// One thing that a cleanup does to a file, or would do.
package struct CleanupEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// The file goes to the trash when the plan is carried out.
    case orphan
    /// Nothing names the file, and it stays.
    case kept
    /// The file is in the trash, and comes back when the plan is carried out.
    case needed
    /// The file is in the trash, and goes for good when the plan is carried out.
    case expired
    /// The file is in the trash now.
    case trashed
    /// The file is back from the trash.
    case restored
    /// The file is gone from the trash for good.
    case purged
  }

  /// Why a file goes, stays or comes back.
  package enum Reason: String, Hashable, Sendable {
    /// No design, album or pin names it, nor any file of its photo.
    case unreferenced
    /// As above, and it is younger than the grace period.
    case young
    /// As above, and a person chose what a render of its photo shows, or gave the photo stars.
    case handMade = "hand-made"
    /// As above, and it changed after the plan was made.
    case changed
    /// It was in the trash, and something names it.
    case referenced
    /// It was in the trash for as long as the trash keeps files.
    case expired
    case asked
    /// A file of this name is in its place already.
    case occupied
  }

  package let kind: Kind
  /// Where the file is, or was before it was moved or removed.
  package let path: FilePath
  package let byteCount: Int
  package let reason: Reason

  /// The prepared photo that the file belongs to, by its name; `nil` for a file of the app's.
  package var record: RecordID? {
    let name = path.lastComponent?.string ?? ""
    return StoredFileName(name)?.record ?? RecordID(fileName: name) ?? TrashedFile(name)?.record
  }

  init(_ kind: Kind, _ path: FilePath, _ byteCount: Int, _ reason: Reason) {
    (self.kind, self.path, self.byteCount, self.reason) = (kind, path, byteCount, reason)
  }
}

package struct CleanupSummary: Hashable, Sendable {
  package struct Count: Hashable, Sendable {
    package internal(set) var files = 0
    package internal(set) var bytes = 0

    mutating func add(_ byteCount: Int) {
      files += 1
      bytes += byteCount
    }
  }

  /// Files that something names, or that belong to a photo of which something names a file.
  package internal(set) var referenced = Count()
  /// Files that nothing names and that are old enough to go.
  package internal(set) var orphans = Count()
  /// Files that stay although nothing names them, by the reason.
  package internal(set) var keptWhy: [CleanupEvent.Reason: Count] = [:]
  package internal(set) var needed = Count()
  /// Files that the trash kept long enough.
  package internal(set) var expired = Count()
  package internal(set) var trashed = Count()
  package internal(set) var restored = Count()
  /// Files that are gone from the trash.
  package internal(set) var purged = Count()
  /// The records among the files that went to the trash and did not come back.
  package internal(set) var records: Set<RecordID> = []
  /// Files in the folder of images that this software cannot name, and never touches.
  package internal(set) var foreign = 0
  /// Documents and pins that say what is in use.
  package internal(set) var documents = 0
  /// Why the catalog was not brought up to date, or `nil`; the next run does it.
  package internal(set) var catalogTrouble: String?
  /// Whether something was left undone because of an interruption.
  package internal(set) var wasInterrupted = false

  package var kept: Count {
    keptWhy.values.reduce(into: Count()) { sum, count in
      sum.files += count.files
      sum.bytes += count.bytes
    }
  }

  mutating func count(_ event: CleanupEvent) {
    if let id = event.path.lastComponent.flatMap({ RecordID(fileName: $0.string) }) {
      if event.kind == .trashed { records.insert(id) }
      if event.kind == .restored { records.remove(id) }
    }
    switch event.kind {
    case .orphan: orphans.add(event.byteCount)
    case .kept: keptWhy[event.reason, default: Count()].add(event.byteCount)
    case .needed: needed.add(event.byteCount)
    case .expired: expired.add(event.byteCount)
    case .trashed: trashed.add(event.byteCount)
    case .restored: restored.add(event.byteCount)
    case .purged: purged.add(event.byteCount)
    }
  }
}
