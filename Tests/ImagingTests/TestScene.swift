import PhotoGeometry
import Testing

@testable import Imaging

/// A small picture with four different corners, and the eight ways to store it.
enum TestScene {
  static let size = PixelSize(width: 32, height: 16)

  /// Red top left, green top right, blue bottom left, yellow bottom right, in quarters.
  static func colour(x: Int, y: Int) -> [UInt8] {
    switch (x < size.width / 2, y < size.height / 2) {
    case (true, true): [200, 40, 40]
    case (false, true): [40, 160, 40]
    case (true, false): [40, 40, 200]
    case (false, false): [200, 200, 40]
    }
  }

  /// The upright picture's samples.
  static let rgb = samples(size) { colour(x: $0, y: $1) }

  /// Samples of the picture as a camera stores it that notes an orientation.
  ///
  /// Exif 3.0, tag 274, says where row 0 and column 0 of the file are in the scene.
  static func stored(_ orientation: Int) -> (size: PixelSize, rgb: [UInt8]) {
    let stored = orientation >= 5 ? size.transposed : size
    let (right, bottom) = (size.width - 1, size.height - 1)
    let pixels = samples(stored) { x, y in
      switch orientation {
      case 2: colour(x: right - x, y: y)
      case 3: colour(x: right - x, y: bottom - y)
      case 4: colour(x: x, y: bottom - y)
      case 5: colour(x: y, y: x)
      case 6: colour(x: right - y, y: x)
      case 7: colour(x: right - y, y: bottom - x)
      case 8: colour(x: y, y: bottom - x)
      default: colour(x: x, y: y)
      }
    }
    return (stored, pixels)
  }

  /// A TIFF block with one orientation, as Exif keeps it.
  static func exif(_ orientation: Int) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0] + [0, 0, 0, 0]
  }

  /// A JPEG with an Exif segment after its start.
  static func jpeg(_ orientation: Int) throws -> [UInt8] {
    let (size, rgb) = stored(orientation)
    let plain = try Raster(size: size, rgb: rgb).jpeg(quality: 95)
    let content = Array("Exif\0\0".utf8) + exif(orientation)
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
    return Array(plain.prefix(2)) + segment + plain.dropFirst(2)
  }

  /// A PNG with an `eXIf` chunk.
  static func png(_ orientation: Int) -> [UInt8] {
    let (size, rgb) = stored(orientation)
    return TestPNG(
      width: size.width, height: size.height, samples: rgb,
      extra: [("eXIf", exif(orientation))]
    ).bytes
  }

  /// An uncompressed RGB TIFF with an orientation.
  static func tiff(_ orientation: Int) -> [UInt8] {
    let (size, rgb) = stored(orientation)
    return TestTIFF(width: size.width, height: size.height, samples: rgb, orientation: orientation)
      .bytes
  }

  static func samples(_ size: PixelSize, _ colour: (Int, Int) -> [UInt8]) -> [UInt8] {
    (0..<size.height).flatMap { y in (0..<size.width).flatMap { x in colour(x, y) } }
  }
}

extension TestScene {
  /// The colours in the middle of the four quarters of a picture of ``size``, in reading order.
  ///
  /// There a JPEG's halved chroma shows no neighbour.
  static func quarters(_ rgb: [UInt8]) -> [UInt8] {
    [(8, 4), (24, 4), (8, 12), (24, 12)].flatMap { x, y in
      rgb.dropFirst(3 * (y * size.width + x)).prefix(3)
    }
  }
}

extension Raster {
  /// A part given in whole pixels, in a size.
  func cropped(to rect: PixelRect, resizedTo size: PixelSize) throws -> Raster {
    try cropped(to: NormalizedRect(rect, in: self.size), resizedTo: size)
  }
}

/// The largest difference between two lists of samples of the same length; 255 for others.
func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  guard a.count == b.count else { return 255 }
  return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

/// The mean difference between two lists of samples of the same length; 255 for others.
func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
  guard a.count == b.count else { return 255 }
  return Double(zip(a, b).map { abs(Int($0) - Int($1)) }.reduce(0, +)) / Double(max(a.count, 1))
}

/// A box of a HEIF file.
func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
  TestPNG.big(content.count + 8) + Array(type.utf8) + content
}

/// What libvips makes of a file, as stored, on white.
func throughLibvips(
  _ bytes: [UInt8], as format: PhotoFormat = .jpeg, shrink: Int = 1, profile: [UInt8]? = nil
) throws -> PlanarPicture {
  try bytes.withUnsafeBytes { buffer in
    var picture = try VipsPicture.open(buffer, as: format, shrink: shrink)
    if let profile { picture = try picture.withProfile(profile) }
    return try picture.opaqueSRGB(on: .white).inMemory().planes()
  }
}

/// A file with other bytes from the first place of some on, or a little behind it.
func patched(
  _ bytes: [UInt8], _ old: [UInt8], _ new: [UInt8], at offset: Int = 0
) throws -> [UInt8] {
  var patched = bytes
  let place = try #require(patched.firstRange(of: old)).lowerBound + offset
  patched.replaceSubrange(place..<place + new.count, with: new)
  return patched
}
