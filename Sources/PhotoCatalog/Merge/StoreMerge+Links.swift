import PhotoStore
import SystemFiles
import SystemPackage

/// Photos that only the source has come in by names alone (decision 0910).
extension StoreMerge {
  /// How many photos are linked in one transaction; our choice: nothing is staged for them, and the
  /// waits for the device are spread over them.
  private static let linkedTogether = 4096

  /// Notes a photo to be linked.
  ///
  /// - Returns: Whether its record, its row and the target allow it; if not it is to be read.
  mutating func takeLink(_ step: RecordWalk.Step) throws -> Bool {
    guard images != .copy, let row = step.row, let status = step.status,
      status.kind == .regular, row.stamp == RecordStamp(status), row.otherNames.isEmpty
    else { return false }
    if let present = try target.status(ofRecord: row.id) {
      guard present.isOfSameFile(as: status) else { return false }
      summary.photosPresent += 1
      linkedImages += row.files.count
      return true
    }
    links.append(row)
    if links.count == Self.linkedTogether { try commitLinks() }
    return true
  }

  /// Links what was noted; what cannot be linked is read.
  mutating func commitLinks() throws {
    let rows = links
    links = []
    if rows.isEmpty { return }
    let linked = try target.link(rows, from: source, withImages: images == .link)
    for row in rows where linked.contains(row.id) {
      linkedImages += row.files.count
      let event = MergeEvent.added(.photo, name: row.id.fileName)
      count(event)
      try report(event)
    }
    for row in rows where !linked.contains(row.id) { try mergePhoto(row.id) }
  }
}

extension Store {
  /// Gives records of another store, and their images, a name in this one.
  ///
  /// Images first, then the records with their rows in one transaction: a crash leaves images without
  /// a record or a record without a row, and the same merge again completes both.
  ///
  /// - Returns: The photos that are in this store now. Of the others something cannot be linked.
  fileprivate func link(
    _ rows: [PhotoRow], from source: Store, withImages: Bool
  ) throws(PhotoprepError) -> Set<RecordID> {
    var whole = rows
    if withImages {
      whole = []
      for row in rows where try linkImages(of: row, from: source) { whole.append(row) }
      try filing { () throws(PhotoprepError) in try fileSystem.syncDirectory(at: paths.images) }
    }
    return try requireWriting().write { database in
      let linked = try whole.filter { row in
        try linkFile(source.paths.record(row.id), to: paths.record(row.id), row.stamp.size)
      }
      try fileSystem.syncDirectory(at: paths.photos)
      for row in linked { try row.save(in: database) }
      return Set(linked.map(\.id))
    }
  }

  /// Whether all images of a photo are here now, linked.
  private func linkImages(of row: PhotoRow, from source: Store) throws(PhotoprepError) -> Bool {
    for (name, byteCount) in row.files {
      guard try linkFile(source.paths.image(name), to: paths.image(name), byteCount) else {
        return false
      }
    }
    return true
  }

  /// Links a regular file of so many bytes; `false` where it is none, or where links do not go.
  private func linkFile(
    _ file: FilePath, to place: FilePath, _ byteCount: Int
  ) throws(PhotoprepError) -> Bool {
    try filing { () throws(PhotoprepError) in
      let status = try fileSystem.status(of: file, followingLinks: false)
      guard status?.kind == .regular, status?.size == byteCount else { return false }
      do throws(PhotoprepError) { try fileSystem.link(file, to: place) } catch {
        guard Self.keepsFromLinking(error) else { throw error }
        // Linked by a merge that was cut off.
        let present = try fileSystem.status(of: place, followingLinks: false)
        guard let status, present?.isOfSameFile(as: status) == true else { return false }
      }
      return true
    }
  }

  /// Whether an error says that the file has to be copied: another device, too many names, no links
  /// here, or something under the name.
  private static func keepsFromLinking(_ error: PhotoprepError) -> Bool {
    [.exists, .permissionDenied, .other].contains(error.code)
  }

  fileprivate func status(ofRecord id: RecordID) throws(PhotoprepError) -> FileStatus? {
    try filing { () throws(PhotoprepError) in
      try fileSystem.status(of: paths.record(id), followingLinks: false)
    }
  }
}
