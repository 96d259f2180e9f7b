public import PhotoStore

/// The look of a prepared photo, for finding photos that show the same.
public struct PhotoLook: Sendable {
  fileprivate let photo: Stacks.Photo
  /// Its value among those that show the same: a person's stars, then the score without the appeal.
  fileprivate let worth: Double

  /// Reads it from a record; `nil` for a record from before photos were assessed.
  public init?(_ card: PhotoCard) {
    let preparation = card.record.preparation
    guard let assessment = preparation.assessment else { return nil }
    let date = card.date
    photo = Stacks.Photo(
      thumbprint: assessment.thumbprint, seconds: date?.source == .photo ? date?.seconds : nil,
      camera: preparation.capture.camera)
    worth = Double(preparation.hand?.stars ?? card.starsOfFiles ?? 0) + assessment.score.craft
  }
}

extension PhotoLook {
  /// Returns the stacks among prepared photos.
  ///
  /// - Parameter looks: The photos to compare, by records.
  /// - Returns: The records of each stack of several photos, the best photo's first; those of one photo are next to
  ///   each other.
  public static func stacks(of looks: [RecordID: PhotoLook]) -> [[RecordID]] {
    let records = Dictionary(grouping: looks.keys.sorted(), by: \.photo)
    let photos = records.keys.sorted()
    let firsts = photos.compactMap { records[$0]?.first.flatMap { looks[$0] } }
    let roots = Stacks.find(among: firsts.map(\.photo))
    return Dictionary(grouping: photos.indices) { roots[$0] }.sorted { $0.key < $1.key }
      .filter { $0.value.count > 1 }
      .map { _, places in
        places.sorted { (firsts[$1].worth, $0) < (firsts[$0].worth, $1) }
          .flatMap { records[photos[$0]] ?? [] }
      }
  }
}
