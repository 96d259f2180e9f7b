import Foundation
import PhotoGeometry

/// Finds people's heads with a network, from any side and with hats, and where their faces are or would be.
///
/// A doubtful head counts if the importance network sees one too, or if a closer look is
/// sure (decision 0141). One that shows its face counts in full. One that is turned away counts a tenth, as people look
/// less at those, and a fifth in a photo of people, in which a face was found or is known (decision 0140).
enum HeadDetector {
  /// The least probability of a head that the other network sees too.
  private static let leastProbability = 0.6
  /// The least mean probability of a head in its middle by the other network.
  private static let leastElsewhere = 0.1
  /// The probability from which on a head counts anyway, in the photo or close up.
  private static let sure = 0.8
  /// The least probability of a head for a close look, and the least size, by the longer of its shares of the photo's
  /// sides.
  static let (worthALook, leastSide) = (0.4, 0.12)
  /// The most doubtful heads that are examined close up, the likeliest first; each costs a run of the network.
  private static let mostLooks = 4
  /// The probability from which on a face counts as visible; high, as the network learned from few heads that are
  /// turned away.
  private static let leastFace = 0.98
  /// The weight of a head that is turned away.
  private static let turnedAway = 0.1
  /// The factor of that weight if there is a face.
  fileprivate static let besideFaces = 2.0

  /// Returns the faces of the heads that were found in a picture, checked with the importance network's map of heads.
  ///
  /// `fromNear` returns how likely a head is one, seen close up, 0…1.
  static func regions(
    of heads: [HeadNetwork.Head], seenIn map: HeadMap, fromNear: (NormalizedRect) -> Double
  ) -> [FocusRegion] {
    var looks = 0
    return heads.reduce(into: []) { found, head in
      let face = face(of: head)
      // A head that was found twice counts once (decision 0508).
      guard !found.contains(where: { $0.shows(what: face) }) else { return }
      let counts = counts(head, seenIn: map) {
        looks += 1
        return looks > mostLooks ? 0 : fromNear(head.rect)
      }
      if counts { found.append(face) }
    }
  }

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
      guard region.kind == .face, region.origin == .detector else { return region }
      let heavier = FocusRegion(
        region.rect, weight: Swift.min(1, region.weight * HeadDetector.besideFaces),
        kind: region.kind, origin: region.origin, head: region.head)
      return heavier.isMain ? region : heavier
    }
  }
}

/// The network's probability of people's heads, from any side, for each cell of a grid over the photo.
struct HeadMap: Sendable {
  private let table: SummedAreaTable
  private let count: Double

  init(_ plane: Plane) {
    table = SummedAreaTable(width: plane.width, height: plane.height, plane.samples)
    count = Double(plane.samples.count)
  }

  /// Returns the mean probability in the middle of a rectangle, 0…1; a seventh of each side is left out at either end.
  func probability(in rect: NormalizedRect) -> Double {
    let middle = rect.padded(side: -Self.rim, above: -Self.rim, below: -Self.rim)
    return middle.area > 0 ? table.sum(in: middle) / (count * middle.area) : 0
  }

  /// The share of a rectangle's side that is left out at either end.
  private static let rim = 0.15
}

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
enum AnimalDetector {
  /// The least probability in the photo for a close look.
  static let worthALook = 0.3
  /// The most heads that are examined close up, the likeliest first; each costs a run of the network.
  private static let mostLooks = 3
  /// The least P of a head that counts.
  private static let leastProbability = 0.4
  /// The upper bound of p and q; 1 minus it is the lower one.
  private static let surest = 0.98
  /// The overlap with a person's head above which it is that head.
  private static let mostOverlap = 0.3

  /// Returns the faces of the animals whose heads, the likeliest first, count and are not people's.
  ///
  /// `fromNear` returns how likely a head is one, seen close up, 0…1.
  static func regions(
    of heads: [HeadNetwork.Head], beside people: [FocusRegion], fromNear: (NormalizedRect) -> Double
  ) -> [FocusRegion] {
    heads.filter { head in
      !people.contains { ($0.head ?? $0.rect).overlap(with: head.rect) > mostOverlap }
    }.prefix(mostLooks).filter {
      probability(of: $0, fromNear: fromNear($0.rect)) >= leastProbability
    }.map {
      FocusRegion(WholeHead.face(of: $0.rect), kind: .animalFace, origin: .detector, head: $0.rect)
    }
  }

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
