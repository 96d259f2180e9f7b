import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Closer look` {
  private let size = PixelSize(width: 200, height: 100)
  private var colour: ColourPlanes { ColourPlanes(.noise(seed: 1, width: 200, height: 100)) }

  /// Looks that say the same of every picture, and what they were shown.
  private final class Looks: Sendable {
    let said: [HeadNetwork.Head]
    let shown = Locked<[PixelSize]>([])
    init(_ said: [NormalizedRect], probability: Double = 1) {
      self.said = said.map { HeadNetwork.Head(rect: $0, probability: probability, face: 1) }
    }

    var look: CloserLook {
      CloserLook { colour in
        self.shown.withLock { $0.append(colour.size) }
        return self.said
      }
    }
  }

  @Test func `returns the probability of a head, seen with its shoulders`() throws {
    let expected = NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    let middle = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let looks = Looks([middle], probability: 0.7)
    #expect(looks.look.probability(of: expected, in: colour) == 0.7)
    let shown = try #require(looks.shown.withLock { $0.first })
    #expect(abs(shown.width - 80) <= 1 && abs(shown.height - 40) <= 1)
    let aside = NormalizedRect(x: 0, y: 0, width: 0.2, height: 0.2)
    #expect(Looks([aside]).look.probability(of: expected, in: colour) == 0)
  }

  @Test func `takes the most likely head that overlaps the expected one, or none`() {
    let expected = NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    let middle = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let other = NormalizedRect(x: 0, y: 0, width: 0.2, height: 0.2)
    #expect(Looks([other, middle]).look.probability(of: expected, in: colour) == 1)
    for said in [[], [other]] {
      #expect(Looks(said).look.probability(of: expected, in: colour) == 0)
    }
  }

  @Test(arguments: [(0.0, 0.0), (0.8, 0.8), (-0.05, 0.85)])
  func `stays inside the photo at its corners`(x: Double, y: Double) {
    let looks = Looks([.full])
    let head = NormalizedRect(x: x, y: y, width: 0.2, height: 0.2)
    _ = looks.look.probability(of: head, in: colour)
    #expect(looks.shown.withLock { $0 } == [PixelSize(width: 80, height: 40)])
  }

  @Test(arguments: 1...3)
  func `gives mirrored results for a mirrored picture`(seed: UInt64) throws {
    let network = try #require(ImportanceModel.standard).heads
    let look = CloserLook { network.look(at: NetworkPicture($0), atLeast: 0).heads }
    let image = AnalysisImage.scene(seed: seed, width: 90, height: 61)
    let head = NormalizedRect(x: 0.37, y: 0.31, width: 0.23, height: 0.23)
    let turned = NormalizedRect(
      x: 1 - head.maxX, y: head.y, width: head.width, height: head.height)
    let there = look.probability(of: head, in: ColourPlanes(image))
    let mirrored = look.probability(of: turned, in: ColourPlanes(image.mirrored))
    #expect(abs(there - mirrored) < 1e-3)
  }
}

@Suite struct `Heads that count` {
  private let rect = NormalizedRect(x: 0.3, y: 0.2, width: 0.2, height: 0.3)

  /// Whether a head counts where the other network says everywhere how likely one is.
  private func counts(
    _ probability: Double, elsewhere: Float, fromNear: Double = 0, of rect: NormalizedRect? = nil
  ) -> Bool {
    let map = HeadMap(Plane(width: 4, height: 4, samples: Array(repeating: elsewhere, count: 16)))
    let head = HeadNetwork.Head(rect: rect ?? self.rect, probability: probability, face: 1)
    return HeadDetector.counts(head, seenIn: map) { fromNear }
  }

  @Test func `are found by both networks, or by one with high confidence`() {
    #expect(counts(0.7, elsewhere: 0.2))
    #expect(!counts(0.7, elsewhere: 0.05))
    #expect(!counts(0.5, elsewhere: 0.9))
    #expect(counts(0.85, elsewhere: 0))
  }

  @Test func `include doubtful ones that a closer look confirms, unless they are small`() {
    #expect(counts(0.45, elsewhere: 0, fromNear: 0.85))
    #expect(!counts(0.45, elsewhere: 0, fromNear: 0.75))
    let small = NormalizedRect(x: 0.3, y: 0.2, width: 0.1, height: 0.1)
    #expect(!counts(0.45, elsewhere: 0, fromNear: 0.85, of: small))
  }

  @Test func `have a face with a tenth of the weight if it is not visible`() {
    func face(_ seen: Double) -> FocusRegion {
      HeadDetector.face(of: HeadNetwork.Head(rect: rect, probability: 0.9, face: seen))
    }
    #expect(face(0.99).rect == WholeHead.face(of: rect))
    #expect(face(0.99).kind == .face && face(0.99).origin == .detector)
    #expect(face(0.99).weight == 1 && face(0.9).weight == 0.1)
  }
}

@Suite struct `Heads without faces` {
  private func region(
    _ weight: Double, origin: FocusRegion.Origin = .detector, kind: FocusRegion.Kind = .face
  ) -> FocusRegion {
    FocusRegion(.full, weight: weight, kind: kind, origin: origin)
  }

  @Test func `count twice if the photo also has a face`() {
    let (face, head) = (region(1), region(0.1))
    #expect([face, head].weighingHeads(knowing: []) == [face, region(0.2)])
    #expect([head].weighingHeads(knowing: [region(1, origin: .metadata)]) == [region(0.2)])
  }

  @Test func `keep their weight if there is no face, and no other region gains weight`() {
    let light = [region(0.1), region(0.2)]
    #expect(light.weighingHeads(knowing: [region(1, kind: .region)]) == light)
    let others = [
      region(1), region(0.1, kind: .region), region(0.1, kind: .animalFace),
      region(0.3, origin: .metadata), region(0.3),
    ]
    #expect(others.weighingHeads(knowing: []) == others)
  }
}
