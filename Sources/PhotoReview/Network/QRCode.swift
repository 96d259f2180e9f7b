internal import CQREncode

/// A QR code of a text (ISO/IEC 18004), for terminals.
package struct QRCode: Sendable {
  /// The side of the free zone around a code that the standard requires, in modules.
  private static let margin = 4

  /// Whether each module is dark, row by row, including the free zone; a square.
  let isDark: [[Bool]]

  /// Makes the smallest code for a text; `nil` if the text is too long (2,953 bytes).
  package init?(_ text: String) {
    // A code on a screen is not damaged, so the lowest correction is enough and keeps the code small.
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    let (width, margin) = (Int(code.pointee.width), Self.margin)
    let free = [Bool](repeating: false, count: width + 2 * margin)
    let side = Array(free.prefix(margin))
    let rows: [[Bool]] = (0..<width).map { row in
      // The lowest bit of a module is 1 for dark.
      side + (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 } + side
    }
    isDark = Array(repeating: free, count: margin) + rows + Array(repeating: free, count: margin)
  }

  /// The rows for a terminal of 256 colours, black on white whatever its own colours are.
  ///
  /// Plain rows are ASCII, two blanks for each module; else two modules above one another share a character. Codes set
  /// colours in each line and reset them at its end.
  package func rows(isPlain: Bool) -> [String] {
    isPlain ? isDark.map(Self.blanks) : Self.halves(isDark)
  }

  package func columns(isPlain: Bool) -> Int { isDark.count * (isPlain ? 2 : 1) }

  private static func halves(_ rows: [[Bool]]) -> [String] {
    let signs = [[" ", "▄"], ["▀", "█"]]
    return stride(from: 0, to: rows.count, by: 2).map { row in
      let line = rows[row].indices.map { column in
        let below = row + 1 < rows.count && rows[row + 1][column]
        return signs[rows[row][column] ? 1 : 0][below ? 1 : 0]
      }
      return "\u{1B}[38;5;16;48;5;231m\(line.joined())\u{1B}[0m"
    }
  }

  private static func blanks(_ row: [Bool]) -> String {
    row.map { "\u{1B}[48;5;\($0 ? 16 : 231)m  " }.joined() + "\u{1B}[0m"
  }
}
