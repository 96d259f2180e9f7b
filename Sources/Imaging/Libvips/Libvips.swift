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
