package import SystemPackage

/// A program that serves as a worker, and how it is started.
package struct WorkerProgram: Hashable, Sendable {
  /// The program.
  package let executable: FilePath
  /// Its arguments, its own name first.
  package let arguments: [String]
  /// Its environment, all of it.
  package let environment: [String: String]

  /// Makes a description; nothing is started yet.
  package init(executable: FilePath, arguments: [String], environment: [String: String]) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }
}
