extension HandWork {
  /// Whether anything of it is also valid for other crops.
  package var isOfUse: Bool { !renders.isEmpty || stars != nil }

  /// What a person set in a photo before the rules for crops changed, by its other records and today's recipe: of
  /// several records' the one that was changed most often (decision 0707); `nil` where none by other rules has anything
  /// of use.
  package static func older(
    among others: [PhotoPreparation], than recipe: Recipe
  ) -> HandWork? {
    others.filter { $0.recipe.differsInRules(from: recipe) }.compactMap(\.hand)
      .filter(\.isOfUse).max { $0.revision < $1.revision }
  }

  /// Returns the work for the photo's new record, from one by other rules, and its renders under their new names; `nil`
  /// when nothing is left.
  ///
  /// A render that a person framed does not depend on the rules, so its bytes stay; one that is lost or damaged, for
  /// which `bytes` returns `nil`, is left out, and so is one of a family that the new record lacks. A person's
  /// acceptance of the photo stays only if a person framed every render.
  ///
  /// - Throws: What `bytes` throws.
  package func carried<Bytes>(
    to id: RecordID, _ families: [RenderFamily], bytes: (StoredFile) throws -> Bytes?
  ) rethrows -> (work: HandWork, files: [(name: StoredFileName, bytes: Bytes)])? {
    var work = HandWork(revision: revision, stars: stars)
    var files: [(name: StoredFileName, bytes: Bytes)] = []
    for (family, render) in renders where families.contains(family) {
      guard case .manual(_, let tag) = render.file.name.role, let bytes = try bytes(render.file)
      else { continue }
      let name = StoredFileName(.manual(family, tag), of: id, as: render.file.name.format)
      let file = StoredFile(
        name: name, byteCount: render.file.byteCount, digest: render.file.digest,
        size: render.file.size, quality: render.file.quality)
      work.renders[family] = ManualRender(
        file: file, framing: render.framing, flags: render.flags)
      files.append((name, bytes))
    }
    work.isAccepted = isAccepted && work.renders.count == families.count
    return work.isOfUse ? (work, files) : nil
  }
}

extension Recipe {
  /// Whether another recipe asks for the same pictures by other rules, or for some of them: one of two devices may
  /// have more families.
  package func differsInRules(from other: Recipe) -> Bool {
    guard frames.cover(other.frames) || other.frames.cover(frames) else { return false }
    var same = with(frames: other.frames)
    same.algorithmVersion = other.algorithmVersion
    same.encoderRevision = other.encoderRevision
    (same.analysis, same.subjects, same.codec) = (other.analysis, other.subjects, other.codec)
    return same == other && self != other
  }
}
