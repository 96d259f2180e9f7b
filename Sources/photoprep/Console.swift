internal import Foundation

/// Standard output for results, standard error for messages and progress.
struct Console {
  /// Whether standard error is a terminal, so that a progress line may be drawn.
  let hasTerminal: Bool
  /// How much is said.
  let level: TalkLevel
  private var shownWidth = 0

  init(_ level: TalkLevel = .normal) {
    let term = ProcessInfo.processInfo.environment["TERM"]
    hasTerminal = isatty(STDERR_FILENO) == 1 && term != "dumb" && level > .quiet
    self.level = level
  }

  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether results may carry colours: standard output is a terminal and NO_COLOR is not set, or
  /// set to nothing (no-color.org).
  static var outputTakesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Writes one line of results.
  func result(_ line: String) throws(OutputError) { try text(line + "\n") }

  /// Writes results that end their own lines.
  func text(_ text: String) throws(OutputError) { try StandardStreams.write(results: text) }

  /// Writes one message, above the progress line if there is one.
  mutating func message(_ line: String) {
    clearProgress()
    StandardStreams.write(message: line + "\n")
  }

  /// Writes a message that is only worth knowing, unless nothing but what went wrong is said.
  mutating func note(_ line: String) {
    if level > .quiet { message(line) }
  }

  /// Writes a message that says what became of one photo, where that is asked for.
  mutating func detail(_ line: String) {
    if level == .verbose { message(line) }
  }

  /// Draws the progress line over the one before.
  mutating func progress(_ text: String) {
    guard hasTerminal else { return }
    let padding = String(repeating: " ", count: max(0, shownWidth - text.count))
    StandardStreams.write(message: "\r" + text + padding)
    shownWidth = text.count
  }

  /// Removes the progress line.
  mutating func clearProgress() {
    guard shownWidth > 0 else { return }
    let blank = "\r" + String(repeating: " ", count: shownWidth) + "\r"
    StandardStreams.write(message: blank)
    shownWidth = 0
  }
}
