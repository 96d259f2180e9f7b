package import Foundation

/// How a PNG states the meaning of its colours.
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

/// The properties of an ICC profile that matter for an app icon.
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
    } else if let chunk = structure.first("gAMA"), chunk.length == 4,
      let value = ByteView(chunk.data(in: data)).u32(at: 0)
    {
      self = .gamma(value)
    } else {
      self = .untagged
    }
  }
}

extension PNGChunk {
  /// The chunk's data, copied out of the file.
  package func data(in file: Data) -> [UInt8] {
    [UInt8](file.dropFirst(offset).prefix(length))
  }
}

extension PNGProfile {
  /// Reads the data of an iCCP chunk: a name, a zero, the method, and the deflated profile.
  ///
  /// Returns `nil` when they do not inflate to a profile.
  init?(chunkData: Data) {
    guard let profile = PNGWalk.unpacked([UInt8](chunkData)) else { return nil }
    self.init(profile: profile)
  }

  /// Profiles of one space differ in the last digits of their adaptation to D50; different spaces by much more.
  private static let tolerance = 0.004

  private init?(profile bytes: [UInt8]) {
    guard let profile = ColourProfile(bytes) else { return nil }
    switch profile.space {
    case "GRAY": self = .grey
    case "RGB" where profile.hasPrimaries(SRGBProfile.primaries, within: Self.tolerance):
      self = .sRGB
    case "RGB" where profile.hasPrimaries(DisplayP3.primaries, within: Self.tolerance):
      self = .displayP3
    default: self = .other(space: profile.space)
    }
  }
}
