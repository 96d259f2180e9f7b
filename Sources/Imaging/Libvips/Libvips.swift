import CVips
import Foundation

/// The one place where libvips is started and set up.
enum Libvips {
  /// What stood in the way of starting libvips, or `nil` when it runs.
  ///
  /// Swift runs the initialiser once, on first use, whatever the number of threads.
  static let startFailure: String? = start()

  /// The loaders that may run; every other one is blocked, so that no file reaches it by any way.
  private static let allowedLoaders = [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
    "VipsForeignLoadTiff", "VipsForeignLoadNsgif", "VipsForeignLoadJxl",
  ]

  private static func start() -> String? {
    guard cvips_init("photoprep") == 0 else { return drainMessages() ?? "no reason given" }
    // Parallelism is over photos, so a photo has one thread; and no photo is asked for twice, so
    // that a cache would only hold memory.
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    vips_cache_set_max_mem(0)
    vips_cache_set_max_files(0)
    loadModules()
    vips_operation_block_set("VipsForeignLoad", 1)
    for loader in allowedLoaders { vips_operation_block_set(loader, 0) }
    return nil
  }

  /// Takes what libvips and the libraries below it said since the last call, or `nil`.
  ///
  /// The text belongs to the process, not to a picture: use it as detail only.
  static func drainMessages() -> String? {
    let copy = vips_error_buffer_copy()
    defer { g_free(copy) }
    let text = (copy.map { String(cString: $0) } ?? "") + LibvipsMessages.drain()
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }

  /// Bytes and blocks that libvips holds for pixels: what a leak would raise.
  static var trackedMemory: [Int] {
    [Int(vips_tracked_get_mem()), Int(vips_tracked_get_allocs())]
  }
}
