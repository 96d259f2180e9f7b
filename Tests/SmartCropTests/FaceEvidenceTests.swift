import Testing

@testable import SmartCrop

@Suite struct `Face evidence` {
  private func probability(_ windows: Double, _ skin: Double, _ head: Double?) -> Double {
    FaceEvidence(windows: windows, skin: skin, head: head).probability
  }

  @Test func `no number of windows makes a face where the network sees no head`() {
    #expect(FaceEvidence(windows: 9, skin: 0.5, head: 0.3).isFace)
    #expect(!FaceEvidence(windows: 900, skin: 0.5, head: 0.05).isFace)
  }

  @Test func `more windows, more head and more skin make a face more probable`() {
    #expect(probability(1, 0.5, 0) < 0.05)
    #expect(probability(3, 0.5, 0.8) > 0.9)
    #expect(probability(4, 0.3, 0.3) > probability(3, 0.3, 0.3))
    #expect(probability(3, 0.3, 0.4) > probability(3, 0.3, 0.3))
    #expect(probability(3, 0.4, 0.3) > probability(3, 0.3, 0.3))
  }

  @Test func `without a network windows and skin decide`() {
    #expect(probability(2, 0, nil) < 0.05)
    #expect(probability(20, 0.8, nil) > 0.97)
    #expect(probability(4, 0.5, nil) > probability(3, 0.5, nil))
    #expect(probability(3, 0.6, nil) > probability(3, 0.5, nil))
    #expect(FaceEvidence(windows: 4, skin: 0.8, head: nil).isFace)
    #expect(!FaceEvidence(windows: 4, skin: 0.2, head: nil).isFace)
  }
}
