import Foundation
import PackagePlugin

/// `swift package validate-icons`: runs `photoprep icon validate` on the package, or on what is named.
@main
struct ValidateIcons: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "photoprep").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments =
      ["icon", "validate"]
      + (arguments.contains { !$0.hasPrefix("-") } ? arguments : arguments + ["."])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    Diagnostics.error("photoprep icon validate ended with \(process.terminationStatus)")
  }
}
