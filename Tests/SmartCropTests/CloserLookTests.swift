import Foundation
import PhotoGeometry
import Synchronization
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Closer look` {
  private let size = PixelSize(width: 200, height: 100)
  private var colour: ColourPlanes { ColourPlanes(.noise(seed: 1, width: 200, height: 100)) }

  private func face(
    _ x: Double, _ y: Double, _ side: Double = 0.2, origin: FocusRegion.Origin = .detector,
    kind: FocusRegion.Kind = .face, weight: Double = 1
  ) -> FocusRegion {
    FocusRegion(
      NormalizedRect(x: x, y: y, width: side, height: side), weight: weight, kind: kind,
      origin: origin)
  }

  /// Looks that say the same of every picture, and what they were shown.
  private final class Looks: Sendable {
    let said: [NormalizedRect]
    let shown = Mutex<[PixelSize]>([])
    init(_ said: [NormalizedRect]) { self.said = said }

    var look: CloserLook {
      CloserLook { colour in
        self.shown.withLock { $0.append(colour.size) }
        return self.said
      }
    }
  }

  /// A head in the middle of what is shown, as large as expected.
  private static let middle = NormalizedRect(
    x: 1.0 / 6, y: 1.0 / 6, width: 2.0 / 3, height: 2.0 / 3)

  private func isNear(_ rect: NormalizedRect, _ other: NormalizedRect) -> Bool {
    zip(
      [rect.x, rect.y, rect.maxX, rect.maxY], [other.x, other.y, other.maxX, other.maxY]
    ).allSatisfy { abs($0 - $1) < 0.02 }
  }

  @Test func `is shown the surroundings of a head, and finds it where it is`() throws {
    let looks = Looks([Self.middle])
    let found = try #require(looks.look.regions([face(0.4, 0.4)], in: colour).first)
    let expected = WholeHead.expected(around: found.rect)
    let shown = try #require(looks.shown.withLock { $0.first })
    #expect(abs(Double(shown.width) - 1.5 * expected.width * 200) <= 2)
    #expect(abs(Double(shown.height) - 1.5 * expected.height * 100) <= 2)
    #expect(isNear(try #require(found.head), expected))
    #expect(found.rect == face(0.4, 0.4).rect)
  }

  @Test func `follows what it sees more than what was expected`() throws {
    // Half a view's free sixth higher than expected.
    let higher = NormalizedRect(
      x: Self.middle.x, y: Self.middle.y - 1.0 / 12, width: Self.middle.width,
      height: Self.middle.height)
    let found = try #require(Looks([higher]).look.regions([face(0.4, 0.4)], in: colour).first)
    let expected = WholeHead.expected(around: found.rect)
    let risen = try #require(found.head).y - expected.y
    let seen = -1.5 * expected.height / 12
    #expect(risen < 0.6 * seen && risen > seen - 0.02)
  }

  @Test func `takes the likeliest head that is the one expected, and none when there is none`() {
    let other = NormalizedRect(x: 0, y: 0, width: 0.2, height: 0.2)
    let first = Looks([other, Self.middle]).look.regions([face(0.4, 0.4)], in: colour)
    #expect(first.first?.head != nil)
    for said in [[], [other]] {
      #expect(Looks(said).look.regions([face(0.4, 0.4)], in: colour) == [face(0.4, 0.4)])
    }
  }

  @Test func `stays inside the photo at its corners`() throws {
    for (x, y) in [(0.0, 0.0), (0.8, 0.8), (-0.05, 0.85)] {
      let looks = Looks([.full])
      let head = try #require(looks.look.regions([face(x, y)], in: colour).first?.head)
      #expect(head.x >= 0 && head.y >= 0 && head.maxX <= 1 && head.maxY <= 1)
    }
  }

  @Test func `looks only at faces that a detector found and that are large enough`() {
    let looks = Looks([Self.middle])
    let others = [
      face(0.1, 0.1, 0.1), face(0.4, 0.4, origin: .metadata), face(0.4, 0.4, origin: .hand),
      face(0.4, 0.4, kind: .animalFace), face(0.4, 0.4, kind: .region),
    ]
    #expect(looks.look.regions(others, in: colour) == others)
    #expect(looks.shown.withLock { $0.isEmpty })
  }

  @Test func `looks at the three largest of many, and at all or none of one size`() {
    let sizes = [0.2, 0.3, 0.25, 0.35, 0.18]
    let looked = { (sizes: [Double]) in
      Looks([Self.middle]).look.regions(sizes.map { self.face(0.3, 0.3, $0) }, in: self.colour)
        .filter { $0.head != nil }.map(\.rect.width)
    }
    #expect(looked(sizes) == [0.3, 0.25, 0.35])
    #expect(looked([0.2, 0.3, 0.2, 0.25]) == [0.3, 0.25])
    #expect(looked([0.2, 0.2, 0.2, 0.2]).isEmpty)
    #expect(looked([0.2, 0.2, 0.2]).count == 3)
  }

  @Test(arguments: 1...3)
  func `sees the mirrored picture mirrored`(seed: UInt64) throws {
    let network = try #require(ImportanceModel.standard).heads
    let look = CloserLook { network.heads(in: NetworkPicture($0), atLeast: 0).map(\.rect) }
    let image = AnalysisImage.scene(seed: seed, width: 90, height: 61)
    let face = face(0.37, 0.31, 0.23)
    let turned = FocusRegion(
      NormalizedRect(
        x: 1 - face.rect.maxX, y: face.rect.y, width: face.rect.width, height: face.rect.height),
      kind: .face, origin: .detector)
    let head = look.regions([face], in: ColourPlanes(image)).first?.head
    let mirrored = look.regions([turned], in: ColourPlanes(image.mirrored)).first?.head
    #expect((head == nil) == (mirrored == nil))
    if let head, let mirrored {
      #expect(abs(head.x - (1 - mirrored.maxX)) < 1e-3 && abs(head.y - mirrored.y) < 1e-3)
      #expect(abs(head.width - mirrored.width) < 1e-3)
    }
  }

  @Test func `a head that was seen is surer to be whole beyond its end than an expected one`()
    throws
  {
    let face = face(0.4, 0.4)
    let expected = try #require(WholeHead(of: face))
    let seen = try #require(
      WholeHead(
        of: FocusRegion(face.rect, kind: .face, origin: .detector, head: expected.rect)))
    #expect(seen.rect == expected.rect)
    for axis in [Axis.horizontal, .vertical] {
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

@Suite struct `Heads that count` {
  private let rect = NormalizedRect(x: 0.3, y: 0.2, width: 0.2, height: 0.3)

  /// The face of a head where the other network says everywhere how likely one is.
  private func region(
    _ probability: Double, face: Double = 1, elsewhere: Float
  ) -> FocusRegion? {
    let map = HeadMap(Plane(width: 4, height: 4, samples: Array(repeating: elsewhere, count: 16)))
    let head = HeadNetwork.Head(rect: rect, probability: probability, face: face)
    return HeadDetector.region(head, besides: map)
  }

  @Test func `are seen by both networks, or surely by the one`() throws {
    #expect(region(0.7, elsewhere: 0.2) != nil)
    #expect(region(0.7, elsewhere: 0.05) == nil)
    #expect(region(0.5, elsewhere: 0.9) == nil)
    #expect(region(0.85, elsewhere: 0) != nil)
    let found = try #require(region(0.9, elsewhere: 1))
    #expect(found.rect == WholeHead.face(of: rect))
    #expect(found.kind == .face && found.origin == .detector)
  }

  @Test func `weigh a tenth where no face is seen`() {
    #expect(region(0.9, face: 0.99, elsewhere: 1)?.weight == 1)
    #expect(region(0.9, face: 0.9, elsewhere: 1)?.weight == 0.1)
  }
}

@Suite struct `Heads without faces` {
  private func region(
    _ weight: Double, origin: FocusRegion.Origin = .detector, kind: FocusRegion.Kind = .face
  ) -> FocusRegion {
    FocusRegion(.full, weight: weight, kind: kind, origin: origin)
  }

  @Test func `count twice beside a face`() {
    let (face, head) = (region(1), region(0.1))
    #expect([face, head].weighingHeads(besides: []) == [face, region(0.2)])
    #expect([head].weighingHeads(besides: [region(1, origin: .metadata)]) == [region(0.2)])
  }

  @Test func `count as they are where there is no face, and nothing else counts more`() {
    let light = [region(0.1), region(0.2)]
    #expect(light.weighingHeads(besides: [region(1, kind: .region)]) == light)
    let others = [
      region(1), region(0.1, kind: .region), region(0.1, kind: .animalFace),
      region(0.3, origin: .metadata), region(0.3),
    ]
    #expect(others.weighingHeads(besides: []) == others)
  }
}
