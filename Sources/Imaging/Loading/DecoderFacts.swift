internal import CHEIF
internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CVips

extension Decoders {
  /// The libraries that decode here, by name and version.
  public static var libraries: [String] {
    [
      "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2))",
      "libheif \(String(cString: heif_get_version()))",
      "libjpeg-turbo \(version(Int(cjpeg_version()), base: 1000))",
      "Little CMS \(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)",
      "libpng \(version(Int(cpng_version()), base: 100))",
    ]
  }

  /// A version of three parts that is one number.
  private static func version(_ number: Int, base: Int) -> String {
    "\(number / base / base).\(number / base % base).\(number % base)"
  }

  /// The formats that no installed library or module decodes.
  public static var missingFormats: [PhotoFormat] {
    load()
    let heif: [(PhotoFormat, heif_compression_format)] = [
      (.heic, heif_compression_HEVC), (.avif, heif_compression_AV1),
    ]
    let hasHEIF = vips_type_find("VipsOperation", "heifload_buffer") != 0
    let missing = heif.filter { !hasHEIF || heif_have_decoder_for_format($0.1) == 0 }.map(\.0)
    return missing + (vips_type_find("VipsOperation", "jxlload_buffer") == 0 ? [.jxl] : [])
  }
}
