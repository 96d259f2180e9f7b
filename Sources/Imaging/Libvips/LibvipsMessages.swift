import CVips
import Foundation

/// GLib's log messages, kept for the next error instead of printed on standard error.
enum LibvipsMessages {
  /// The most messages kept; older ones are dropped first.
  ///
  /// Our choice: a damaged file can cause thousands.
  private static let limit = 8

  /// Warnings and worse; less important messages are dropped.
  private static let worthKeeping =
    G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue

  private static let kept = Locked<[String]>([])

  /// Redirects every message of GLib's log, from any library, to this list.
  static func capture() {
    g_log_set_default_handler(
      { _, level, message, _ in
        if level.rawValue & LibvipsMessages.worthKeeping != 0 { LibvipsMessages.keep(message) }
        // The process ends when this returns, so this is the last chance to print the reason.
        if level.rawValue & G_LOG_FLAG_FATAL.rawValue != 0 { LibvipsMessages.print(message) }
      }, nil)
  }

  private static func keep(_ message: UnsafePointer<CChar>?) {
    guard let message else { return }
    let text = String(cString: message)
    kept.withLock { $0 = $0.suffix(limit - 1) + [text] }
  }

  private static func print(_ message: UnsafePointer<CChar>?) {
    guard let message else { return }
    let line = String(cString: message) + "\n"
    // If standard error cannot be written, the message is lost.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }

  /// Takes the messages since the last call, each ended by a line break.
  static func drain() -> String {
    kept.withLock { messages in
      defer { messages = [] }
      return messages.map { $0 + "\n" }.joined()
    }
  }
}
