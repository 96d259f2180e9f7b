/// JPEGs as cameras write them, with a thumbnail in their Exif.
public enum CameraJPEG {
  /// A JPEG with Exif that has an orientation and a thumbnail: Exif 3.0, section 4.5.5.
  ///
  /// - Parameters:
  ///   - jpeg: A JPEG without Exif.
  ///   - thumbnail: The thumbnail's file.
  ///   - orientation: How both are to be turned.
  /// - Returns: The file's bytes.
  public static func file(
    _ jpeg: [UInt8], thumbnail: [UInt8], orientation: Int = 1
  ) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
    }
    let first = little(1, 2) + entry(274, 3, orientation) + little(26, 4)
    let second =
      little(2, 2) + entry(513, 4, 56) + entry(514, 4, thumbnail.count) + little(0, 4)
    let exif =
      Array("Exif\0\0II*\0".utf8) + little(8, 4) + first + second + thumbnail
    let length = exif.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif
      + jpeg.dropFirst(2)
  }
}
