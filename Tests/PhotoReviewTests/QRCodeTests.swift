import Foundation
import Testing

@testable import PhotoReview

@Suite("QR codes in terminals")
struct QRCodeTests {
  static let address = "http://192.168.1.20:4711/"

  /// The finder pattern of ISO/IEC 18004, 6.3.3.1.
  static let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]

  private func marks(_ code: QRCode) -> [String] {
    code.isDark.map { String($0.map { $0 ? "#" : "." }) }
  }

  @Test func `a code is a square with a free zone of four modules and three finders`() throws {
    let rows = marks(try #require(QRCode(Self.address)))
    // Version 2 with the lowest correction holds 32 bytes (ISO/IEC 18004, table 7): 25 modules.
    #expect(rows.count == 33 && rows.allSatisfy { $0.count == 33 })
    let free = String(repeating: ".", count: 33)
    #expect(rows.prefix(4) + rows.suffix(4) == Array(repeating: free, count: 8)[...])
    #expect(rows.allSatisfy { $0.hasPrefix("....") && $0.hasSuffix("....") })
    for (top, left) in [(4, 4), (4, 22), (22, 4)] {
      let found = rows[top..<top + 7].map { String($0.dropFirst(left).prefix(7)) }
      #expect(found == Self.finder)
    }
  }

  @Test func `both ways of drawing show the same modules`() throws {
    let code = try #require(QRCode(Self.address))
    let halves = code.rows(isPlain: false).map { Array($0.filter { " ▀▄█".contains($0) }) }
    let upper = halves.map { row in row.map { "▀█".contains($0) } }
    let lower = halves.map { row in row.map { "▄█".contains($0) } }
    let drawn = zip(upper, lower).flatMap { [$0, $1] }.prefix(code.isDark.count)
    #expect(Array(drawn) == code.isDark)
    let plain = code.rows(isPlain: true)
    #expect(plain.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    let blanks = plain.map { row in
      row.components(separatedBy: "\u{1B}[48;5;").dropFirst().map { $0.hasPrefix("16m  ") }
    }
    #expect(blanks == code.isDark)
    #expect(code.columns(isPlain: false) == 33 && code.columns(isPlain: true) == 66)
  }

  @Test func `a text that is too long gets no code`() {
    #expect(QRCode(String(repeating: "a", count: 2953)) != nil)
    #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
  }
}
