internal import Foundation
internal import Platform

/// The browser of the person at the terminal.
enum Browser {
  /// Opens an address if the person is at a screen of this machine, without waiting; returns whether a program started.
  static func open(_ address: String) -> Bool {
    guard let program else { return false }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [address]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }

  /// The program that opens addresses; `nil` in scripts, in tests, on CI and in remote sessions.
  private static var program: String? {
    let environment = ProcessInfo.processInfo.environment
    let isRemote = environment["CI"] != nil || environment["SSH_CONNECTION"] != nil
    guard Console.outputIsTerminal, isatty(STDERR_FILENO) == 1, !isRemote else { return nil }
    if !photoprep_is_linux() { return "/usr/bin/open" }
    let hasScreen = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    guard hasScreen else { return nil }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/xdg-open" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
