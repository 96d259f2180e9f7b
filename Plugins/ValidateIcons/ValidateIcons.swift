import Foundation
import PackagePlugin

/// `swift package validate-icons`: runs `photoprep icon validate` on the package, or on what is named.
///
/// It takes the program on the PATH: built as a tool of the package, every build of a package that has
/// this plugin would build the program and its libraries a second time.
@main
struct ValidateIcons: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = context.package.directoryURL
    // What follows these options is their value, not a path.
    var rest = ArgumentExtractor(arguments)
    for option in [
      "format", "help-uri-base", "changed", "config", "off", "preview", "timeout", "max-memory",
    ] {
      _ = rest.extractOption(named: option)
    }
    let namesPath = rest.remainingArguments.contains { !$0.hasPrefix("-") }
    process.arguments =
      ["photoprep", "icon", "validate"] + arguments + (namesPath ? [] : ["."])
    try process.run()
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: break
    case 127: Diagnostics.error("There is no photoprep on the PATH. Install it first.")
    case let status: Diagnostics.error("photoprep icon validate ended with \(status)")
    }
  }
}
