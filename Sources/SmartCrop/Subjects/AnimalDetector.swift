import Foundation
import PhotoGeometry

/// Finds animals' heads with their own network, which examines each once more close up.
///
/// They are kept whole if possible (``HeadsKept``), and do not attract a window.
///
/// The probability of a head, from the network's probabilities in the photo, p, and from near, q, and from the longer
/// of its shares of the photo's sides, s:
///
///     P = 1 / (1 + exp(−(1.01 · ln(p / (1 − p)) + 1.26 · ln(q / (1 − q)) + 1.23 · ln(s) − 0.09)))
///
/// A logistic regression over the findings in photos that the network had not seen (decision 0148).
struct AnimalDetector: Sendable {
  /// The least probability in the photo for a close look.
  private static let worthALook = 0.3
  /// The most heads that are examined close up, the likeliest first; each costs a run of the network.
  private static let mostLooks = 3
  /// The least P of a head that counts.
  private static let leastProbability = 0.4
  /// The upper bound of p and q; 1 minus it is the lower one.
  private static let surest = 0.98
  /// The overlap with a person's head above which it is that head.
  private static let mostOverlap = 0.3

  private let network: HeadNetwork

  init(_ network: HeadNetwork) { self.network = network }

  /// Examines a picture; returns the heads that may count, and the picture's summary.
  func look(at picture: NetworkPicture) -> (heads: [HeadNetwork.Head], summary: [Float]) {
    network.look(at: picture, atLeast: Self.worthALook)
  }

  /// Returns the faces of the animals whose heads were found in a picture and are not people's.
  func regions(
    of heads: [HeadNetwork.Head], in colour: ColourPlanes, beside people: [FocusRegion]
  ) -> [FocusRegion] {
    let closer = CloserLook(network)
    return Self.regions(of: heads, beside: people) { closer.probability(of: $0, in: colour) }
  }

  /// Returns the faces of the heads that count.
  ///
  /// - Parameters:
  ///   - heads: The network's heads in the whole photo, the likeliest first.
  ///   - people: The known heads of people.
  ///   - fromNear: Returns how likely a head is one, seen close up, 0…1.
  /// - Returns: Their faces, with the heads.
  static func regions(
    of heads: [HeadNetwork.Head], beside people: [FocusRegion],
    fromNear: (NormalizedRect) -> Double
  ) -> [FocusRegion] {
    heads.filter { head in
      !people.contains { ($0.head ?? $0.rect).overlap(with: head.rect) > mostOverlap }
    }.prefix(mostLooks).filter {
      probability(of: $0, fromNear: fromNear($0.rect)) >= leastProbability
    }.map {
      FocusRegion(WholeHead.face(of: $0.rect), kind: .animalFace, origin: .detector, head: $0.rect)
    }
  }

  /// Returns how likely a head is one, 0…1.
  static func probability(of head: HeadNetwork.Head, fromNear near: Double) -> Double {
    func odds(_ probability: Double) -> Double {
      let bounded = min(surest, max(1 - surest, probability))
      return log(bounded / (1 - bounded))
    }
    let side = max(head.rect.width, head.rect.height)
    let evidence = 1.01 * odds(head.probability) + 1.26 * odds(near) + 1.23 * log(side) - 0.09
    return 1 / (1 + exp(-evidence))
  }
}
