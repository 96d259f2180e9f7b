internal import PhotoStore
internal import SystemPackage

/// Applies a person's framings to photos whose files were edited since.
extension HandFraming {
  /// The ratios of the side ratios of a picture and its edited version that count as one shape: 1 %, more than the
  /// rounding of a shrunk copy; ours.
  private static let sameShape = 0.99...1.01

  /// Frames edited photos as before, if their shape is the same and they have no new framings; `report` is told why one
  /// keeps its automatic crops.
  ///
  /// - Throws: As ``carryHandWork(to:_:)``.
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
        if !isSameShape, !hand.renders.isEmpty { throw Rejection.otherShape(photo) }
      } catch let failure as Rejection {
        try report(.notCarried(failure, photo))
      }
    }
  }
}

extension Rejection {
  fileprivate static func otherShape(_ photo: PhotoPreparation) -> Rejection {
    Rejection(
      path: FilePath(photo.id.description), code: "other-shape",
      message: "The picture has another shape now.", remedy: "Frame it in 'photoprep review'.")
  }
}
