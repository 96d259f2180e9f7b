import Foundation
import Imaging

/// How the colours of a source are converted for an icon.
enum SourceColours: Hashable, Sendable {
  /// The samples stay, with the chunk that defines their colour space.
  case kept(PNGEncoder.ColourChunk)
  /// The samples are converted to sRGB through the embedded profile.
  case byProfile
  /// The samples are converted to sRGB from a power of light.
  case byGamma(exponent: Double)

  /// The gAMA of sRGB's approximation, 100,000 ÷ 2.2 (PNG third edition, 11.3.2.5), and how near to it
  /// counts as equal.
  private static let gammaOfSRGB = 45_455 - 100...45_455 + 100

  /// Chooses how to convert a picture that was looked at; for a grey result Display P3 is not kept.
  ///
  /// - Throws: ``PhotoprepError`` with code `source-unusable` for colours that cannot be converted here.
  init(of image: IconImage, _ structure: PNGStructure, _ data: Data, makesGrey: Bool)
    throws
  {
    switch image.colour {
    case .sRGB, .untagged, .brokenProfile, .profile(.sRGB): self = .kept(.sRGB)
    case .profile(.displayP3) where !makesGrey: self = .kept(.chunk("iCCP", structure, data))
    case .profile: self = .byProfile
    case .codes(primaries: 1, transfer: 13): self = .kept(.sRGB)
    case .codes(primaries: 12, transfer: 13):
      self = .kept(makesGrey ? .sRGB : .chunk("cICP", structure, data))
    case .codes(let primaries, let transfer):
      throw PhotoprepError(
        .sourceUnusable, path: image.path,
        message:
          "The picture has a cICP chunk with primaries \(primaries) and transfer \(transfer), which is not converted.",
        remedy: "Convert it to sRGB in the program that made it and export it again.")
    case .gamma(let value) where Self.gammaOfSRGB.contains(value): self = .kept(.sRGB)
    case .gamma(let value):
      guard PNGColour.plausibleGamma.contains(value), Self.hasUsualPrimaries(structure, data) else {
        throw PhotoprepError(
          .sourceUnusable, path: image.path,
          message:
            "The picture has a gAMA of \(value) and, by a cHRM chunk or by that number, colours that are not sRGB's.",
          remedy: "Convert it to sRGB in the program that made it and export it again.")
      }
      self = .byGamma(exponent: 100_000 / Double(value))
    }
  }

  /// Whether there is no cHRM chunk, or one with sRGB's primaries to 0.01.
  private static func hasUsualPrimaries(_ structure: PNGStructure, _ data: Data) -> Bool {
    guard let chunk = structure.first("cHRM"), chunk.length == 32 else { return true }
    let bytes = chunk.data(in: data)
    let found = (0..<8).map { number in
      bytes[4 * number..<4 * number + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    // PNG third edition, 11.3.2.1 and 11.3.2.5: white, red, green, blue in units of 1/100,000.
    let usual = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    return zip(found, usual).allSatisfy { abs($0 - $1) <= 1_000 }
  }

  var tag: PNGEncoder.ColourChunk {
    if case .kept(let tag) = self { tag } else { .sRGB }
  }

  func pixels(
    of data: Data, _ structure: PNGStructure, _ reader: any PNGReader
  ) throws(PNGRefusal) -> PNGPixels {
    switch self {
    case .kept: return try reader.pixels(of: data, structure: structure)
    case .byProfile: return try reader.pixelsInSRGB(of: data, structure: structure)
    case .byGamma(let exponent):
      return try reader.pixels(of: data, structure: structure).decoded(exponent: exponent)
    }
  }
}

extension PNGPixels {
  /// Returns the picture in sRGB, from samples 0…1 that are light to the power of 1 ÷ exponent.
  func decoded(exponent: Double) -> PNGPixels {
    let table = (0...255).map { SRGBCurve.sample(nearest: Float(pow(Double($0) / 255, exponent))) }
    var result = self
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      for band in 0..<3 { result.bytes[offset + band] = table[Int(bytes[offset + band])] }
    }
    return result
  }

  /// Returns the picture turned by an EXIF orientation; unchanged for numbers other than 2 to 8.
  ///
  /// The numbers are those of EXIF 2.32, 4.6.4 A: 5 to 8 exchange the sides.
  func upright(orientation: Int) -> PNGPixels {
    guard (2...8).contains(orientation) else { return self }
    let (width, height) = (size.width, size.height)
    let turn = Orientation(orientation)
    let upright = turn.exchangesSides ? size.transposed : size
    var turned = [UInt8](repeating: 0, count: bytes.count)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let (column, row) = turn.exchangesSides ? (y, x) : (x, y)
        let source =
          (turn.mirrorsStoredRows ? height - 1 - row : row) * width
          + (turn.mirrorsStoredColumns ? width - 1 - column : column)
        for band in 0..<4 {
          turned[(y * upright.width + x) * 4 + band] = bytes[source * 4 + band]
        }
      }
    }
    return PNGPixels(size: upright, bytes: turned)
  }
}

extension PNGEncoder.ColourChunk {
  /// The colour chunk of a source, kept byte for byte.
  fileprivate static func chunk(_ type: String, _ structure: PNGStructure, _ data: Data) -> Self {
    structure.first(type).map { .copied(type, Data($0.data(in: data))) } ?? .sRGB
  }
}
