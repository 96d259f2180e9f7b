/// The meaning of a gain map's samples: ISO 21496-1, and Adobe's `hdrgm` in XMP, which has the same values.
///
/// A gain is the factor from a pixel's light in the photo to that in the picture of high dynamic range, as log2.
public struct GainMapMetadata: Hashable, Sendable {
  /// A number in ISO 21496-1: two whole numbers of 32 bits.
  public struct Fraction: Hashable, Sendable {
    let numerator, denominator: Int

    /// Makes a fraction; `nil` if it is not within ``GainMapMetadata/values``.
    init?(_ numerator: Int, over denominator: Int) {
      guard denominator > 0 else { return nil }
      (self.numerator, self.denominator) = (numerator, denominator)
      guard GainMapMetadata.values.contains(value) else { return nil }
    }

    /// Makes a fraction with seven digits after the point, more than programs write; `nil` outside
    /// ``GainMapMetadata/values``.
    public init?(_ value: Double) {
      guard GainMapMetadata.values.contains(value) else { return nil }
      self.init(Int((value * 1e7).rounded()), over: 10_000_000)
    }

    /// The number itself.
    public var value: Double { Double(numerator) / Double(denominator) }
  }

  /// The values for red, green and blue, or for one of them.
  public struct Channel: Hashable, Sendable {
    /// The gains of the lowest and the highest sample.
    public var minimum, maximum: Fraction
    /// The exponent of the encoding of gains as samples, above 0.
    public var gamma: Fraction
    /// The offsets that are added to the light of the photo and of the other picture before dividing one by the other.
    public var baseOffset, alternateOffset: Fraction

    /// Makes a channel.
    public init(
      minimum: Fraction, maximum: Fraction, gamma: Fraction, baseOffset: Fraction,
      alternateOffset: Fraction
    ) {
      (self.minimum, self.maximum, self.gamma) = (minimum, maximum, gamma)
      (self.baseOffset, self.alternateOffset) = (baseOffset, alternateOffset)
    }

    fileprivate var isSensible: Bool { minimum.value <= maximum.value && gamma.value > 0 }
  }

  /// One for all three colours, or one for each.
  public let channels: [Channel]
  /// How much brighter than white a screen is, as log2, at which the map begins to apply and at which it applies
  /// fully.
  public let baseHeadroom, alternateHeadroom: Fraction
  /// Whether gains apply to the colours of the photo; otherwise to those of the map's own profile.
  var usesBaseColours = true
  /// If samples mean light and not its logarithm, as Apple's do: how many times brighter the highest sample is.
  var headroomOfLight: Double?

  /// The range of numbers; our choice: no screen is 2⁶⁴ times brighter, and denominators of seven digits still fit.
  static let values = -64.0...64

  /// Makes metadata; `nil` if the numbers contradict each other, or if the photo itself is the brighter picture.
  public init?(_ channels: [Channel], baseHeadroom: Fraction, alternateHeadroom: Fraction) {
    guard channels.count == 1 || channels.count == 3, channels.allSatisfy(\.isSensible),
      baseHeadroom.value >= 0, baseHeadroom.value < alternateHeadroom.value
    else { return nil }
    self.channels = Set(channels).count == 1 ? [channels[0]] : channels
    (self.baseHeadroom, self.alternateHeadroom) = (baseHeadroom, alternateHeadroom)
  }
}

/// The form of ISO 21496-1, annex C, as libultrahdr, Skia and libavif read and write it.
extension GainMapMetadata {
  /// The start of an APP2 segment with this metadata.
  static let label = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  /// The flags: three channels; colours of the photo's own space; one denominator for all, which libultrahdr writes.
  private static let (manyChannels, baseColours, oneDenominator) = (0x80, 0x40, 0x08)

  /// Reads the data after the label; `nil` if it is cut off, of a later version or invalid.
  public init?(iso bytes: [UInt8]) {
    var reader = Reader(bytes: ByteView(bytes))
    let known = Self.manyChannels | Self.baseColours | Self.oneDenominator
    guard reader.number(2) == 0, reader.number(2) != nil, let flags = reader.number(1),
      flags & ~known == 0
    else { return nil }
    if flags & Self.oneDenominator != 0 {
      reader.denominator = reader.number(4)
      if reader.denominator == nil { return nil }
    }
    guard let base = reader.fraction(), let alternate = reader.fraction() else { return nil }
    var channels: [Channel] = []
    for _ in 0..<(flags & Self.manyChannels == 0 ? 1 : 3) {
      guard let minimum = reader.fraction(isSigned: true),
        let maximum = reader.fraction(isSigned: true), let gamma = reader.fraction(),
        let baseOffset = reader.fraction(isSigned: true),
        let alternateOffset = reader.fraction(isSigned: true)
      else { return nil }
      channels.append(
        Channel(
          minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: baseOffset,
          alternateOffset: alternateOffset))
    }
    self.init(channels, baseHeadroom: base, alternateHeadroom: alternate)
    usesBaseColours = flags & Self.baseColours != 0
  }

  /// The metadata after its label.
  var iso: [UInt8] {
    let flags =
      (usesBaseColours ? Self.baseColours : 0) | (channels.count == 3 ? Self.manyChannels : 0)
    let numbers =
      [baseHeadroom, alternateHeadroom]
      + channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
    return Self.version + [UInt8(flags)]
      + numbers.flatMap { $0.numerator.bigEndian(bytes: 4) + $0.denominator.bigEndian(bytes: 4) }
  }

  /// The least version that a reader must know, and the writer's.
  static let version: [UInt8] = [0, 0, 0, 0]

  private struct Reader {
    let bytes: ByteView
    var offset = 0
    var denominator: Int?

    mutating func number(_ count: Int) -> Int? {
      defer { offset += count }
      return bytes.number(at: offset, bytes: count, bigEndian: true)
    }

    mutating func fraction(isSigned: Bool = false) -> Fraction? {
      guard let first = number(4), let second = denominator ?? number(4) else { return nil }
      let numerator = isSigned ? Int(Int32(truncatingIfNeeded: first)) : first
      return Fraction(numerator, over: second)
    }
  }
}

/// The form of Adobe's gain map specification and of Ultra HDR 1.0.
extension GainMapMetadata {
  /// The namespace of the properties.
  public static let namespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

  /// The properties as XML, with the prefix `hdrgm` for the namespace: attributes, and the elements that follow them.
  var xmp: (attributes: String, elements: String) {
    let lists: [(name: String, value: (Channel) -> Fraction)] = [
      ("GainMapMin", { $0.minimum }), ("GainMapMax", { $0.maximum }), ("Gamma", { $0.gamma }),
      ("OffsetSDR", { $0.baseOffset }), ("OffsetHDR", { $0.alternateOffset }),
    ]
    var attributes = [
      ("HDRCapacityMin", "\(baseHeadroom.value)"), ("HDRCapacityMax", "\(alternateHeadroom.value)"),
      ("BaseRenditionIsHDR", "False"),
    ]
    var elements = ""
    for list in lists {
      let values = channels.map { "\(list.value($0).value)" }
      if Set(values).count == 1 {
        attributes.append((list.name, values[0]))
      } else {
        let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        elements += "<hdrgm:\(list.name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(list.name)>"
      }
    }
    return (attributes.map { " hdrgm:\($0)=\"\($1)\"" }.joined(), elements)
  }
}
