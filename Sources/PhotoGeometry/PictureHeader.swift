/// The size that the header of a picture's file states.
package enum PictureHeader {
  /// How many bytes at the start of a file are read to find its frame header first.
  ///
  /// Our choice: headers made here end within 4 kB; a profile of 60 kB would still fit.
  package static let prefixLength = 65_536

  package enum Reading: Equatable {
    /// The size of the image, before any orientation.
    case size(PixelSize)
    /// The bytes are of another format, or of none that a store holds.
    case otherFormat
    /// The bytes end before the size; more bytes may hold it.
    case incomplete
  }

  package static func read(_ bytes: [UInt8], as format: PictureFormat = .jpg) -> Reading {
    switch format {
    case .jpg: readJPEG(bytes)
    // A store holds no other format: `PictureFormat.stored`.
    default: .otherFormat
    }
  }

  /// The size of a picture of any of these formats, before any orientation.
  package static func size(of bytes: [UInt8]) -> PixelSize? {
    guard let format = PictureFormat(beginning: bytes),
      case .size(let size) = read(bytes, as: format)
    else { return nil }
    return size
  }

  /// The bytes a picture has when it is decoded, at three a pixel; 0 when it has no header.
  package static func decodedByteCount(of bytes: [UInt8]) -> Int {
    3 * (size(of: bytes)?.area ?? 0)
  }
}

/// JPEG: ISO/IEC 10918-1, annex B.
extension PictureHeader {
  /// Reads the segments from the start of a file up to its frame header.
  private static func readJPEG(_ bytes: [UInt8]) -> Reading {
    guard bytes.count >= 2 else { return .incomplete }
    guard bytes[0] == 0xFF, bytes[1] == Marker.startOfImage else { return .otherFormat }
    var index = 2
    while index + 4 <= bytes.count {
      guard bytes[index] == 0xFF else { return .otherFormat }
      let marker = bytes[index + 1]
      // Any number of 0xFF may stand before a marker (B.1.1.2).
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard Marker.hasSegment(marker), length >= 2 else { return .otherFormat }
      let segment = bytes[(index + 4)...].prefix(length - 2)
      if Marker.isFrame(marker) { return frame(Array(segment), length: length) }
      index += 2 + length
    }
    return .incomplete
  }

  /// Reads a frame header: precision, height and width stand before the components (B.2.2).
  private static func frame(_ segment: [UInt8], length: Int) -> Reading {
    guard length >= 8 else { return .otherFormat }
    guard segment.count >= 6 else { return .incomplete }
    let height = Int(segment[1]) << 8 | Int(segment[2])
    let width = Int(segment[3]) << 8 | Int(segment[4])
    guard width >= 1, height >= 1 else { return .otherFormat }
    return .size(PixelSize(width: width, height: height))
  }
}

/// The second bytes of markers, by table B.1.
private enum Marker {
  static let startOfImage: UInt8 = 0xD8

  /// SOF0 to SOF15, without the tables and extensions in this range.
  static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// Whether a segment with a length follows, and the image has not begun.
  static func hasSegment(_ marker: UInt8) -> Bool {
    marker >= 0xC0 && !(0xD0...0xDA).contains(marker)
  }
}
