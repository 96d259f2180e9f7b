internal import Foundation

/// Text for a terminal whose character set is not UTF-8.
enum TerminalText {
  /// Whether the environment's locale has another character set than UTF-8.
  ///
  /// The first of these variables that is not empty is used (POSIX.1-2024, 8.2). If none is set, as in most
  /// containers, the terminal belongs to another machine, and nearly all are UTF-8.
  static let isPlain: Bool = {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
    let environment = ProcessInfo.processInfo.environment
    guard let locale = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else {
      return false
    }
    return !locale.lowercased().replacing("-", with: "").contains("utf8")
  }()

  /// The bytes for a stream: the text itself, or ASCII for such a terminal.
  static func bytes(_ text: String, for stream: CInt) -> String.UTF8View {
    // A line of JSON is for programs.
    isPlain && isatty(stream) == 1 && !text.hasPrefix("{") ? ascii(text).utf8 : text.utf8
  }

  /// Returns text in ASCII: the program's own signs as similar ones, all others as bytes in `\xNN`.
  static func ascii(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII
        ? String(scalar)
        : likes[scalar] ?? String(scalar).utf8.map { String(format: "\\x%02X", $0) }.joined()
    }.joined()
  }

  private static let likes: [Unicode.Scalar: String] = [
    "×": "x", "·": "-", "–": "-", "−": "-", "…": "...", "’": "'", "“": "\"", "”": "\"", "→": "->",
    "≥": ">=",
    "█": "#", "▏": " ", "▎": " ", "▍": " ", "▌": " ", "▋": " ", "▊": " ", "▉": "#", "░": ".",
    " ": " ", "±": "+-",
  ]
}
