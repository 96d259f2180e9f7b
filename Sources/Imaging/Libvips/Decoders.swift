internal import CHEIF
internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CVips

/// The libraries that decode, for programs that want them loaded before the first photo.
public enum Decoders {
  /// Sets up the whole process for decoding: for programs, at their start, and never for a library.
  ///
  /// Freed memory is kept for the next photo on systems with glibc (decision 0602), and messages that GLib and the
  /// libraries above it log are kept for ``PhotoprepError/detail`` instead of printed on standard error. Nothing else
  /// in this library changes the state of the process.
  public static func setUpProcess() {
    cvips_keep_freed_memory()
    LibvipsMessages.capture()
  }

  /// Libraries that take time to load and that many photos do not need: all except cameras' JPEGs need the first,
  /// HEICs need both.
  public enum Library: String, CaseIterable, Codable, Sendable {
    /// libvips and libheif, with what they load: 40 ms.
    case libvips
    /// The library that decodes HEICs in half the time: 8 ms and more.
    case libavcodec
  }

  /// The libraries that a photo needs, by its first bytes; a JPEG of unusual colours needs libvips too.
  public static func libraries(for photo: [UInt8]) -> Set<Library> {
    switch PhotoFormat.sniff(photo) {
    case nil, .jpeg, .raw: []
    case .heic: [.libvips, .libavcodec]
    default: [.libvips]
    }
  }

  /// Loads a library; without this call the first photo that needs it loads it, and after it nothing more is read from
  /// files.
  ///
  /// - Returns: Whether it is available. If not, the first photo that needs it gets an error.
  @discardableResult public static func load(_ library: Library) -> Bool {
    switch library {
    case .libvips:
      // Newer versions of libheif have their decoders in further files; all are opened here, not for the first photo.
      _ = DecodedHEIF.library
      return Libvips.startFailure == nil
    case .libavcodec: return loadHEVC() != nil
    }
  }

  /// Loads the library that decodes HEICs in half the time.
  ///
  /// - Returns: Its name and version, such as `libavcodec 59.37.100`; `nil` if the system has no known version.
  public static func loadHEVC() -> String? { HEVCLibrary.version.map { "libavcodec \($0)" } }

  /// Environment variables that keep libvips from loading modules.
  ///
  /// Loading a module for every format, ImageMagick's and Poppler's among them, takes 20 ms and adds code that no
  /// photo may reach (decision 0600). The needed ones are loaded by ``load(_:)``. Set these before libvips starts, in
  /// a separate process.
  public static let workerEnvironment: [String: String] =
    cvips_has_modules() ? ["VIPSHOME": "/nonexistent"] : [:]

  /// The decoding libraries of this system, by name and version.
  public static var libraries: [String] {
    [
      Libvips.startFailure == nil ? libvips : "no libvips", libheif, libjpegTurbo,
      "Little CMS \(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)",
      "libpng \(version(Int(cpng_version()), base: 100))",
    ]
  }

  /// libvips and its version, once it has started.
  static var libvips: String {
    "libvips \(cvips_version(0)).\(cvips_version(1)).\(cvips_version(2))"
  }

  static var libheif: String {
    let version = DecodedHEIF.library.flatMap { $0.heif_get_version() }
    return version.map { "libheif \(String(cString: $0))" } ?? "no libheif"
  }

  static var libjpegTurbo: String { "libjpeg-turbo \(version(Int(cjpeg_version()), base: 1000))" }

  /// A version of three parts, from one number.
  private static func version(_ number: Int, base: Int) -> String {
    "\(number / base / base).\(number / base % base).\(number % base)"
  }

  /// The formats that no installed library or module decodes.
  public static var missingFormats: [PhotoFormat] {
    [.heic, .avif, .jxl].filter { $0.missingDecoder != nil }
  }

  /// The formats that photos can be read from on this machine.
  public static var readableFormats: [PhotoFormat] {
    let missing = missingFormats
    return [.jpeg, .png, .webp, .heic, .avif, .jxl, .tiff, .bmp, .gif, .raw].filter {
      !missing.contains($0)
    }
  }
}

extension PhotoFormat {
  /// What to install if nothing on this system decodes the format, without a full stop; `nil` if something does.
  package var missingDecoder: String? {
    switch self {
    case .heic where !Self.isDecoded(heif_compression_HEVC):
      "'sudo apt install libheif-plugin-libde265' (Debian) or 'brew install libheif'"
    case .avif where !Self.isDecoded(heif_compression_AV1):
      "'sudo apt install libheif-plugin-dav1d' (Debian) or 'brew install libheif'"
    case .jxl where !(Decoders.load(.libvips) && cvips_knows("jxlload_buffer")):
      "'brew install vips' (Homebrew), whose libvips reads it"
    default: nil
    }
  }

  private static func isDecoded(_ coding: heif_compression_format) -> Bool {
    Decoders.load(.libvips) && cvips_knows("heifload_buffer")
      && DecodedHEIF.library?.heif_have_decoder_for_format(coding) ?? 0 != 0
  }
}

extension Libvips {
  /// Loads the modules of HEIC, AVIF and JPEG XL if they are separate modules and not loaded yet.
  static func loadModules() {
    for (loader, module) in [("heifload_buffer", "vips-heif"), ("jxlload_buffer", "vips-jxl")]
    where cvips_has_modules() && !cvips_knows(loader) {
      _ = cvips_load_module(module)
    }
  }
}
