internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

/// Shows what the commands of a store's upkeep find and do.
struct UpkeepReport {
  /// Whether standard output takes JSON lines.
  let isJSON: Bool
  /// Made once: finding out what standard error is costs more than a line.
  private let console = Console()

  /// Makes a report.
  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Shows a result: one line of JSON, or of text.
  func show(
    _ line: @autoclosure () throws -> String, _ text: @autoclosure () -> String
  ) throws {
    try console.result(isJSON ? line() : text())
  }

  /// Shows a document that cannot be read.
  func show(_ problem: StoreError) throws {
    note(problem.description)
    if isJSON {
      try console.result(
        try JSONLine.encode(
          Problem(
            code: problem.code.description, path: problem.path, message: problem.message,
            remedy: problem.recovery)))
    }
  }

  /// Shows a message.
  func note(_ text: String) {
    var console = console
    console.message("photoprep: \(text)")
  }

  /// Waits for a store until the command is interrupted, and says for whom.
  func wait(for store: String, _ interruption: Interruption) -> StoreWait {
    StoreWait(while: { !interruption.isRequested }) { holders in
      let names = holders.map { holder in
        let since = Date(timeIntervalSince1970: Double(holder.since)).formatted(.iso8601)
        return "process \(holder.process) (since \(since))"
      }
      let whom = names.isEmpty ? "another process" : names.joined(separator: ", ")
      note("\(RawArguments.path(for: store).displayText) is in use by \(whom); waiting.")
    }
  }

  private struct Problem: Encodable {
    var event = "problem"
    let code, path, message: String
    let remedy: String?
  }
}
