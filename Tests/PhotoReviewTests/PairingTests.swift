import Testing

@testable import PhotoReview

@Suite("The code that pairs a browser")
struct PairingTests {
  /// Codes of eight digits that are not the one given.
  static func wrong(_ code: String) -> [String] {
    (0..<10).map { String(repeating: "\($0)", count: 8) }.filter { $0 != code }
  }

  @Test func `a code has eight digits and differs in each run`() {
    let codes = (0..<50).map { _ in Pairing().code }
    #expect(codes.allSatisfy { $0.count == 8 && $0.allSatisfy("0123456789".contains) })
    #expect(Set(codes).count > 40)
  }

  @Test func `the code pairs once, however it is spaced`() {
    let pairing = Pairing()
    let spaced = "\(pairing.code.prefix(4)) \(pairing.code.suffix(4))"
    #expect(pairing.state == .open)
    #expect(pairing.take(spaced) == .paired && pairing.state == .used)
    #expect(pairing.take(pairing.code) == .ended(.used))
  }

  @Test func `after five wrong codes the right one opens nothing`() {
    let pairing = Pairing()
    let outcomes = Self.wrong(pairing.code).prefix(5).map(pairing.take)
    #expect(outcomes == (0..<5).reversed().map { .wrong(left: $0) })
    #expect(pairing.state == .closed)
    #expect(pairing.take(pairing.code) == .ended(.closed))
  }

  @Test(arguments: ["", "1234567", "123456789", "1234567x", "１２３４５６７８", "12345\u{301}678"])
  func `a malformed code does not count as a try`(text: String) {
    let pairing = Pairing()
    for _ in 0..<20 { #expect(pairing.take(text) == .malformed) }
    #expect(pairing.take(pairing.code) == .paired)
  }

  @Test func `codes sent all at once get no more than five tries`() async {
    let pairing = Pairing()
    let guesses = (0..<40).flatMap { _ in Self.wrong(pairing.code) }
    let counted = await withTaskGroup(of: Bool.self) { group in
      for guess in guesses {
        group.addTask { if case .wrong = pairing.take(guess) { true } else { false } }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(counted == 5 && pairing.state == .closed)
  }
}
