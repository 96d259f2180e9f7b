internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// Applies a person's framings to the photo's records of other devices and filters, and to photos whose files were
/// edited since.
extension HandFraming {
  /// Frames new records of photos as a person has framed the photos for other devices, or with other filters; records
  /// with hand work are left unchanged.
  ///
  /// Of several records, the one that was changed most often is used. A photo whose master cannot be read keeps its
  /// automatic crops, which `report` is told.
  ///
  /// - Throws: A `PhotoprepError`; an ``IsolationError``; errors of `report`; ``WorkStop`` after an interruption.
  func carryHandWork(
    to ids: some Sequence<RecordID>, _ report: (Rejection) throws -> Void
  ) throws {
    for (id, siblings) in try siblings(of: ids) {
      let others = try twins(of: id, among: siblings)
      let hands = others.compactMap(\.hand)
      guard let hand = hands.max(by: { $0.revision < $1.revision }) else { continue }
      let photo = try container.record(id).preparation
      if photo.hand != nil { continue }
      do {
        let choices = hand.renders.mapValues { HandEdit.Choice.framed($0.framing) }
        try change(photo, to: choices, stars: hand.stars)
      } catch let failure as Rejection {
        try report(.notCarried(failure, photo))
      }
    }
  }

  /// The ratios of the side ratios of a picture and its edited version that count as one shape: 1 %, more than the
  /// rounding of a shrunk copy; ours.
  private static let sameShape = 0.99...1.01

  /// Frames edited photos as before, if their shape is the same and they have no new framings; `report` is told why one
  /// keeps its automatic crops.
  func carryHandWork(
    alongEdits edits: [(old: RecordID, new: RecordID)], _ report: (Rejection) throws -> Void
  ) throws {
    for (old, new) in edits {
      guard let before = try? container.record(old).preparation,
        let hand = before.hand
      else { continue }
      let photo = try container.record(new).preparation
      if photo.hand != nil { continue }
      let (was, now) = (before.uprightSize, photo.uprightSize)
      let ratio = Double(was.width * now.height) / Double(was.height * now.width)
      let isSameShape = Self.sameShape.contains(ratio)
      let renders = isSameShape ? hand.renders : [:]
      do {
        try change(
          photo, to: renders.mapValues { .framed($0.framing) }, stars: hand.stars)
        if !isSameShape, !hand.renders.isEmpty {
          throw Rejection(
            path: FilePath(photo.id.description), code: "other-shape",
            message: "The picture has another shape now.",
            remedy: "Frame it in 'photoprep review'.")
        }
      } catch let failure as Rejection {
        try report(.notCarried(failure, photo))
      }
    }
  }

  /// Applies the framings and stars of one record to the photo's records of other devices and filters, for families
  /// without hand work there.
  func carry(_ edit: HandEdit, from id: RecordID) throws {
    if edit.choices.isEmpty && edit.stars == nil { return }
    for (id, siblings) in try siblings(of: [id]) {
      for other in try twins(of: id, among: siblings) {
        try change(
          other, to: edit.choices.filter { other.hand?.renders[$0.key] == nil },
          stars: edit.stars)
      }
    }
  }

  /// The records whose photos have other records, and those records.
  private func siblings(
    of ids: some Sequence<RecordID>
  ) throws -> [(id: RecordID, siblings: [RecordID])] {
    try Store.open(at: path, for: .write, in: environment).closing { store in
      try ids.map { ($0, try store.recordIDs(of: $0.photo)) }.filter { $0.1.count > 1 }
    }
  }

  /// The photo's records for other devices or with another filter that are equal otherwise.
  private func twins(of id: RecordID, among ids: [RecordID]) throws -> [PhotoPreparation] {
    let own = try container.record(id).preparation.recipe
    return ids.compactMap { try? container.record($0).preparation }.filter { other in
      var recipe = other.recipe.with(frames: own.frames)
      recipe.takeColours(of: own)
      return other.recipe != own && recipe == own
    }
  }

  func change(
    _ photo: PhotoPreparation, to choices: [RenderFamily: HandEdit.Choice], stars: Int?
  ) throws {
    var edit = HandEdit(revision: photo.hand?.revision ?? 0)
    if stars != photo.hand?.stars { edit.stars = stars }
    for case (let family, .framed(let framing)) in choices {
      guard let frame = photo.recipe.frames[family] else { continue }
      edit.choices[family] = .framed(framing.fitted(to: frame, in: photo.uprightSize))
    }
    if !edit.choices.isEmpty || edit.stars != nil { try applyAlone(edit, to: photo.id) }
  }
}

extension Rejection {
  /// Why a photo is prepared without the framing of another record.
  static func notCarried(_ why: Rejection, _ photo: PhotoPreparation) -> Rejection {
    let name = photo.sources.first?.path ?? why.path
    return Rejection(
      path: name, code: why.code,
      message: "It is prepared, but not framed as it was by hand. \(why.message)",
      remedy: "Frame it in 'photoprep review'.", detail: why.detail)
  }
}

extension ManualFraming {
  /// The factor by which a framing that does not fit into its photo shrinks at a time; our choice.
  private static let shrinking = 0.98

  /// Returns the same framing in another widget's shape: the smallest one around this that has it,
  /// moved into the upright photo, and smaller where it does not fit.
  ///
  /// It passes ``check(in:for:)`` where this one does for its own widget.
  func fitted(to frame: PixelSize, in photo: PixelSize) -> ManualFraming {
    if isFitted { return self }
    let turned = quarterTurns % 2 == 0 ? photo : photo.transposed
    let shape =
      Double(frame.width * turned.height) / Double(frame.height * turned.width)
    var width = min(1, max(cropRect.width, cropRect.height * shape), shape)
    while true {
      let size = (width: width, height: width / shape)
      let rect = NormalizedRect(
        x: min(max(0, cropRect.x + (cropRect.width - size.width) / 2), 1 - size.width),
        y: min(max(0, cropRect.y + (cropRect.height - size.height) / 2), 1 - size.height),
        width: size.width, height: size.height)
      let framing = ManualFraming(
        cropRect: rect, straightenDegrees: straightenDegrees, quarterTurns: quarterTurns)
      let isInside = (try? framing.check(in: photo, for: frame)) != nil
      if isInside || width < cropRect.width / 2 { return framing }
      width *= Self.shrinking
    }
  }
}
