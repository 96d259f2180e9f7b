import PhotoGeometry

/// Examines a doubtful head once more, close up.
///
/// In the whole photo a head is a few cells of the network's grid. Given only a head's surroundings, ``HeadNetwork``
/// tells heads from other things far better (decision 0141).
struct CloserLook: Sendable {
  /// Returns the heads in a picture, in its fractions, the likeliest first.
  private let heads: @Sendable (ColourPlanes) -> [HeadNetwork.Head]

  init(heads: @escaping @Sendable (ColourPlanes) -> [HeadNetwork.Head]) { self.heads = heads }

  init(_ network: HeadNetwork) {
    self.init { network.look(at: NetworkPicture($0), atLeast: Self.leastProbability).heads }
  }

  /// The sides of the surroundings, in sides of the head: shoulders help.
  private static let surroundings = 2.0
  private static let leastProbability = 0.3
  /// The least overlap with the expected head; below it, the head found is another one.
  private static let leastOverlap = 0.3

  /// Returns how likely a head is one, 0…1; 0 if the network sees none close up.
  func probability(of head: NormalizedRect, in colour: ColourPlanes) -> Double {
    let place = surroundings(of: head, in: colour.size)
    let part = NormalizedRect(place, in: colour.size)
    let seen = heads(colour.cropped(to: place)).first {
      $0.rect.inPhoto(from: part).overlap(with: head) > Self.leastOverlap
    }
    return seen?.probability ?? 0
  }

  /// Returns the pixels around a head, moved into the picture.
  private func surroundings(of head: NormalizedRect, in size: PixelSize) -> PixelRect {
    func span(_ start: Double, _ length: Double) -> (Double, Double) {
      let side = min(1, length * Self.surroundings)
      return (min(max(0, start + length / 2 - side / 2), 1 - side), side)
    }
    let (columns, rows) = (span(head.x, head.width), span(head.y, head.height))
    let place = NormalizedRect(x: columns.0, y: rows.0, width: columns.1, height: rows.1)
    let bounds = PixelBounds(place, in: size)
    return PixelRect(
      x: bounds.left, y: bounds.top, width: bounds.right - bounds.left,
      height: bounds.bottom - bounds.top)
  }
}
