internal import Foundation
package import PhotoStore

/// A person's changes to one prepared photo.
package struct HandEdit: Sendable {
  /// The render that a family shows from now on.
  package enum Choice: Sendable {
    case automatic
    case framed(ManualFraming)
  }

  /// The revision of the hand work that the editor has; 0 when there is none yet.
  package var revision: Int
  /// Whether a person accepts the photo; `nil` leaves that as it is.
  package var isAccepted: Bool?
  /// The photo's new number of stars, within `HandWork.starRange`; `nil` leaves them.
  package var stars: Int?
  /// The families to change; others stay as they are.
  package var choices: [RenderFamily: Choice]

  package init(
    revision: Int, isAccepted: Bool? = nil, stars: Int? = nil,
    choices: [RenderFamily: Choice] = [:]
  ) {
    (self.revision, self.isAccepted) = (revision, isAccepted)
    (self.stars, self.choices) = (stars, choices)
  }
}

/// Why a framing cannot be used.
package struct FramingProblem: Error, Sendable, CustomStringConvertible {
  /// The kind of reason, in stable kebab case.
  package let code: String
  /// The fact with both numbers, in one sentence that ends with a full stop.
  package let description: String
}

extension ManualFraming {
  /// How far a framing may extend beyond the photo, as a share of its side; our choice: half a pixel of the smallest
  /// render, which is invisible.
  private static let slack = 0.001

  /// Checks the framing against the upright photo, for which any size of its shape will do, and the widget's frame.
  ///
  /// - Throws: `wrong-shape` when the cut would be distorted; `outside-photo` when it includes areas outside the
  ///   straightened photo.
  func check(in photo: PixelSize, for frame: PixelSize) throws {
    if isFitted { return }
    let turned = quarterTurns % 2 == 0 ? photo : photo.transposed
    let (width, height) = (Double(turned.width), Double(turned.height))
    let shape = cropRect.width * width / (cropRect.height * height)
    let wanted = Double(frame.width) / Double(frame.height)
    guard (shape / wanted - 1).magnitude <= 0.02 else {
      throw FramingProblem(
        code: "wrong-shape",
        description: "The framing is \(shape.rounded(toPlaces: 3)) times as wide as high; "
          + "the widget is \(wanted.rounded(toPlaces: 3)) times.")
    }
    let excess = corners(width, height).map { max($0.x.magnitude, $0.y.magnitude) }.max() ?? 0
    guard excess <= 0.5 + Self.slack else {
      throw FramingProblem(
        code: "outside-photo",
        description: "The framing reaches \((100 * (excess - 0.5)).rounded(toPlaces: 1)) % of a "
          + "side beyond the photo; it must lie inside.")
    }
  }

  /// The framing's corners in the photo before it is straightened, in shares of its sides from its centre.
  private func corners(_ width: Double, _ height: Double) -> [(x: Double, y: Double)] {
    let angle = -straightenDegrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    return [cropRect.x, cropRect.maxX].flatMap { x in
      [cropRect.y, cropRect.maxY].map { y in
        let (x, y) = ((x - 0.5) * width, (y - 0.5) * height)
        return ((x * cosine - y * sine) / width, (x * sine + y * cosine) / height)
      }
    }
  }
}
