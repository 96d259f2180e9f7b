import CVips

extension VipsPicture {
  /// Encodes as PNG without any metadata.
  func encodedPNG() throws(VipsFailure) -> [UInt8] {
    try encoded { cvips_pngsave($0, $1, $2) }
  }

  /// Encodes as WebP, lossy, without any metadata.
  func encodedWebP(quality: Int) throws(VipsFailure) -> [UInt8] {
    try encoded { cvips_webpsave($0, Int32(quality), $1, $2) }
  }

  /// Encodes as AVIF, lossy, without any metadata.
  func encodedAVIF(quality: Int) throws(VipsFailure) -> [UInt8] {
    try encoded { cvips_avifsave($0, Int32(quality), $1, $2) }
  }

  private typealias Save = (
    Pointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
  ) -> Int32

  private func encoded(_ save: Save) throws(VipsFailure) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    defer { g_free(bytes) }
    try run { save($0, &bytes, &count) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
