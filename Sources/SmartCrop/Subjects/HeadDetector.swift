import PhotoGeometry

/// Finds people's heads with a network, from any side and with hats, and where their faces are or would be.
///
/// A doubtful head counts if the importance network sees one too, or if a closer look is
/// sure (decision 0141). One that shows its face counts in full. One that is turned away counts a tenth, as people look
/// less at those, and a fifth in a photo of people, in which a face was found or is known (decision 0140).
struct HeadDetector: Sendable {
  /// The least probability of a head that the other network sees too.
  private static let leastProbability = 0.6
  /// The least mean probability of a head in its middle by the other network.
  private static let leastElsewhere = 0.1
  /// The probability from which on a head counts anyway, in the photo or close up.
  private static let sure = 0.8
  /// The least probability of a head for a close look, and the least size, by the longer of its shares of the photo's
  /// sides.
  private static let (worthALook, leastSide) = (0.4, 0.12)
  /// The most doubtful heads that are examined close up, the likeliest first; each costs a run of the network.
  private static let mostLooks = 4
  /// The probability from which on a face counts as visible; high, as the network learned from few heads that are
  /// turned away.
  private static let leastFace = 0.98
  /// The weight of a head that is turned away.
  private static let turnedAway = 0.1
  /// The factor of that weight if there is a face.
  fileprivate static let besideFaces = 2.0

  private let network: HeadNetwork

  init(_ network: HeadNetwork) { self.network = network }

  /// Examines a picture; returns the heads that may count, and the picture's summary.
  func look(at picture: NetworkPicture) -> (heads: [HeadNetwork.Head], summary: [Float]) {
    network.look(at: picture, atLeast: Self.worthALook)
  }

  /// Returns the faces of the heads that were found in a picture, checked with the importance network's map of heads.
  func regions(
    of heads: [HeadNetwork.Head], in colour: ColourPlanes, seenIn map: HeadMap
  ) -> [FocusRegion] {
    let closer = CloserLook(network)
    var looks = 0
    return heads.reduce(into: []) { found, head in
      let face = Self.face(of: head)
      // A head that was found twice counts once (decision 0508).
      guard !found.contains(where: { $0.shows(what: face) }) else { return }
      let counts = Self.counts(head, seenIn: map) {
        looks += 1
        return looks > Self.mostLooks ? 0 : closer.probability(of: head.rect, in: colour)
      }
      if counts { found.append(face) }
    }
  }

  /// Returns the face of a head, with its weight and the head.
  static func face(of head: HeadNetwork.Head) -> FocusRegion {
    FocusRegion(
      WholeHead.face(of: head.rect), weight: head.face >= leastFace ? 1 : turnedAway, kind: .face,
      origin: .detector, head: head.rect)
  }

  /// Whether a head in the whole photo counts: both networks see it, or one is sure.
  ///
  /// `fromNear` returns how likely the head is one, seen close up, 0…1; it is called only if it decides.
  static func counts(
    _ head: HeadNetwork.Head, seenIn map: HeadMap, fromNear: () -> Double
  ) -> Bool {
    head.probability >= sure
      || head.probability >= leastProbability
        && map.probability(in: WholeHead.face(of: head.rect)) >= leastElsewhere
      || max(head.rect.width, head.rect.height) >= leastSide && fromNear() >= sure
  }
}

extension [FocusRegion] {
  /// Returns the regions of a photo; detected heads without visible faces weigh more if a face was found or is known,
  /// but never so much that they become separate subjects.
  func weighingHeads(knowing known: [FocusRegion]) -> [FocusRegion] {
    let isOfPeople = (known + self).contains { $0.kind == .face && $0.isMain }
    guard isOfPeople else { return self }
    return map { region in
      let heavier = region.weighing(Swift.min(1, region.weight * HeadDetector.besideFaces))
      return region.kind == .face && region.origin == .detector && !heavier.isMain
        ? heavier : region
    }
  }
}
