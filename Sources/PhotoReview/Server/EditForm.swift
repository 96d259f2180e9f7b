internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

private struct EditForm: Decodable {
  struct Frame: Decodable {
    let rect: [Double]
    let degrees: Double?
    let turns: Int?
    /// Whether the whole photo is shown.
    let fit: Bool?
  }

  let revision: Int
  let accepted: Bool?
  let stars: Int?
  /// A framing for each family to change; `null` for the automatic one.
  let renders: [String: Frame?]?
}

private struct FocusForm: Decodable { let x, y: Double }

extension JSONDecoder {
  /// - Throws: A `DecodingError`, or an ``HTTPRefusal`` when numbers are out of range.
  func edit(_ body: Data) throws -> HandEdit {
    let form = try decode(EditForm.self, from: body)
    guard (0..<Int.max).contains(form.revision) else {
      throw HTTPRefusal(badRequest: "The revision is \(form.revision); it must be 0 or more.")
    }
    guard form.stars.map(HandWork.starRange.contains) ?? true else {
      throw HTTPRefusal(badRequest: "The photo has \(form.stars ?? 0) stars; it must be 0 to 5.")
    }
    var edit = HandEdit(revision: form.revision, isAccepted: form.accepted, stars: form.stars)
    for (name, frame) in form.renders ?? [:] {
      guard let family = RenderFamily(rawValue: name) else {
        throw HTTPRefusal(badRequest: "There is no family '\(name)'.")
      }
      edit.choices[family] = try frame.map { .framed(try $0.framing) } ?? .automatic
    }
    return edit
  }

  func focus(_ body: Data) throws -> FocusArea {
    let form = try decode(FocusForm.self, from: body)
    guard let area = FocusArea(x: form.x, y: form.y) else {
      throw HTTPRefusal(badRequest: "The point \(form.x), \(form.y) is not within 0…1.")
    }
    return area
  }
}

extension EditForm.Frame {
  fileprivate var framing: ManualFraming {
    get throws {
      let slack = 1e-6
      guard rect.count == 4, rect.allSatisfy(\.isFinite), rect[0] >= -slack, rect[1] >= -slack,
        rect[2] > 0.001, rect[3] > 0.001, rect[0] + rect[2] <= 1 + slack,
        rect[1] + rect[3] <= 1 + slack
      else { throw HTTPRefusal(badRequest: "The rectangle \(rect) is not within 0…1.") }
      guard (-45...45).contains(degrees ?? 0) else {
        throw HTTPRefusal(badRequest: "The angle is \(degrees ?? 0); it must be −45 to 45.")
      }
      return ManualFraming(
        cropRect: NormalizedRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]),
        straightenDegrees: degrees ?? 0, quarterTurns: turns ?? 0, isFitted: fit ?? false)
    }
  }
}
