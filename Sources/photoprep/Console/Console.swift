internal import Foundation
internal import PhotoPipeline
internal import PhotoReview
internal import PhotoStore
internal import SystemPackage

/// Standard output for results, standard error for messages and progress.
struct Console {
  /// Whether standard error is a terminal, so that a progress line may be drawn.
  let hasTerminal: Bool
  let level: Verbosity
  /// Whether results are for programs.
  let isJSON: Bool

  /// Whether the terminal shows a progress line, and when one was drawn last, whichever console did.
  private static let drawn = Locked((isShown: false, last: ContinuousClock.Instant?.none))

  init(_ level: Verbosity = .normal, isJSON: Bool = false) {
    hasTerminal =
      level > .quiet && isatty(STDERR_FILENO) == 1
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    (self.level, self.isJSON) = (level, isJSON)
  }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether results may have colours: standard output is a terminal and NO_COLOR is not set or empty (no-color.org).
  static var outputTakesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  func result(_ line: String) throws { try text(line + "\n") }

  /// Writes results that contain their own line breaks; on a terminal they take the progress line's place.
  func text(_ text: String) throws {
    if Self.outputIsTerminal { clearProgress() }
    try StandardStreams.write(results: text)
  }

  /// Writes one message, above the progress line if there is one.
  ///
  /// Control characters in it are escaped, except its own line breaks.
  func message(_ line: String) {
    clearProgress()
    let lines = QuotedCommands.completed(line)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).displayText }.joined(separator: "\n")
    StandardStreams.write(message: shown + "\n")
  }

  /// Writes a note, unless only problems are printed.
  func note(_ line: String) {
    if level > .quiet { message(line) }
  }

  /// Writes a message about one photo, with `--verbose`.
  func detail(_ line: String) {
    if level == .verbose { message(line) }
  }

  /// The number of columns of standard error; 80 if unknown.
  var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Draws the progress line over the previous one, at most ten times a second, as fast as a person can read.
  func progress(_ line: ProgressLine) {
    guard hasTerminal else { return }
    let isDue = Self.drawn.withLock { drawn in
      let now = ContinuousClock.now
      if let last = drawn.last, now - last < .milliseconds(100), line.done != line.total {
        return false
      }
      drawn = (true, now)
      return true
    }
    guard isDue else { return }
    let text = line.text(afterSeconds: line.seconds, columns: columns)
    StandardStreams.write(message: "\r" + text + Self.restOfRow)
  }

  func clearProgress() {
    let wasShown = Self.drawn.withLock { drawn in
      defer { drawn.isShown = false }
      return drawn.isShown
    }
    if wasShown { StandardStreams.write(message: "\r" + Self.restOfRow) }
  }

  /// Erases from the cursor to the end of its row (ECMA-48, EL).
  private static let restOfRow = "\u{1B}[K"
}

/// The amount of messages on standard error.
enum Verbosity: Comparable {
  /// Only problems.
  case quiet
  /// Progress, notes and problems.
  case normal
  /// Also a line for each photo.
  case verbose
}

extension Console {
  /// Draws an address as a QR code, if standard error is a terminal that is wide enough.
  func code(of address: String) {
    let isPlain = TerminalText.isPlain
    guard hasTerminal, let code = QRCode(address), code.columns(isPlain: isPlain) <= columns else {
      return
    }
    clearProgress()
    StandardStreams.write(message: code.rows(isPlain: isPlain).joined(separator: "\n") + "\n")
  }
}

/// A result of a command: on one line for people, or as one line of JSON.
protocol Shown: Encodable {
  var text: String { get }
  var fields: JSONFields { get }
}

extension Shown {
  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension Console {
  func result(_ shown: some Shown) throws {
    try result(isJSON ? JSONLine.encode(shown) : QuotedCommands.completed(shown.text).displayText)
  }

  /// Writes a result, unless only problems are printed.
  func outcome(_ shown: some Shown) throws {
    if isJSON || level > .quiet { try result(shown) }
  }

  /// Writes a problem: a message to people, a result to programs.
  func problem(_ shown: some Shown) throws {
    if isJSON { try result(shown) } else { message(shown.text) }
  }

  /// Writes that a document cannot be read.
  func problem(_ error: PhotoprepError) throws {
    message("photoprep: \(error)")
    guard isJSON else { return }
    let fields: JSONFields = [
      "event": "problem", "code": error.code.description, "path": error.path,
      "message": error.message, "remedy": error.remedy,
    ]
    try result(JSONLine.encode(fields))
  }
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The standard streams, some of which the caller may have closed.
enum StandardStreams {
  /// Opens /dev/null in place of each standard stream that the caller closed.
  ///
  /// Otherwise the next opened file would get the number of one of them, and results would be written into it.
  static func fillGaps() {
    // The lowest free number is used first, so each closed stream gets its own number back.
    let streams: [(FileDescriptor, FileDescriptor.AccessMode)] = [
      (.standardInput, .writeOnly), (.standardOutput, .readOnly), (.standardError, .readOnly),
    ]
    for (stream, mode) in streams where !stream.isOpen {
      _ = try? FileDescriptor.open("/dev/null", mode)
    }
  }

  static func write(results text: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(TerminalText.bytes(text, for: 1))
    } catch {
      throw OutputError(errno: error as? Errno ?? .ioError)
    }
  }

  /// Writes a message; errors are ignored.
  static func write(message text: String) {
    _ = try? FileDescriptor.standardError.writeAll(TerminalText.bytes(text, for: 2))
  }
}

extension FileDescriptor {
  fileprivate var isOpen: Bool {
    guard let copy = try? duplicate() else { return false }
    try? copy.close()
    return true
  }
}

struct OutputError: Error, CustomStringConvertible {
  let errno: Errno

  var isReaderGone: Bool { errno == .brokenPipe }

  /// The stream, the fact and what to do.
  var description: String {
    let (fact, remedy) =
      switch errno {
      case .badFileDescriptor:
        ("it is closed", "Leave it open; '> /dev/null' drops the results.")
      case .noSpace, .diskQuotaExceeded:
        ("no space is left on its device", "Free some space and run it again.")
      case .ioError: ("its device reported an error", "Check the device for errors.")
      case .fileTooLarge: ("the file's size has a limit", "Raise it with 'ulimit -f'.")
      default: ("the system says '\(errno.description)'", "Send the results elsewhere.")
      }
    return "standard output: The results cannot be written: \(fact). \(remedy)"
  }
}

/// Text for a terminal whose character set is not UTF-8.
enum TerminalText {
  /// Whether the environment's locale has another character set than UTF-8.
  ///
  /// The first of these variables that is not empty is used (POSIX.1-2024, 8.2). If none is set, as in most
  /// containers, the terminal belongs to another machine, and nearly all are UTF-8.
  static let isPlain: Bool = {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"]
    let environment = ProcessInfo.processInfo.environment
    let locale = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map { !$0.lowercased().replacing("-", with: "").contains("utf8") } ?? false
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
