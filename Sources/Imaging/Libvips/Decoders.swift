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
  /// start and brings code that no photo may reach (decision 0600). Those that are needed are loaded
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
  /// Loads the modules of HEIC, AVIF and JPEG XL where these are modules of their own and are not there
  /// yet.
  static func loadModules() {
    #if os(Linux)
      for (loader, module) in [("heifload_buffer", "vips-heif"), ("jxlload_buffer", "vips-jxl")]
      where vips_type_find("VipsOperation", loader) == 0 {
        _ = cvips_load_module(module)
      }
    #endif
  }
}
