import CVips

/// The libraries that decode, for programs that want them loaded before the first photo.
public enum Decoders {
  /// Loads all of them; later nothing more is read from files.
  ///
  /// What does not load is reported with the first photo that needs it.
  public static func load() { _ = Libvips.startFailure }

  /// Variables that keep libvips from loading modules by itself.
  ///
  /// A module for every format it knows, ImageMagick's and Poppler's among them, costs 20 ms at every
  /// start and brings code that no photo may reach (decision 0600). The one that is needed is loaded
  /// by ``load()``. To be set before libvips starts, for a process of one's own.
  public static let workerEnvironment: [String: String] = {
    #if os(Linux)
      ["VIPSHOME": "/nonexistent"]
    #else
      [:]
    #endif
  }()
}

extension Libvips {
  /// Loads the module of HEIC and AVIF where it is one of its own and is not there yet.
  static func loadHEIF() {
    #if os(Linux)
      guard vips_type_find("VipsOperation", "heifload_buffer") == 0 else { return }
      _ = cvips_load_module("vips-heif")
    #endif
  }
}
