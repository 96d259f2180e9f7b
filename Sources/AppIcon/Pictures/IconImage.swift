import Foundation
import Imaging
import PhotoGeometry

/// A picture file with all facts for the rules.
struct IconImage: Sendable {
  /// The result of reading the pixels.
  enum Decoding: Sendable {
    /// Only the headers were read, or the file is not a PNG.
    case notTried
    /// Every pixel was read and analysed.
    case read(PixelFacts)
    /// Every pixel was read; there are too many of them to analyse.
    case verified
    /// The file does not decode.
    case refused(PNGRefusal)
  }

  /// The path for messages.
  let path: String
  let role: IconRole
  let type: FileType
  /// The walk over the chunks, when the file is a PNG.
  let structure: PNGStructure?
  let colour: PNGColour
  let decoding: Decoding
  /// The EXIF orientation in an eXIf chunk.
  let orientation: Int?
  /// The place for placing it again, for commands in remedies.
  let place: IconPlace
}

/// The place in which a command can place a picture again.
enum IconPlace: Hashable, Sendable {
  /// No slot: `icon place` does not fill its slot.
  case none
  /// It is checked by itself; any catalog will do.
  case anywhere
  /// In the slot that it has in a catalog's set.
  case slot(catalog: String, set: String)
}

extension IconImage {
  /// The most pixels that are analysed one by one: 16 MiB of them; icons have a quarter of it.
  static let analysisLimit = 4 << 20

  /// Examines a file's bytes.
  init(
    path: String, data: Data, role: IconRole = IconRole(), place: IconPlace = .anywhere,
    headersOnly: Bool = false, reader: any PNGReader = LocalPNGReader()
  ) {
    self.path = path
    self.role = role
    self.place = place
    type = FileType(data)
    structure = type == .png ? PNGStructure(data) : nil
    colour = structure.map { PNGColour(of: $0, in: data, reader: reader) } ?? .untagged
    orientation = structure?.first("eXIf").flatMap { ExifBlock($0.data(in: data))?.orientation }
    decoding = structure.map { Self.decode(data, $0, headersOnly, reader) } ?? .notTried
  }

  private static func decode(
    _ data: Data, _ structure: PNGStructure, _ headersOnly: Bool, _ reader: any PNGReader
  ) -> Decoding {
    if headersOnly { return .notTried }
    do {
      if let count = structure.header?.pixelCount, count > UInt64(analysisLimit) {
        try reader.verify(data, structure: structure)
        return .verified
      }
      return .read(PixelFacts(try reader.pixels(of: data, structure: structure)))
    } catch {
      return .refused(error)
    }
  }
}

extension IconImage {
  /// The chunks with their places and checksums: they are equal for equal files, and differ for others, except with a
  /// chance of one in 2³² if all lengths are equal.
  var fingerprint: [PNGChunk] { structure?.chunks ?? [] }

  var header: PNGHeader? { structure?.header }

  /// The facts about the pixels, if they were read.
  var pixels: PixelFacts? {
    guard case .read(let facts) = decoding else { return nil }
    return facts
  }

  /// The properties for a report.
  var facts: ImageFacts {
    ImageFacts(
      decodes: decodes, width: header?.width, height: header?.height, bitDepth: header?.bitDepth,
      colorType: header?.colorType, isInterlaced: header?.isInterlaced,
      hasAlphaChannel: header?.hasAlphaChannel,
      hasTransparencyChunk: structure.map(\.hasTransparencyChunk))
  }

  private var decodes: Bool? {
    switch decoding {
    case .read, .verified: true
    case .refused: false
    case .notTried: structure == nil ? false : nil
    }
  }

  /// The command that places the picture again, with all the options that it needs; `nil` if placing is not possible,
  /// or would refuse or enlarge it.
  var placing: String? {
    let target: [String]
    switch place {
    case .none: return nil
    case .anywhere: target = ["--catalog", "Assets.xcassets"]
    case .slot(let catalog, let set):
      target = [
        "--catalog", ShellWord.quoted(catalog), "--name", ShellWord.quoted(set), "--replace",
      ]
    }
    guard isPlaceable, let header, let structure else { return nil }
    let isClear = header.hasAlphaChannel || structure.hasTransparencyChunk
    let options =
      (isClear ? ["--flatten", "auto"] : []) + (header.width > 1024 ? ["--resize"] : [])
    return (["photoprep icon place", ShellWord.quoted(path)] + target + options)
      .joined(separator: " ")
  }

  /// Whether placing accepts the picture: an undamaged square that is large enough, in colours that can be converted.
  private var isPlaceable: Bool {
    guard let header, header.width == header.height, header.width >= 1024,
      structure?.problems.allSatisfy(\.isForgivable) == true, structure?.isAppleOptimised == false
    else { return false }
    if case .refused = decoding { return false }
    // Over any ground a template is a picture of one colour.
    if pixels?.isStencil == true { return false }
    return colour.converts && (structure?.contains("cHRM") == false || !colour.isGamma)
  }
}

extension PNGColour {
  /// The gAMA values that are believed: exponents of 0.1 to 10; our choice, beyond every display.
  static let plausibleGamma = 10_000...1_000_000

  /// Whether placing can convert to sRGB: not from a cICP chunk with codes of other spaces.
  ///
  /// ITU-T H.273: primaries 1 are BT.709, 12 are P3 with D65; transfer 13 is the sRGB curve.
  var converts: Bool {
    switch self {
    case .codes(let primaries, let transfer):
      (primaries == 1 || primaries == 12) && transfer == 13
    case .gamma(let value): Self.plausibleGamma.contains(value)
    default: true
    }
  }

  fileprivate var isGamma: Bool { if case .gamma = self { true } else { false } }
}

extension Fact {
  /// Makes a finding about a picture that placing it again resolves, if it can be placed.
  ///
  /// `why` comes first; `otherwise` is the remedy if there is no command. The code (`prevents`) and the severity are
  /// given if they differ from the rule's.
  init(
    _ message: String, placing image: IconImage, why: String = "", otherwise: String,
    prevents: String? = nil, severity: Severity? = nil
  ) {
    let command = image.placing
    let text = [why, command == nil ? otherwise : ""].filter { !$0.isEmpty }
    self.init(
      message, remedy: text.joined(separator: " "), command: command, prevents: prevents,
      severity: severity)
  }
}

/// Digests for comparing two pictures; not secure against an attacker.
enum Fingerprint {
  /// FNV-1a over eight bytes at a time (Fowler, Noll, Vo), seeded with the length.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0x100_0000_01b3
      hash ^= hash >> 29
      offset += 8
    }
    for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

/// Reads one picture file for validation.
enum IconFile {
  /// The most bytes to read, our choice; an uncompressed 16-bit RGBA icon has 8 MiB.
  static let sizeLimit = 48 << 20

  static func load(
    _ path: String, role: IconRole = IconRole(), place: IconPlace = .anywhere,
    headersOnly: Bool = false, reader: any PNGReader
  ) -> Result<IconImage, PhotoprepError> {
    do {
      let data = try BoundedFile.read(path, limit: sizeLimit)
      return .success(
        IconImage(
          path: path, data: data, role: role, place: place, headersOnly: headersOnly,
          reader: reader))
    } catch {
      return .failure(error)
    }
  }
}
