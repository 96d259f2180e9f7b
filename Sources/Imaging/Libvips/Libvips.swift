import CVips
import Foundation

/// The one place where libvips is loaded, started and set up.
enum Libvips {
  /// Why libvips could not be started, or `nil` when it runs.
  ///
  /// Swift runs the initialiser once, on first use, whatever the number of threads.
  static let startFailure: String? = start()

  /// The loaders that may run; every other one is blocked, so that no file can reach it.
  private static let allowedLoaders = [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
    "VipsForeignLoadTiff", "VipsForeignLoadNsgif", "VipsForeignLoadJxl",
  ]

  private static func start() -> String? {
    if let reason = cvips_start("photoprep") {
      defer { g_free(reason) }
      return String(cString: reason)
    }
    cvips_set_up()
    loadModules()
    cvips_block("VipsForeignLoad", true)
    for loader in allowedLoaders { cvips_block(loader, false) }
    return nil
  }

  /// Whether drawings can be read; their loader is unblocked for the first request, as no photo is a drawing (decision
  /// 0416).
  static let readsDrawings: Bool = {
    guard startFailure == nil, cvips_knows("svgload_buffer") else { return false }
    cvips_block("VipsForeignLoadSvg", false)
    return true
  }()

  /// Takes the messages of libvips and the libraries below it since the last call, or `nil`.
  ///
  /// The text belongs to the process, not to a picture: use it as detail only.
  static func drainMessages() -> String? {
    let copy = cvips_messages()
    defer { g_free(copy) }
    let text = (copy.map { String(cString: $0) } ?? "") + LibvipsMessages.drain()
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }

  /// Bytes and blocks that libvips holds for pixels; a leak would increase them.
  static var trackedMemory: [Int] {
    [Int(cvips_tracked_bytes()), Int(cvips_tracked_blocks())]
  }
}

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
