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
  /// It comes from the photo's records whose recipes differ only in the rules. A render that a person framed does not
  /// depend on the rules, so its bytes stay; one that is lost or damaged is left out. A person's acceptance of the
  /// photo stays only if a person framed every render (decision 0707).
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
    let older = known.compactMap { try? record(RecordID(photo: photo, recipe: $0)).preparation }
      .filter { $0.recipe.differsInRules(from: recipe) && $0.hand?.isOfUse == true }
      .max { ($0.hand?.revision ?? 0) < ($1.hand?.revision ?? 0) }
    return try older?.hand.flatMap { try carried($0, to: id, recipe.frames.families) }
  }

  private func carried(
    _ hand: HandWork, to id: RecordID, _ families: [RenderFamily]
  ) throws -> CarriedHandWork? {
    var work = HandWork(revision: hand.revision, stars: hand.stars)
    var files: [(name: StoredFileName, bytes: [UInt8])] = []
    for (family, render) in hand.renders where families.contains(family) {
      guard case .manual(_, let tag) = render.file.name.role,
        let bytes = try wholeBytes(of: render.file)
      else { continue }
      let name = StoredFileName(.manual(family, tag), of: id, as: render.file.name.format)
      let file = StoredFile(
        name: name, byteCount: render.file.byteCount, digest: render.file.digest,
        size: render.file.size, quality: render.file.quality)
      work.renders[family] = ManualRender(
        file: file, framing: render.framing, flags: render.flags)
      files.append((name, bytes))
    }
    work.isAccepted = hand.isAccepted && work.renders.count == families.count
    return work.isOfUse ? CarriedHandWork(work: work, files: files) : nil
  }
}

extension HandWork {
  /// Whether anything of it is also valid for other crops.
  var isOfUse: Bool { !renders.isEmpty || stars != nil }
}

extension Recipe {
  /// Whether another recipe asks for the same pictures by other rules, or for some of them: one of two devices may
  /// have more families.
  func differsInRules(from other: Recipe) -> Bool {
    guard frames.cover(other.frames) || other.frames.cover(frames) else { return false }
    var same = with(frames: other.frames)
    same.algorithmVersion = other.algorithmVersion
    same.encoderRevision = other.encoderRevision
    (same.analysis, same.subjects, same.codec) = (other.analysis, other.subjects, other.codec)
    return same == other && self != other
  }
}
