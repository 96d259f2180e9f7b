import PhotoGeometry
import Testing

@testable import SmartCrop

@Suite struct `Whole head` {
  private let face = NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)

  private func head(_ kind: FocusRegion.Kind = .face) throws -> WholeHead {
    try #require(WholeHead(of: FocusRegion(face, kind: kind, origin: .detector)))
  }

  @Test func `reaches above the face and a little below it, and converts back to the same face`()
    throws
  {
    let rect = try head().rect
    #expect(rect.y < face.y && rect.maxY > face.maxY)
    #expect(rect.x > face.x && rect.maxX < face.maxX)
    let back = WholeHead.face(of: rect)
    for (found, wanted) in [
      (back.x, face.x), (back.y, face.y), (back.width, face.width), (back.height, face.height),
    ] {
      #expect(abs(found - wanted) < 1e-9)
    }
  }

  @Test func `exists for faces only`() {
    #expect(WholeHead(of: FocusRegion(face, kind: .region, origin: .detector)) == nil)
    #expect(WholeHead(of: FocusRegion(face, kind: .animalFace, origin: .detector)) != nil)
  }

  @Test(arguments: [PhotoAxis.horizontal, .vertical])
  func `is more likely whole the more room there is, and certainly at the photo's border`(
    axis: PhotoAxis
  ) throws {
    let head = try head()
    let shares = stride(from: 0.0, through: 0.4, by: 0.05).map {
      head.probability(from: $0, to: 1, along: axis)
    }
    #expect(shares == shares.sorted(by: >))
    #expect(shares.first == 1)
    #expect(head.probability(from: 0.5, to: 1, along: axis) < 0.01)
    #expect(head.probability(from: 0, to: 0.5, along: axis) < 0.01)
  }

  @Test func `has an even chance of being whole at its expected end`() throws {
    let head = try head()
    #expect(abs(head.probability(from: head.rect.y, to: 1, along: .vertical) - 0.5) < 1e-9)
    #expect(abs(head.probability(from: 0, to: head.rect.maxX, along: .horizontal) - 0.5) < 1e-9)
  }

  @Test func `the end of a detected head is more certain than that of an expected one`()
    throws
  {
    let expected = try head()
    let seen = try #require(
      WholeHead(
        of: FocusRegion(face, kind: .face, origin: .detector, head: expected.rect)))
    #expect(seen.rect == expected.rect)
    for axis in [PhotoAxis.horizontal, .vertical] {
      let start = (axis == .horizontal ? seen.rect.x : seen.rect.y) - 0.03
      let cut = start + 0.06
      #expect(
        seen.probability(from: start, to: 1, along: axis)
          > expected.probability(from: start, to: 1, along: axis))
      #expect(
        seen.probability(from: cut, to: 1, along: axis)
          < expected.probability(from: cut, to: 1, along: axis))
    }
  }
}
