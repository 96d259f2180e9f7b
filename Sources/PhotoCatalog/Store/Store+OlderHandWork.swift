public import PhotoStore
import SystemFiles
import SystemPackage

/// A person's framings of a photo from before the rules for crops changed.
public struct CarriedHandWork: Sendable {
  /// The hand work for the photo's new record.
  public let work: HandWork
  /// The renders it names, under their new names.
  public let files: [(name: StoredFileName, bytes: [UInt8])]
}

extension Store {
  /// Returns a person's hand work in a photo that other rules cropped, for its record by today's rules.
  ///
  /// It comes from the photo's records whose recipes differ only in the rules; if the photo has no record, from the
  /// newest one in the trash with hand work. A render that a person framed does not depend on the rules, so its bytes
  /// stay; one that is lost or damaged is left out. A person's acceptance of the photo stays only if a person framed
  /// every render (decision 0707).
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - recipe: Today's recipe.
  /// - Returns: `nil` when there is nothing, or the photo has a record by today's recipe already.
  /// - Throws: `not-open-for-writing`; `catalog`; the codes of file calls, but for files that are not
  ///   there.
  public func olderHandWork(
    of photo: PhotoID, for recipe: Recipe
  ) throws -> CarriedHandWork? {
    let id = RecordID(photo: photo, recipe: recipe.id)
    let known = try requireWriting().read { try PhotoRow.recipes(of: photo, in: $0) }
    guard !known.contains(id.recipe) else { return nil }
    if known.isEmpty {
      let hand = try trashedHandWork(of: photo, for: recipe)
      return try hand.flatMap { try carried($0, to: id, recipe.frames.families) }
    }
    let others = known.compactMap { try? record(RecordID(photo: photo, recipe: $0)).preparation }
    let hand = HandWork.older(among: others, than: recipe)
    return try hand.flatMap { try carried($0, to: id, recipe.frames.families) }
  }

  /// What a person had set in a photo when it last went to the trash with anything set.
  private func trashedHandWork(of photo: PhotoID, for recipe: Recipe) throws -> HandWork? {
    for file in try trashed().records[photo] ?? [] {
      let place = paths.trash.appending(file.trashName)
      guard let bytes = try? fileSystem.readDocument(at: place),
        let photo = try? PhotoRecord(bytes: bytes, path: place.string).preparation,
        photo.recipe == recipe || photo.recipe.differsInRules(from: recipe),
        let hand = photo.hand
      else { continue }
      return hand.isOfUse ? hand : nil
    }
    return nil
  }

  /// The trash is listed once, as no cleanup runs while a store is open for writing.
  private func trashed() throws -> TrashedWork {
    if let known = usage.withLock(\.trashed) { return known }
    let found = try TrashedWork(in: paths.trash, of: fileSystem)
    usage.withLock { $0.trashed = found }
    return found
  }

  /// The bytes of a render that a person framed, also of one in the trash; `nil` when they are damaged or gone.
  private func framedBytes(of file: StoredFile) throws -> [UInt8]? {
    if let bytes = try wholeBytes(of: file) { return bytes }
    guard let trashed = try trashed().renders[file.name.description] else { return nil }
    return try wholeBytes(of: file, at: paths.trash.appending(trashed.trashName))
  }

  private func carried(
    _ hand: HandWork, to id: RecordID, _ families: [RenderFamily]
  ) throws -> CarriedHandWork? {
    let carried = try hand.carried(to: id, families) { try framedBytes(of: $0) }
    return carried.map { CarriedHandWork(work: $0.work, files: $0.files) }
  }
}

/// What the trash holds of photos that a person may have framed.
struct TrashedWork {
  /// The records of each photo, the newest first.
  private(set) var records: [PhotoID: [TrashedFile]] = [:]
  /// Renders that a person framed, by their names; of several the newest.
  private(set) var renders: [String: TrashedFile] = [:]

  fileprivate init(in trash: FilePath, of fileSystem: any FileSystem) throws {
    try FolderNames.forEach(in: trash, of: fileSystem) { name in
      guard let file = TrashedFile(name.string) else { return }
      if file.origin == .photos, let id = file.record {
        records[id.photo, default: []].append(file)
      } else if StoredFileName(file.name)?.role.isByHand == true {
        let other = renders[file.name]
        renders[file.name] = other.map { $0.second > file.second ? $0 : file } ?? file
      }
    }
    for photo in records.keys { records[photo]?.sort { $0.second > $1.second } }
  }
}
