import CPNG
package import Foundation

/// How a PNG says what its numbers mean as colours.
package enum PNGColour: Hashable, Sendable {
  /// An `sRGB` chunk.
  case sRGB
  /// A `cICP` chunk: the numbers of ITU-T H.273 for primaries and transfer.
  case codes(primaries: Int, transfer: Int)
  /// An `iCCP` chunk.
  case profile(PNGProfile)
  /// An `iCCP` chunk whose profile cannot be read.
  case brokenProfile
  /// A `gAMA` chunk alone: the stored value, 100,000 ÷ display gamma.
  case gamma(Int)
  /// No colour chunk at all.
  case untagged
}

/// What matters of an ICC profile for an app icon.
package enum PNGProfile: Hashable, Sendable {
  /// RGB with the primaries of sRGB (IEC 61966-2-1).
  case sRGB
  /// RGB with the primaries of Display P3 (SMPTE EG 432-1, D65 white).
  case displayP3
  /// One grey channel.
  case grey
  /// Any other; the four letters of its colour space.
  case other(space: String)
}

extension PNGColour {
  /// Reads the colour chunks of a file in the order of precedence of PNG third edition, 4.3.
  package init(
    of structure: PNGStructure, in data: Data, reader: any PNGReader = LocalPNGReader()
  ) {
    if let chunk = structure.first("cICP"), chunk.length == 4 {
      let bytes = chunk.data(in: data)
      self = .codes(primaries: Int(bytes[0]), transfer: Int(bytes[1]))
    } else if let chunk = structure.first("iCCP") {
      let profile = reader.profile(inChunk: Data(chunk.data(in: data)))
      self = profile.map(Self.profile) ?? .brokenProfile
    } else if structure.contains("sRGB") {
      self = .sRGB
    } else if let chunk = structure.first("gAMA"), chunk.length == 4 {
      self = .gamma(Int(chunk.data(in: data).span.bigEndian32(at: 0)))
    } else {
      self = .untagged
    }
  }
}

extension PNGChunk {
  /// The chunk's data, copied out of the file they were found in.
  package func data(in file: Data) -> [UInt8] {
    [UInt8](file.dropFirst(offset).prefix(length))
  }
}

extension PNGProfile {
  /// The most bytes of a profile that are looked at, our choice, four times the largest that systems ship.
  private static let inflationLimit = 2 << 20

  /// Reads the data of an iCCP chunk: a name, a zero, the method, and the deflated profile.
  ///
  /// Returns `nil` when they do not inflate to a profile.
  init?(chunkData: Data) {
    guard let profile = Self.unpacked([UInt8](chunkData)) else { return nil }
    self.init(profile: profile[...])
  }

  /// Unpacks the data of an iCCP chunk; `nil` where there is no profile in them.
  static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    guard let zero = bytes.firstIndex(of: 0), zero + 2 < bytes.count else { return nil }
    var profile = [UInt8](repeating: 0, count: Self.inflationLimit)
    let deflated = bytes[(zero + 2)...]
    let count = deflated.withUnsafeBufferPointer { input in
      cpng_inflate(input.baseAddress, input.count, &profile, profile.count)
    }
    return count == 0 ? nil : Array(profile.prefix(count))
  }

  private init?(profile: ArraySlice<UInt8>) {
    let bytes = profile.span
    guard bytes.count >= 132, profile[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let space = String(decoding: profile[16..<20], as: UTF8.self)
    switch space {
    case "GRAY": self = .grey
    case "RGB ": self = Self.rgb(bytes) ?? .other(space: "RGB")
    default: self = .other(space: space.trimmingCharacters(in: .whitespaces))
    }
  }

  private static func rgb(_ bytes: Span<UInt8>) -> PNGProfile? {
    guard let columns = primaries(bytes) else { return nil }
    if near(columns, sRGBPrimaries) { return .sRGB }
    return near(columns, displayP3Primaries) ? .displayP3 : nil
  }

  /// The three colorants as X, Y, Z under D50, from the tags rXYZ, gXYZ and bXYZ (ICC.1, 9.2).
  private static func primaries(_ bytes: Span<UInt8>) -> [Double]? {
    let tags = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tag($0, in: bytes) }
    guard tags.count == 3 else { return nil }
    return tags.flatMap { offset in
      (0..<3).map {
        Double(Int32(bitPattern: bytes.bigEndian32(at: offset + 8 + 4 * $0))) / 65536
      }
    }
  }

  private static func tag(_ name: String, in bytes: Span<UInt8>) -> Int? {
    let wanted = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let count = min(Int(bytes.bigEndian32(at: 128)), (bytes.count - 132) / 12)
    let entry = (0..<count).first { bytes.bigEndian32(at: 132 + 12 * $0) == wanted }
    guard let entry else { return nil }
    let offset = Int(bytes.bigEndian32(at: 136 + 12 * entry))
    return offset + 20 <= bytes.count ? offset : nil
  }

  /// Profiles of one space differ in the last digits of their adaptation to D50; spaces by far more.
  private static func near(_ found: [Double], _ wanted: [Double]) -> Bool {
    zip(found, wanted).allSatisfy { abs($0 - $1) < 0.004 }
  }

  /// IEC 61966-2-1 primaries adapted to D50 by Bradford, as in the profiles that the ICC publishes.
  private static let sRGBPrimaries = [
    0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141,
  ]

  /// P3-D65 primaries adapted to D50 by Bradford; the fixture script computes the same.
  private static let displayP3Primaries = [
    0.5151, 0.2412, -0.0011, 0.2920, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841,
  ]
}
