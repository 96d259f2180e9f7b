import CWorkers
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension WorkerProcess {
  /// Makes a copy of this process, which serves as a program that was started would.
  ///
  /// To be called before the process did anything else: what it has learned by then, the copy may
  /// still know. Its arguments and variables are wiped from the copy.
  ///
  /// - Parameters:
  ///   - kept: How the variables begin, written `NAME=value`, that the copy keeps.
  ///   - added: The variables that it gets besides.
  ///   - serve: What the copy does, on its only thread, before it ends.
  /// - Throws: `notStarted`, always but on Linux, and where the process has several threads.
  package convenience init(
    forkedKeeping kept: [String], adding added: [String: String], serve: () -> Void
  ) throws(WorkerFailure) {
    try self.init { (channel, messages) throws(WorkerFailure) in
      let process = Self.fork(kept, added.map { "\($0.key)=\($0.value)" }, channel, messages)
      if process == 0 {
        serve()
        _exit(EXIT_FAILURE)
      }
      guard process > 0 else { throw .notStarted(.last) }
      return process
    }
  }

  private static func fork(
    _ kept: [String], _ added: [String], _ channel: Int32, _ messages: Int32
  ) -> Int32 {
    let texts = [kept, added].map { $0.map { UnsafePointer(strdup($0)) } + [nil] }
    defer { for text in texts.joined() { free(UnsafeMutableRawPointer(mutating: text)) } }
    return photoprep_fork(texts[0], texts[1], channel, messages)
  }
}
