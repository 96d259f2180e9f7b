import Testing
import _TestSupport

@testable import Imaging

@Suite struct `Checksum` {
  /// CRC-32 bit by bit (PNG third edition, annex D).
  private func bitwise(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
        crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1
      }
    }
  }

  @Test func `it is the specification's, for every length and start`() {
    var generator = SplitMix64(seed: 32)
    let bytes = (0..<2_100).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let lengths = Array(0...300) + [511, 512, 513, 1023, 1024, 2047, 2079]
    var wrong = 0
    for length in lengths {
      for start in [0, 1, 7, 16] {
        let part = bytes[start..<start + length]
        if Array(part)[...].crc32 != bitwise(part) { wrong += 1 }
        if bytes[start..<start + length].crc32 != bitwise(part) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func `it is 0xCBF43926 for the digits from 1 to 9`() {
    #expect(Array("123456789".utf8)[...].crc32 == 0xCBF4_3926)
  }
}
