import Foundation
import Imaging

/// A picture file with all facts for the rules.
struct IconImage: Sendable {
  enum Decoding: Sendable {
    /// Only the headers were read, or the file is not a PNG.
    case notTried
    /// Every pixel was read and analysed.
    case read(PixelFacts)
    /// Every pixel was read; there are too many of them to analyse.
    case verified
    case refused(PNGRefusal)
  }

  let path: String
  let role: IconRole
  let type: FileType
  /// The walk over the chunks, when the file is a PNG.
  let structure: PNGStructure?
  /// The columns and rows that a PNG or a JPEG states.
  let stated: (width: Int, height: Int)?
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
  case slot(catalog: String, set: String)
}

extension IconImage {
  /// The most pixels that are analysed one by one: 16 MiB of them; icons have a quarter of it.
  static let analysisLimit = 4 << 20

  init(
    path: String, data: Data, role: IconRole = IconRole(), place: IconPlace = .anywhere,
    headersOnly: Bool = false, reader: any PNGReader = LocalPNGReader()
  ) {
    self.path = path
    self.role = role
    self.place = place
    type = FileType(data)
    structure = type == .png ? PNGStructure(data) : nil
    stated =
      structure?.header.map { ($0.width, $0.height) }
      ?? PictureHeader.size(of: [UInt8](data)).map { ($0.width, $0.height) }
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

  /// The chunks with their places and checksums: they are equal for equal files, and differ for others, except with a
  /// chance of one in 2³² if all lengths are equal.
  var fingerprint: [PNGChunk] { structure?.chunks ?? [] }

  var header: PNGHeader? { structure?.header }

  var pixels: PixelFacts? {
    guard case .read(let facts) = decoding else { return nil }
    return facts
  }

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
    if case .gamma = colour, structure?.contains("cHRM") == true { return false }
    return colour.converts
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

enum IconFile {
  /// The most bytes to read, our choice; an uncompressed 16-bit RGBA icon has 8 MiB.
  static let sizeLimit = 48 << 20

  static func load(
    _ path: String, role: IconRole = IconRole(), place: IconPlace = .anywhere,
    headersOnly: Bool = false, reader: any PNGReader
  ) -> Result<IconImage, PhotoprepError> {
    Result { () throws(PhotoprepError) in
      IconImage(
        path: path, data: try BoundedFile.read(path, limit: sizeLimit), role: role, place: place,
        headersOnly: headersOnly, reader: reader)
    }
  }
}

/// The purpose of an icon picture: the slot that names it, or the iOS default icon without one.
struct IconRole: Hashable, Sendable {
  /// The system whose rules apply.
  enum Platform: String, Sendable {
    case iOS
    case watchOS
    case macOS
  }

  /// The appearance of the Home Screen that the picture is shown on.
  enum Appearance: String, CaseIterable, Sendable {
    case any
    case dark
    case tinted
  }

  var platform = Platform.iOS
  var appearance = Appearance.any
  /// The size that the slot requires, in pixels; `nil` if the slot does not state it in a readable form.
  var size: PixelSize? = PixelSize(width: 1024, height: 1024)

  /// Whether App Store Connect uses this very picture, or may: the large default one of an app's icon, and every size
  /// of a watch app's.
  var isForStore = true
  /// Whether a system that the set is for shows the picture, or may.
  var isShown = true

  /// Whether the system shows the picture without anything behind it; on macOS, and in the dark and the tinted icon,
  /// it may be translucent.
  var isOpaque: Bool { platform != .macOS && appearance == .any }

  /// Whether this is the large picture that App Store Connect itself uses.
  var isLarge: Bool { size == PixelSize(width: 1024, height: 1024) }

  /// App Store Connect's code for alpha.
  var alphaCode: String { platform == .watchOS ? "ITMS-90396" : "ITMS-90717" }
}

/// The type of a file, by its first bytes and not by its name.
enum FileType: String, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webP = "WebP"
  case tiff = "TIFF"
  case heif = "HEIF or AVIF"
  case svg = "SVG"
  case pdf = "PDF"
  case icns = "Apple icon image"
  case html = "HTML"
  case lfsPointer = "a Git LFS pointer"
  case empty = "empty"
  case unknown = "unknown"

  init(_ data: Data) {
    self = Self.byMagic(data.prefix(64)) ?? Self.byText(data.prefix(1024)) ?? .unknown
  }

  /// A PNG whose signature was damaged in transfer still counts: IHDR is at its place.
  private static func byMagic(_ head: Data) -> FileType? {
    if head.isEmpty { return .empty }
    if head.isPointer { return .lfsPointer }
    let bytes = [UInt8](head)
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: Array(text.utf8))
    }
    if bytes.starts(with: PNGStructure.signature) || has("IHDR", at: 12) || has("IHDR", at: 11) {
      return .png
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has("GIF8", at: 0) { return .gif }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return .webP }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return .tiff }
    if has("ftyp", at: 4) { return .heif }
    if has("%PDF", at: 0) { return .pdf }
    return has("icns", at: 0) ? .icns : nil
  }

  private static func byText(_ head: Data) -> FileType? {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    if text.contains("<svg") { return .svg }
    return text.contains("<html") || text.contains("<!doctype html") ? .html : nil
  }
}
