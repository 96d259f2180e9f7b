internal import Foundation
internal import Platform
package import SystemPackage

/// Starts threads; a value, so that tests can make it fail.
///
/// Foundation's `Thread` does not report when no thread can be started; the caller would wait for ever for its work.
package struct ThreadStarter: Sendable {
  /// Starts a thread that runs a body and ends.
  ///
  /// - Throws: Why there is no thread; then nothing is run.
  package let start: @Sendable (_ body: @escaping @Sendable () -> Void) throws(Errno) -> Void

  /// Starts threads of the system.
  package static let system = ThreadStarter { (body) throws(Errno) in
    let body = Unmanaged.passRetained(ThreadBody(body))
    let error = photoprep_start_thread(stackSize, { ThreadBody.run($0) }, body.toOpaque())
    if error != 0 {
      body.release()
      throw Errno(rawValue: error)
    }
  }

  /// 8 MiB, like the main thread; the default of 512 KiB on macOS is too small for libheif's and libvips' decoders.
  private static let stackSize = 8 << 20
}

/// A thread's body, as an object that C can hold.
private final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs the body of an object that was retained for it.
  static func run(_ object: UnsafeMutableRawPointer?) {
    guard let object else { return }
    Unmanaged<ThreadBody>.fromOpaque(object).takeRetainedValue().body()
  }
}

/// No thread can be started, so that no photo can be worked on.
public struct ThreadShortage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it.
  public let remedy = """
    End other programs, or raise the limits of processes and memory with 'ulimit -u' and 'ulimit -v'.
    """

  package init(wanted count: Int, _ errno: Errno) {
    message = "The system started 0 of \(count) threads: it says '\(errno.description)'."
  }

  /// Message and remedy on one line.
  public var description: String { "\(message) \(remedy)" }
}
