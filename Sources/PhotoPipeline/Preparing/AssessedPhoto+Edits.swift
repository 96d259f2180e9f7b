internal import PhotoCatalog
internal import PhotoStore
internal import SmartCrop

extension AssessedPhoto {
  /// What a record says; `nil` for one of before photos were judged.
  init?(_ preparation: PhotoPreparation) {
    guard let assessment = preparation.assessment else { return nil }
    self.init(
      size: preparation.uprightSize, capture: preparation.capture, assessment: assessment)
  }

  /// What a photo was judged as, by a record or else the catalog; `nil` where nothing is known.
  private static func known(_ photo: PhotoID, in store: Store) throws -> AssessedPhoto? {
    for id in try store.recordIDs(of: photo) {
      let record = try? store.record(id)
      if let known = record.flatMap({ AssessedPhoto($0.preparation) }) { return known }
    }
    for version in [version, estimateVersion] {
      let bytes = try Assessments(of: store).assessment(of: photo, version: version)
      if let known = bytes.flatMap(AssessedPhoto.init(bytes:)) { return known }
    }
    return nil
  }

  /// Whether a file's photo is an edit of what the file was, and not another photo of the same name; what nothing is
  /// known of was another one.
  func isEdit(of former: PhotoID?, in store: Store) throws -> Bool {
    try former.flatMap { try Self.known($0, in: store) }.map(isEdit) ?? false
  }

  /// Whether a file's photo is an edit of what the file was (decision 0811).
  static func isEdit(_ photo: PhotoID, of former: PhotoID, in store: Store) throws -> Bool {
    try known(photo, in: store)?.isEdit(of: former, in: store) ?? false
  }

  /// Whether this is an edit of another photo: camera and time say so, or where they say nothing, the picture.
  func isEdit(of former: AssessedPhoto) -> Bool {
    if let own = capture.camera, let other = former.capture.camera, own != other { return false }
    if let own = capture.time, let other = former.capture.time { return own == other }
    return assessment.thumbprint.isEdit(of: former.assessment.thumbprint)
  }
}

extension Thumbprint {
  /// Whether it may be made of another photo by cropping, turning and changing its tones.
  fileprivate func isEdit(of former: Thumbprint) -> Bool {
    if self == former { return true }
    let whole = former.floats
    return quarterTurns.contains { turned in
      ThumbprintView.searched.contains { view in
        ThumbprintAlignment.likeness(of: turned, in: whole, from: view.place)
          >= ThumbprintAlignment.threshold
      }
    }
  }

  /// The samples, turned by none to three quarters.
  private var quarterTurns: [[Float]] {
    let side = Self.side
    return (0..<3).reduce(into: [floats]) { turns, _ in
      let last = turns[turns.count - 1]
      turns.append(
        last.indices.map { last[($0 % side) * side + side - 1 - $0 / side] })
    }
  }
}
