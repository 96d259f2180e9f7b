import PhotoGeometry

/// Finds people's heads with a network, from any side and with hats, and says where their faces are or would be.
///
/// A head that is not quite sure counts where the network of what matters sees one too. One that shows its face
/// counts in full. One that is turned away counts a tenth, as people look less at those, and a fifth in a photo of
/// people, in which a face was found or is known (decision 0140).
struct HeadDetector: Sendable {
  /// A head counts from this probability on where the other network sees one too.
  private static let leastProbability = 0.6
  /// The least mean probability of a head in its middle by the other network.
  private static let leastElsewhere = 0.1
  /// A head as probable as this counts anyway.
  private static let sure = 0.8
  /// A face is seen from this probability on; high, as the network learned from few heads that are turned away.
  private static let leastFace = 0.98
  /// What a head weighs that is turned away.
  private static let turnedAway = 0.1
  /// How many times as much it weighs where a face is.
  fileprivate static let besideFaces = 2.0

  private let network: HeadNetwork

  init(_ network: HeadNetwork) { self.network = network }

  /// Returns the faces of the heads in a picture, besides the map in which the network of what matters sees heads.
  func regions(in picture: NetworkPicture, besides map: HeadMap) -> [FocusRegion] {
    network.heads(in: picture, atLeast: Self.leastProbability).compactMap {
      Self.region($0, besides: map)
    }
  }

  /// Returns the face of a head; `nil` where it does not count.
  static func region(_ head: HeadNetwork.Head, besides map: HeadMap) -> FocusRegion? {
    let face = WholeHead.face(of: head.rect)
    let isSeenElsewhere = map.probability(in: face) >= leastElsewhere
    guard head.probability >= sure || head.probability >= leastProbability && isSeenElsewhere
    else { return nil }
    let weight = head.face >= leastFace ? 1 : turnedAway
    return FocusRegion(face, weight: weight, kind: .face, origin: .detector)
  }
}

extension [FocusRegion] {
  /// Returns the regions of a photo with detected heads without faces weighing more where a face was found, or is
  /// known; never so much that they become subjects of their own.
  func weighingHeads(besides known: [FocusRegion]) -> [FocusRegion] {
    let isOfPeople = (known + self).contains { $0.kind == .face && $0.isMain }
    guard isOfPeople else { return self }
    return map { region in
      let heavier = region.weighing(Swift.min(1, region.weight * HeadDetector.besideFaces))
      return region.kind == .face && region.origin == .detector && !heavier.isMain
        ? heavier : region
    }
  }
}
