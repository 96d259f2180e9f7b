import PhotoStore
import SystemFiles
import SystemPackage

/// Photos that only the source has are added by hard links alone (decision 0910).
extension MergePass {
  /// How many photos are linked in one transaction; our choice: nothing is staged for them, and waiting for the device
  /// is shared by all of them.
  private static let linkedTogether = 4096

  /// Notes a photo to be linked if its record, its row and the target allow it; if not, the photo is read.
  mutating func takeLink(_ step: RecordWalk.Step) throws -> Bool {
    guard images != .copy, let row = step.row, let status = step.status,
      status.kind == .regular, row.stamp == RecordStamp(status), row.otherNames.texts.isEmpty
    else { return false }
    if let present = try target.fileSystem.status(
      of: target.paths.record(row.id), followingLinks: false)
    {
      guard present.isOfSameFile(as: status) else { return false }
      summary.photosPresent += 1
      linkedImages += row.files.count
      return true
    }
    links.append(row)
    if links.count == Self.linkedTogether { try commitLinks() }
    return true
  }

  /// Links the noted photos, and reads those that cannot be linked.
  mutating func commitLinks() throws {
    let rows = links
    links = []
    if rows.isEmpty { return }
    let linked = try link(rows)
    for row in rows where linked.contains(row.id) {
      linkedImages += row.files.count
      let event = MergeEvent.added(.photo, name: row.id.fileName)
      count(event)
      try report(event)
    }
    for row in rows where !linked.contains(row.id) { try mergePhoto(row.id) }
  }

  /// Gives records of the source, and their images, a name in the target.
  ///
  /// Images first, then the records with their rows in one transaction: a crash leaves images without
  /// a record or a record without a row, and the same merge again completes both.
  ///
  /// - Returns: The photos that are in the target now. Some file of each of the others cannot be linked.
  private func link(_ rows: [PhotoRow]) throws -> Set<RecordID> {
    var whole = rows
    if images == .link {
      whole = try rows.filter(linkImages(of:))
      try target.fileSystem.syncDirectory(at: target.paths.images)
    }
    try target.environment.waitForApps(in: target.paths.photos)
    return try target.requireWriting().write { database in
      let linked = try target.environment.holdingLock(of: target.paths.photos) {
        try whole.filter { row in
          try linkFile(source.paths.record(row.id), to: target.paths.record(row.id), row.stamp.size)
        }
      }
      try target.fileSystem.syncDirectory(at: target.paths.photos)
      for row in linked { try row.save(in: database) }
      return Set(linked.map(\.id))
    }
  }

  /// Whether all images of a photo are in the target now, linked.
  private func linkImages(of row: PhotoRow) throws -> Bool {
    try row.files.allSatisfy { name, byteCount in
      try linkFile(source.paths.image(name), to: target.paths.image(name), byteCount)
    }
  }

  /// Links a regular file of so many bytes; `false` if it is another file, or if it cannot be linked.
  private func linkFile(_ file: FilePath, to place: FilePath, _ byteCount: Int) throws -> Bool {
    let status = try target.fileSystem.status(of: file, followingLinks: false)
    guard let status, status.kind == .regular, status.size == byteCount else { return false }
    // Copied instead: another device, too many names, no links here, or something under the name.
    do { try target.fileSystem.link(file, to: place) } catch {
      guard [.exists, .permissionDenied, .other].contains(error.code) else { throw error }
      // An interrupted merge linked it.
      let present = try target.fileSystem.status(of: place, followingLinks: false)
      return present?.isOfSameFile(as: status) == true
    }
    return true
  }

  /// Brings the images that are pinned in the source and not in the target, and returns their names.
  ///
  /// A pin of an image that the source has lost is left out.
  mutating func pinsThatCome() throws -> [String] {
    let set = Set(try Pins(of: target).names())
    var names: [String] = []
    for name in try Pins(of: source).names() where !set.contains(name) {
      guard FileNameRule.sanitized(name) == name else { continue }
      let path = source.paths.images.appending(name)
      guard try source.fileSystem.hasFile(at: path), mayGoOn() else { continue }
      if try comes(image: name) {
        names.append(name)
      } else {
        try refuse(.pin, name, .dependsOnConflict(source.paths.pins.appending(name), name))
      }
    }
    return names
  }

  mutating func set(_ pins: [String]) throws {
    if pins.isEmpty { return }
    for name in try Pins(of: target).add(pins) { pending.append(.added(.pin, name: name)) }
    try commitBatch()
  }
}
