internal import SystemPackage

/// The standard streams, some of which the caller may have closed.
enum StandardStreams {
  /// Opens /dev/null in place of each standard stream that the caller closed.
  ///
  /// Otherwise the next opened file would get the number of one of them, and results would be written into it.
  static func fillGaps() {
    // The lowest free number is used first, so each closed stream gets its own number back.
    let streams: [(FileDescriptor, FileDescriptor.AccessMode)] = [
      (.standardInput, .writeOnly), (.standardOutput, .readOnly), (.standardError, .readOnly),
    ]
    for (stream, mode) in streams where !stream.isOpen {
      _ = try? FileDescriptor.open("/dev/null", mode)
    }
  }

  static func write(results text: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(TerminalText.bytes(text, for: 1))
    } catch {
      throw OutputError(error as? Errno ?? .ioError)
    }
  }

  /// Writes a message; errors are ignored.
  static func write(message text: String) {
    _ = try? FileDescriptor.standardError.writeAll(TerminalText.bytes(text, for: 2))
  }
}

extension FileDescriptor {
  fileprivate var isOpen: Bool {
    guard let copy = try? duplicate() else { return false }
    try? copy.close()
    return true
  }
}

/// Why a result could not be written to standard output.
struct OutputError: Error {
  private let errno: Errno

  init(_ errno: Errno) { self.errno = errno }

  /// Whether the reader of the results has gone.
  var isReaderGone: Bool { errno == .brokenPipe }
}

extension OutputError: CustomStringConvertible {
  /// The stream, the fact and what to do.
  var description: String {
    let (fact, remedy) =
      switch errno {
      case .badFileDescriptor:
        ("it is closed", "Leave it open; '> /dev/null' drops the results.")
      case .noSpace, .diskQuotaExceeded:
        ("no space is left on its device", "Free some space and run it again.")
      case .ioError: ("its device reported an error", "Check the device for errors.")
      default: ("the system says '\(errno.description)'", "Send the results elsewhere.")
      }
    return "standard output: The results cannot be written: \(fact). \(remedy)"
  }
}
