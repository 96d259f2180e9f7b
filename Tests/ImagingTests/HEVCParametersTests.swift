import Foundation
import Testing
import _TestSupport

@testable import Imaging

/// What a HEIC's stream states of its colours counts if the file itself states nothing.
@Suite("HEVC's own header") struct HEVCParametersTests {
  /// A number in some bits; in place of the number of bits, 0 stands for a number with leading zeros.
  private typealias Part = (value: Int, bits: Int)

  private func bytes(_ parts: [Part]) -> [UInt8] {
    let bits = parts.flatMap { value, count -> [Int] in
      if count > 0 { return (0..<count).reversed().map { value >> $0 & 1 } }
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      return Array(repeating: 0, count: length - 1)
        + (0..<length).reversed().map { (value + 1) >> $0 & 1 }
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | UInt8($1 < bits.count ? bits[$1] : 1) }
    }
  }

  private func ones(_ count: Int) -> [Part] { Array(repeating: (1, 1), count: count) }
  private func numbers(_ count: Int) -> [Part] { Array(repeating: (2, 0), count: count) }

  /// The start of a set of two layers, up to its size of 240×160, the second layer with a profile and a level.
  private func start(chroma: Int) -> [Part] {
    ones(4) + [(1, 3), (1, 1)] + ones(96) + [(1, 1), (1, 1)] + ones(14) + ones(96)
      + [(0, 0), (chroma, 0), (240, 0), (160, 0)]
  }

  /// Everything that may stand between the size and the colours.
  private func all() -> [Part] {
    var parts: [Part] = [(1, 1)] + numbers(4) + [(0, 0), (0, 0), (4, 0), (1, 1)] + numbers(6 + 6)
    parts += [(1, 1), (1, 1)]
    for (lists, count) in [(6, 16), (6, 64), (6, 65), (2, 65)] {
      for list in 0..<lists {
        parts += list % 2 == 0 ? [(0, 1), (1, 0)] : [(1, 1)] + numbers(count)
      }
    }
    parts += [(1, 1), (1, 1), (1, 1), (0x77, 8), (0, 0), (2, 0), (1, 1)]
    // Two sets of pictures to refer to: two of its own, and the same with one more, less one.
    parts += [(2, 0), (1, 0), (1, 0), (3, 0), (1, 1), (2, 0), (0, 1)]
    parts += [(1, 1), (0, 1), (5, 0), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1)]
    // One picture for long, by a number of 8 bits.
    parts += [(1, 1), (1, 0), (99, 8), (1, 1), (1, 1), (0, 1)]
    return parts + [(1, 1), (1, 1), (255, 8)] + ones(32) + [(1, 1), (0, 1), (1, 1), (5, 3)]
  }

  /// The least: nothing but what must be there.
  private func least() -> [Part] {
    [(0, 1), (0, 0), (0, 0), (4, 0), (0, 1)] + numbers(3 + 6) + [(0, 1), (0, 1), (1, 1), (0, 1)]
      + [(0, 0), (0, 1), (1, 1), (1, 1)] + [(1, 1), (0, 1), (0, 1), (1, 1), (5, 3)]
  }

  /// The contents of a configuration box with one set.
  private func configuration(_ parts: [Part]) -> [UInt8] {
    let unit = [0x42, 1] + bytes(parts + ones(8))
    let head = [UInt8](repeating: 0, count: 16) + [0xFC, 0xF8, 0xF8, 0, 0, 3, 1]
    return head + [33, 0, 1] + unit.count.bigEndian(bytes: 2) + unit
  }

  @Test func `is read to its colours, whatever stands before them`() throws {
    for between in [all(), least()] {
      let codes: [Part] = [(0, 1), (1, 1), (9, 8), (16, 8), (9, 8)]
      let content = configuration(start(chroma: 1) + between + codes)
      let found = HEVCParameters(ByteView(content), configuration: 0..<content.count).sequences
      let sequence = try #require(found.first)
      #expect(found.count == 1 && sequence.width == 240 && sequence.height == 160)
      let colours = try #require(sequence.colours)
      #expect((colours.primaries, colours.transfer, colours.matrix) == (9, 16, 9))
      #expect(!colours.isFullRange)
      // Cut anywhere, it has a size or nothing.
      let parts = start(chroma: 1) + between
      for count in parts.indices {
        let cut = configuration(Array(parts.prefix(count)))
        let left = HEVCParameters(ByteView(cut), configuration: 0..<cut.count).sequences
        #expect(left.count <= 1)
      }
    }
  }

  @Test(arguments: [(0, true), (1, false)])
  func `states the range of grey`(isFull: Int, isLimited: Bool) throws {
    let parts = start(chroma: 0) + least() + [(isFull, 1), (0, 1)]
    let kinds =
      box("ispe", [0, 0, 0, 0, 0, 0, 0, 240, 0, 0, 0, 160]) + box("hvcC", configuration(parts))
    let properties = box(
      "iprp", box("ipco", kinds) + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 2]))
    let file = box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + properties)
    let scan = try PhotoScan.of(file, as: .heic, limits: .standard)
    #expect(scan.repairs == (isLimited ? [.limitedGrey] : []) && scan.profile == nil)
  }

  @Test(arguments: [([9, 16, 9], true), ([9, 18, 9], true), ([12, 13, 6], false)])
  func `counts for PQ and HLG in a file that states nothing`(codes: [Int], isRead: Bool) throws {
    let whole = try fixture("formats/nclx-pq.heic")
    let place = try #require(whole.firstRange(of: Array("colrnclx".utf8)))
    var stated = whole
    stated.replaceSubrange(
      place.upperBound..<place.upperBound + 6, with: codes.flatMap { $0.bigEndian(bytes: 2) })
    // Full range, and three unspecified code points with BT.601's matrix, somewhere between bytes.
    let known = [1, 1] + [2, 2, 6].flatMap { code in (0..<8).reversed().map { code >> $0 & 1 } }
    let wanted = [1, 1] + codes.flatMap { code in (0..<8).reversed().map { code >> $0 & 1 } }
    var bits = whole.flatMap { byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }
    bits.replaceSubrange(try #require(bits.firstRange(of: known)), with: wanted)
    var silent = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
    }
    silent.replaceSubrange(place.prefix(4), with: "free".utf8)
    let found = try [silent, stated].map { try PhotoScan.of($0, as: .heic, limits: .standard) }
    #expect(found[1].profile != nil)
    #expect(found[0].profile == (isRead ? found[1].profile : nil))
  }
}
