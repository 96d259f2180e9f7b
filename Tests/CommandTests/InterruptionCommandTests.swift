import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

/// Needs `/proc`, to find out when a command waits for a store.
@Suite(
  "Commands that are told to stop", .enabled(if: TestedSystem.hasProcesses, "there is no /proc"))
struct InterruptionCommandTests {
  let directory: TemporaryDirectory

  /// A store that was written to before, so that its folders are all there.
  init() throws {
    directory = try TemporaryDirectory()
    for command in ["init", "rebuild"] {
      #expect(try Tool.run(["store", command, "--store", "store"], in: directory.url).status == 0)
    }
  }

  /// Every command that waits while another process has the store alone.
  private static let commands = [
    "clean", "clean --restore", "clean --purge", "store rebuild", "store check --repair",
    "prep photo.jpg", "prep --upgrade", "album make --all", "album add a.json --all",
    "store import a.json", "store merge other",
  ]

  @Test(arguments: commands, [SIGINT, SIGTERM])
  func `end with the signal's exit code and change nothing`(command: String, signal: Int32) throws {
    let store = directory.url.appending(path: "store")
    let before = try TreeDigest(of: store)
    let lock = FilePath(store.appending(path: ".photoprep/lock").resolvingSymlinksInPath().path)
    let held = try DiskFileSystem().lock(at: lock)
    #expect(try held.attempt(.exclusive))
    let messages = directory.url.appending(path: "messages")
    let process = try start(command, messages: messages)
    // A command watches for signals before it looks at the store.
    while process.isRunning, !isOpen(lock, in: process) { usleep(1000) }
    #expect(process.isRunning)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try held.unlock()
    let said = try String(contentsOf: messages, encoding: .utf8)
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
    #expect(said.hasSuffix("photoprep: interrupted; run it again to go on\n"), "\(said)")
    #expect(try TreeDigest(of: store) == before)
  }

  private func start(_ command: String, messages: URL) throws -> Process {
    try Data().write(to: messages)
    let process = Process()
    process.executableURL = BuiltProducts.photoprep
    process.arguments = command.split(separator: " ").map(String.init) + ["--store", "store"]
    process.currentDirectoryURL = directory.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    return process
  }

  private func isOpen(_ file: FilePath, in process: Process) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.contains { number in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"))
        == file.string
    }
  }
}
