import Foundation
import Testing
import _TestSupport

/// The built `photoprep`, run as a user runs it.
enum Tool {
  /// What one run printed and how it ended.
  struct Result {
    let status: Int32
    let output: String
    let messages: String
    /// The command that ran, where the schema of JSON lines knows it.
    var command: String?

    /// The lines of standard output as JSON objects, each of which the schema has.
    func objects() throws -> [[String: Any]] {
      let schema = try JSONLineSchema.shared.get()
      return try output.split(separator: "\n").map { line in
        let problem = try command.flatMap { try schema.problem(with: String(line), of: $0) }
        #expect(problem == nil)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let dictionary = object as? [String: Any] else { throw NotAnObject(line: "\(line)") }
        return dictionary
      }
    }
  }

  struct NotAnObject: Error { let line: String }

  /// Where the program keeps in mind which stores it was given.
  private static let state = Swift.Result { try TemporaryDirectory() }

  /// Runs the program with arguments and waits for it.
  static func run(
    _ arguments: [String], input: Data? = nil, in folder: URL? = nil
  ) throws -> Result {
    var result = try execute(BuiltProducts.photoprep, arguments, input: input, in: folder)
    result.command = try JSONLineSchema.shared.get().command(in: arguments)
    return result
  }

  /// Runs a shell script in which `$photoprep` is the program.
  static func shell(_ script: String, in folder: URL) throws -> Result {
    let tool = BuiltProducts.photoprep.path
    return try execute(
      URL(filePath: "/bin/sh"), ["-c", "photoprep='\(tool)'\n\(script)"], in: folder)
  }

  private static func execute(
    _ program: URL, _ arguments: [String], input: Data? = nil, in folder: URL?
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["COLUMNS"] = "80"
    environment["XDG_STATE_HOME"] = try state.get().url.path
    process.environment = environment
    let output = try Capture()
    let messages = try Capture()
    process.standardOutput = output.handle
    process.standardError = messages.handle
    let stdin = Pipe()
    process.standardInput = stdin
    try process.run()
    if let input { stdin.fileHandleForWriting.write(input) }
    try stdin.fileHandleForWriting.close()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try output.text(),
      messages: withoutSanitizerNote(try messages.text()))
  }

  /// What was written on standard error, without what `prep` says only because a sanitizer's memory
  /// cannot be bounded.
  private static func withoutSanitizerNote(_ messages: String) -> String {
    guard Sanitizer.isPresent else { return messages }
    let note = "note: This system does not bound a process's memory: --max-memory does not count.\n"
    return messages.replacing(note, with: "")
  }
}

/// A file that takes a process' output, so that no pipe can fill up.
private final class Capture {
  let url = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)")
  let handle: FileHandle

  init() throws {
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
