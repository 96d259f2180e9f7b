import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Reading a cascade` {
  @Test func `keeps stages, trees and features`() throws {
    let cascade = try #require(Cascade(DrawnCascade.haar.utf8))
    #expect(cascade.windowWidth == 8 && cascade.windowHeight == 8)
    #expect(cascade.stages.map(\.trees.count) == [1, 2])
    #expect(cascade.stages[1].trees[0].nodes.map(\.feature) == [1, 2])
    #expect(cascade.stages[1].trees[0].leaves == [0.2, 1, 0.4])
    #expect(cascade.features.map(\.rects.count) == [2, 2, 3])
    #expect(cascade.features[0].rects[1].weight == 2)
  }

  @Test func `refuses every truncation`() {
    let bytes = Array(DrawnCascade.haar.utf8)
    let end = bytes.count - "\n</opencv_storage>".utf8.count
    for count in stride(from: 0, through: end, by: 7) {
      #expect(Cascade(bytes.prefix(count)) == nil)
    }
  }

  @Test(arguments: [
    ("HAAR", "LBP"), ("BOOST", "TREE"), ("<height>8<", "<height>0<"), ("<width>8<", "<width>9999<"),
    ("0 0 8 8 -1.", "0 0 9 8 -1."), ("0 0 8 8 -1.", "-1 0 8 8 -1."), ("0 0 8 8 -1.", "0 0 8 8"),
    ("0 -1 0 0.05", "0 -1 7 0.05"), ("0 -1 0 0.05", "0 -9 0 0.05"), ("0 -1 0 0.05", "2 -1 0 0.05"),
    ("0 -1 0 0.05", "0 -1 0"), ("0.1 1.", "0.1 x"), ("1 0 1 0.01 -1 -2", "1 0 1 0.01 1 -2"),
    ("<opencv_storage>", "<!DOCTYPE a><opencv_storage>"), ("</features>", "</feature>"),
    ("0 0 8 8 -1.", "0 0 9223372036854775807 8 -1."),
    ("0 -1 0 0.05", "0 -9223372036854775808 0 0.05"),
  ])
  func `refuses what it cannot evaluate`(original: String, changed: String) throws {
    let range = try #require(DrawnCascade.haar.firstRange(of: original))
    var text = DrawnCascade.haar
    text.replaceSubrange(range, with: changed)
    #expect(Cascade(text.utf8) == nil)
  }

  @Test func `refuses elements nested without end`() {
    #expect(Cascade(String(repeating: "<a>", count: 100_000).utf8) == nil)
  }

  @Test func `does not trap on any changed byte`() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<120 {
      var bytes = Array(DrawnCascade.haar.utf8)
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      if let cascade = Cascade(bytes) { _ = CascadeDetector(cascade) }
    }
  }
}
