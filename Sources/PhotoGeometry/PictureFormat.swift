/// A format for written pictures: crops in any of these, masters and renders in those of ``stored``.
///
/// Everything about a format is here, except its encoder and how its header says the size (`PictureHeader`).
public enum PictureFormat: String, CaseIterable, Codable, Sendable {
  case jpg, png, webp, avif

  /// The formats of masters and renders in a store.
  public static let stored = [PictureFormat.jpg]
  /// The formats that all browsers show; pages show any other as a PNG.
  package static let ofBrowsers: Set = [PictureFormat.jpg, .png, .webp, .avif]

  /// The name for people.
  public var name: String {
    switch self {
    case .jpg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }

  /// The end of a file's name, without a dot; in small letters.
  public var ending: String { rawValue }

  /// The media type, as RFC 2046, RFC 9649 and the registry of IANA have it.
  public var mediaType: String {
    switch self {
    case .jpg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .avif: "image/avif"
    }
  }

  /// The quality where none is asked for: that of renders, and libvips's own for the others.
  public var standardQuality: Int {
    switch self {
    case .jpg, .png: 85
    case .webp: 75
    case .avif: 50
    }
  }

  /// The bytes at the start of files, `nil` for any byte.
  ///
  /// ISO/IEC 10918-1, B.1.1.3; PNG specification, 5.2; RFC 9649, 2.4; ISO/IEC 14496-12, 4.3, with AVIF's brand.
  private var beginning: [UInt8?] {
    switch self {
    case .jpg: [0xFF, 0xD8, 0xFF]
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .webp: Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)
    case .avif: [nil, nil, nil, nil] + Array("ftypavif".utf8)
    }
  }

  /// The bytes that complete files end with; empty if the format has no end mark.
  ///
  /// ISO/IEC 10918-1, B.1.1.3; an empty `IEND` chunk with its checksum, PNG specification, 11.2.5.
  package var end: [UInt8] {
    switch self {
    case .jpg: [0xFF, 0xD9]
    case .png: [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    case .webp, .avif: []
    }
  }

  /// The most bytes that ``init(beginning:)`` looks at.
  package static let beginningLength = 12

  /// Finds the format from a file's first bytes; `nil` if it is none of these.
  package init?(beginning bytes: some Sequence<UInt8>) {
    let start = Array(bytes.prefix(Self.beginningLength))
    let found = Self.allCases.first { format in
      format.beginning.count <= start.count
        && zip(format.beginning, start).allSatisfy { $0 == nil || $0 == $1 }
    }
    guard let found else { return nil }
    self = found
  }

  /// The format of a store's file by its name; `nil` if the name is not a master's or a render's.
  package init?(ofStored name: some StringProtocol) {
    guard let found = Self.stored.first(where: { name.hasSuffix(".\($0.ending)") }) else {
      return nil
    }
    self = found
  }

  /// Reads a file name's ending, without a dot.
  public init?(ending: String?) {
    let ending = ending?.lowercased()
    self.init(rawValue: ending == "jpeg" ? "jpg" : ending ?? "")
  }

  /// The qualities where none is asked for, for people: `jpg 85, webp 75, avif 50`.
  public static var standardQualities: String {
    allCases.filter { $0 != .png }.map { "\($0.rawValue) \($0.standardQuality)" }
      .joined(separator: ", ")
  }

  /// Lists all formats for people.
  ///
  /// - Parameters:
  ///   - conjunction: The word before the last one.
  ///   - spelled: How a name is spelled.
  /// - Returns: `jpg, png, webp or avif`, for example.
  public static func list(
    _ conjunction: String = "or", spelled: (String) -> String = { $0 }
  ) -> String {
    allCases.map { spelled($0.rawValue) }.listed(conjunction)
  }
}

/// A format, and how its quality yields to a limit on a file's bytes.
public struct EncodingPolicy: Hashable, Sendable {
  /// The file's format.
  public let format: PictureFormat
  /// The quality tried first, 1…100 on the format's own scale.
  public let quality: Int
  /// The most bytes of the file, or `nil` for no limit.
  public let byteLimit: Int?
  /// How much the quality falls when the file is too large.
  public let step: Int
  /// The lowest quality tried.
  public let floor: Int

  /// Makes a policy; the defaults of 5 and 65 are WidgetWeaver's.
  public init(
    _ format: PictureFormat = .jpg, quality: Int, byteLimit: Int?, step: Int = 5, floor: Int = 65
  ) {
    precondition(
      (1...100).contains(quality) && (1...100).contains(floor) && step >= 1,
      "Quality \(quality) down to \(floor) in steps of \(step) cannot be searched.")
    (self.format, self.quality, self.byteLimit, self.step) = (format, quality, byteLimit, step)
    self.floor = floor
  }

  /// The qualities in the order they are tried; always at least the first.
  ///
  /// The floor itself is tried last, even where whole steps would leap over it.
  package var qualities: [Int] {
    let steps = Array(stride(from: quality, through: floor, by: -step))
    guard let last = steps.last else { return [quality] }
    return last == floor ? steps : steps + [floor]
  }
}
