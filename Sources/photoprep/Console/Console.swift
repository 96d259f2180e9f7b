internal import Foundation
internal import PhotoStore

/// Standard output for results, standard error for messages and progress.
struct Console {
  /// Whether standard error is a terminal, so that a progress line may be drawn.
  let hasTerminal: Bool
  /// The amount of messages.
  let level: Verbosity
  private var hasProgress = false
  private var lastDrawn: ContinuousClock.Instant?

  init(_ level: Verbosity = .normal) {
    hasTerminal =
      level > .quiet && isatty(STDERR_FILENO) == 1
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    self.level = level
  }

  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether results may have colours: standard output is a terminal and NO_COLOR is not set or empty (no-color.org).
  static var outputTakesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Writes one line of results.
  func result(_ line: String) throws { try text(line + "\n") }

  /// Writes results that contain their own line breaks.
  func text(_ text: String) throws { try StandardStreams.write(results: text) }

  /// Writes one message, above the progress line if there is one.
  ///
  /// Control characters in it are escaped, except its own line breaks.
  mutating func message(_ line: String) {
    clearProgress()
    let lines = line.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).displayText }.joined(separator: "\n")
    StandardStreams.write(message: shown + "\n")
  }

  /// Writes one message where it is not known whether there is a progress line.
  static func interject(_ line: String) {
    var console = Console()
    console.hasProgress = console.hasTerminal
    console.message(line)
  }

  /// Writes a note, unless only problems are printed.
  mutating func note(_ line: String) {
    if level > .quiet { message(line) }
  }

  /// Writes a message about one photo, with `--verbose`.
  mutating func detail(_ line: String) {
    if level == .verbose { message(line) }
  }

  /// The number of columns of standard error; 80 if unknown.
  var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Draws the progress line over the previous one, at most ten times a second, as fast as a person can read.
  mutating func progress(_ line: ProgressLine, afterSeconds seconds: Double) {
    guard hasTerminal else { return }
    let now = ContinuousClock.now
    if let lastDrawn, now - lastDrawn < .milliseconds(100), line.done != line.total { return }
    lastDrawn = now
    let text = line.text(afterSeconds: seconds, columns: columns)
    StandardStreams.write(message: "\r" + text + Self.restOfRow)
    hasProgress = true
  }

  /// Removes the progress line.
  mutating func clearProgress() {
    guard hasProgress else { return }
    StandardStreams.write(message: "\r" + Self.restOfRow)
    hasProgress = false
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
