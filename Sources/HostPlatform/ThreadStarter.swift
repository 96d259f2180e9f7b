/// Starts threads; a value, so that tests can make it fail.
///
/// Foundation's `Thread` does not report when no thread can be started; the caller would wait for ever for its work.
package struct ThreadStarter: Sendable {
  /// Starts a thread that runs a body and ends.
  ///
  /// Returns 0, or the system's number for why there is no thread; then nothing is run.
  package let start: @Sendable (_ body: @escaping @Sendable () -> Void) -> CInt

  package init(start: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> CInt) {
    self.start = start
  }

  package static let system = ThreadStarter { body in
    let body = Unmanaged.passRetained(ThreadBody(body))
    let error = photoprep_start_thread(stackSize, { ThreadBody.run($0) }, body.toOpaque())
    if error != 0 { body.release() }
    return error
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
