package import PhotoStore
import SystemFiles
package import SystemPackage

/// Checks a store, and repairs it where that loses nothing.
///
/// A damaged file is restored from another place that holds its exact bytes: a file it was swapped with, or the trash.
/// Otherwise a render is made again from its master, and its record is updated. The catalog is brought in line with
/// the records. Documents, masters and renders that a person framed are never made up.
package struct StoreRepair: StoreWork {
  /// Makes a family's render again, of exactly its recipe's frame, from a record with the recipe and the crop and from
  /// its master's bytes, which are whole; returns the file and the quality, 1…100, it was encoded with.
  ///
  /// This target does not handle pixels, so the caller supplies this.
  package typealias RenderMaking = (
    _ family: RenderFamily, _ record: PhotoRecord, _ master: [UInt8]
  ) throws -> (bytes: [UInt8], quality: Int?)

  private let check: StoreCheck
  private let makeRender: RenderMaking
  private let keepGoing: () -> Bool

  /// Makes a repair of a store that is open alone; the options are those of ``StoreCheck``.
  ///
  /// `keepGoing` is asked before each record and file; `false` ends the repair there, and repairs up to then stay.
  package init(
    of store: Store, readData: Bool, designFolders: [FilePath] = [],
    with makeRender: @escaping RenderMaking, while keepGoing: @escaping () -> Bool = { true }
  ) {
    check = StoreCheck(of: store, readData: readData, designFolders: designFolders)
    (self.makeRender, self.keepGoing) = (makeRender, keepGoing)
  }

  /// Repairs the store; returns the repairs, and the findings of a second check.
  ///
  /// - Throws: `interrupted`.
  package func run(
    onFinding finding: @escaping (Finding) throws -> Void, _ report: (RepairEvent) throws -> Void
  ) throws -> RepairSummary {
    let catalog = try store.requireAlone()
    var summary = RepairSummary()
    let damages = try check.runKeepingDamages(while: keepGoing, finding).damages
    try mend(damages) { event in
      summary.count(event)
      try report(event)
    }
    var recovery = RecoveryReport()
    try Reconciliation(CommitSteps(store.environment, store.paths, catalog)).run(&recovery)
    (summary.rowsWritten, summary.rowsRemoved) = (recovery.rowsWritten, recovery.rowsRemoved)
    summary.check = try check.runKeepingDamages(while: keepGoing) { _ in }.summary
    return summary
  }
}

extension StoreRepair {
  var store: Store { check.store }

  /// How many photos are committed at a time; as many as a run that prepares photos.
  private static let batchSize = 32

  /// All exact copies of damaged files are staged before any place is written, because that place may hold the copy of
  /// another file.
  private func mend(_ damages: DamageList, _ report: (RepairEvent) throws -> Void) throws {
    var copies: [PhotoCommit] = []
    var events: [RepairEvent] = []
    try damages.forEach { damage in
      try requireToGoOn()
      guard let found = try copy(of: damage, among: damages) else { return }
      copies.append(found.commit)
      events.append(.mended(place(damage), how: found.how))
    }
    try commit(copies)
    for event in events { try report(event) }
    try damages.forEach { damage in
      try requireToGoOn()
      if try isWhole(damage) { return }
      try report(try makeAgain(damage))
    }
  }

  private func requireToGoOn() throws {
    guard keepGoing() else { throw PhotoprepError.interrupted(store.path) }
  }

  private func commit(_ photos: [PhotoCommit]) throws {
    for start in stride(from: 0, to: photos.count, by: Self.batchSize) {
      try store.commit(Array(photos[start..<min(start + Self.batchSize, photos.count)]))
    }
  }

  private func place(_ damage: FileDamage) -> FilePath { store.paths.images.appending(damage.name) }

  private func isWhole(_ damage: FileDamage) throws -> Bool {
    guard let wanted = damage.wanted else { return try fileSystem.hasFile(at: place(damage)) }
    return bytes(at: place(damage), wanted) != nil
  }

  /// Stages a file's exact bytes, found under another name.
  private func copy(
    of damage: FileDamage, among damages: DamageList
  ) throws -> (commit: PhotoCommit, how: String)? {
    guard let wanted = damage.wanted, let name = StoredFileName(damage.name) else { return nil }
    var source: (bytes: [UInt8], how: String)?
    if let other = damages.holder(of: wanted),
      let bytes = bytes(at: store.paths.images.appending(other), wanted)
    {
      source = (bytes, "Its bytes were in '\(other)'.")
    } else if let bytes = try trashedBytes(damage.name, wanted) {
      source = (bytes, "Its bytes were in the trash.")
    }
    guard let source else { return nil }
    let record = try store.record(damage.record)
    return (try store.stage(record, [(name, source.bytes)]), source.how)
  }

  private func trashedBytes(_ name: String, _ wanted: ContentDigest) throws -> [UInt8]? {
    var found: [UInt8]?
    try TrashedFile.forEach(in: store.paths.trash, of: fileSystem) { file, path, _ in
      if file.name == name, found == nil { found = bytes(at: path, wanted) }
    }
    return found
  }

  private func bytes(at path: FilePath, _ wanted: ContentDigest) -> [UInt8]? {
    let contents = try? fileSystem.readFile(
      at: path, limit: CheckPass.digestLimit, followingLinks: false)
    guard let bytes = contents?.bytes, ContentDigest(of: bytes) == wanted else { return nil }
    return bytes
  }

  private func makeAgain(_ damage: FileDamage) throws -> RepairEvent {
    let path = place(damage)
    guard let name = StoredFileName(damage.name), damage.wanted != nil, !name.role.isByHand else {
      return .notMended(
        path, why: "This render was framed by hand, and cannot be made again.",
        remedy: "Frame it again, or restore it from a backup.")
    }
    func lost(_ why: String) -> RepairEvent {
      .notMended(
        path, why: why, remedy: "Prepare the photo again with 'photoprep prep --force PHOTO'.")
    }
    guard case .render(let family) = name.role else {
      return lost("The master is what renders are made from; only the photo can replace it.")
    }
    let record = try store.record(damage.record)
    guard let file = record.preparation.renders[family],
      let master = bytes(
        at: store.paths.image(record.preparation.master.name), record.preparation.master.digest)
    else { return lost("The master is damaged as well.") }
    let render: (bytes: [UInt8], quality: Int?)
    do { render = try makeRender(family, record, master) } catch {
      return lost("The master could not be rendered: \(error)")
    }
    var remade = record
    remade.preparation.renders.set(
      family, StoredFile(name: name, of: render.bytes, size: file.size, quality: render.quality))
    try store.commit([try store.stage(remade, [(name, render.bytes)])])
    return .mended(path, how: "It was made again from the master.")
  }
}

package enum RepairEvent: Hashable, Sendable {
  /// The file is whole again; how, in one sentence.
  case mended(FilePath, how: String)
  /// The file stays as it is; the reason and the remedy, in one sentence each.
  case notMended(FilePath, why: String, remedy: String)
}

package struct RepairSummary: Hashable, Sendable {
  package internal(set) var mended = 0
  package internal(set) var notMended = 0
  package internal(set) var rowsWritten = 0
  package internal(set) var rowsRemoved = 0
  /// What a check finds afterwards.
  package internal(set) var check = CheckSummary()

  mutating func count(_ event: RepairEvent) {
    switch event {
    case .mended: mended += 1
    case .notMended: notMended += 1
    }
  }
}
