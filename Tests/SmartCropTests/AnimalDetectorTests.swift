import PhotoGeometry
import Testing

@testable import SmartCrop

@Suite struct `Animals' heads` {
  private func head(_ x: Double, side: Double = 0.3, probability: Double = 0.6) -> HeadNetwork.Head
  {
    let rect = NormalizedRect(x: x, y: 0.2, width: side, height: side / 2)
    return HeadNetwork.Head(rect: rect, probability: probability, face: 0.5)
  }

  /// The faces of the heads that count where all look equally likely from near.
  private func faces(
    of heads: [HeadNetwork.Head], beside people: [FocusRegion] = [], fromNear near: Double = 0.9
  ) -> [FocusRegion] {
    AnimalDetector.regions(of: heads, beside: people) { _ in near }
  }

  @Test func `count as faces of full weight`() {
    let head = head(0.1)
    let region = FocusRegion(
      WholeHead.face(of: head.rect), kind: .animalFace, origin: .detector, head: head.rect)
    #expect(faces(of: [head]) == [region])
    #expect(region.isMain)
  }

  @Test
  func `are more likely with their size and with the network's confidence, also from near`() {
    func chance(_ probability: Double, _ near: Double, side: Double) -> Double {
      AnimalDetector.probability(
        of: head(0, side: side, probability: probability), fromNear: near)
    }
    // 1 / (1 + exp(0.09)): all other terms are 0.
    #expect(abs(chance(0.5, 0.5, side: 1) - 0.4775) < 1e-4)
    #expect(chance(0.6, 0.5, side: 1) > 0.4775 && chance(0.5, 0.6, side: 1) > 0.4775)
    #expect(chance(0.5, 0.5, side: 0.5) < 0.4775)
    #expect((0.98...1).contains(chance(1, 1, side: 1)) && chance(0.3, 0, side: 1) < 0.02)
  }

  @Test func `do not count when the closer look does not find them`() {
    #expect(faces(of: [head(0.1)], fromNear: 0).isEmpty)
  }

  @Test func `are left out where a person's head was found`() {
    let animal = head(0.1)
    let person = FocusRegion(
      WholeHead.face(of: animal.rect), kind: .face, origin: .detector, head: animal.rect)
    #expect(faces(of: [animal, head(0.6)], beside: [person]).map(\.head) == [head(0.6).rect])
    let known = FocusRegion(animal.rect, kind: .face, origin: .metadata)
    #expect(faces(of: [animal], beside: [known]).isEmpty)
  }

  @Test func `get a closer look if they are among the three most likely`() {
    var looked: [Double] = []
    let heads = [0.0, 0.2, 0.4, 0.6].map { head($0) }
    let faces = AnimalDetector.regions(of: heads, beside: []) { rect in
      looked.append(rect.x)
      return 0.9
    }
    #expect(looked == [0, 0.2, 0.4] && faces.count == 3)
  }
}
