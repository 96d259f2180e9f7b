internal import Foundation
internal import PhotoStore

/// Text as a terminal takes it whose character set is not UTF-8.
enum TerminalText {
  /// Whether the locale that the environment names has another character set than UTF-8.
  ///
  /// The first of these variables that is not empty counts (POSIX.1-2024, 8.2). Where none is set, as in most
  /// containers, the terminal is that of another machine, and nearly all are UTF-8.
  static let isPlain: Bool = {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
    let environment = ProcessInfo.processInfo.environment
    guard let locale = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else {
      return false
    }
    return !locale.lowercased().replacing("-", with: "").contains("utf8")
  }()

  /// What a stream gets: the text itself, or in ASCII where it is such a terminal.
  static func bytes(_ text: String, for stream: CInt) -> String.UTF8View {
    // A line of JSON is for programs.
    isPlain && isatty(stream) == 1 && !text.hasPrefix("{") ? ascii(text).utf8 : text.utf8
  }

  /// Returns text in ASCII: signs of the program's own as their likes, all else as bytes in `\xNN`.
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
