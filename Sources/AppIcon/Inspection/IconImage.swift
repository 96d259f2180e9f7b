import Foundation
import Imaging
import PhotoGeometry

/// A picture file with all that the rules ask about.
struct IconImage: Sendable {
  /// What became of reading the pixels.
  enum Decoding: Sendable {
    /// Only the headers were looked at, or the file is not a PNG.
    case notTried
    /// Every pixel was read and looked at.
    case read(PixelFacts)
    /// Every pixel was read; there are too many of them to look at.
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
  /// The catalog and the set that hold the picture, for commands in remedies.
  let place: IconPlace?
}

/// Where in a catalog a picture lies.
struct IconPlace: Hashable, Sendable {
  let catalog: String
  let set: String
  /// The default picture of the set, which every placing starts from.
  let defaultImage: String?
}

extension IconImage {
  /// The most pixels that are looked at one by one: 16 MiB of them; icons have a quarter of it.
  static let analysisLimit = 4 << 20

  /// Looks at a file's bytes.
  init(
    path: String, data: Data, role: IconRole = IconRole(), place: IconPlace? = nil,
    headersOnly: Bool = false, reader: any PNGReader = LocalPNGReader()
  ) {
    self.path = path
    self.role = role
    self.place = place
    type = FileType(data)
    structure = type == .png ? PNGStructure(data) : nil
    colour = structure.map { PNGColour(of: $0, in: data, reader: reader) } ?? .untagged
    orientation = structure.flatMap { ExifOrientation.read($0, in: data) }
    decoding = structure.map { Self.decode(data, $0, headersOnly, reader) } ?? .notTried
  }

  private static func decode(
    _ data: Data, _ structure: PNGStructure, _ headersOnly: Bool, _ reader: any PNGReader
  ) -> Decoding {
    if headersOnly { return .notTried }
    do throws(PNGRefusal) {
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
  /// The chunks with their places and checksums: equal files have equal ones, and others have not, but
  /// for a chance of one in 2³² where all lengths agree.
  var fingerprint: [PNGChunk] { structure?.chunks ?? [] }

  /// The header of a PNG.
  var header: PNGHeader? { structure?.header }

  /// What the pixels look like, when they were read.
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

  /// The command that places this picture anew, with all the options that this source needs.
  func placing(_ appearanceOption: String) -> String {
    let catalog = place?.catalog ?? "Assets.xcassets"
    let source = role.appearance == .any ? path : place?.defaultImage ?? "AppIcon.png"
    let target = place.map { "--name \(ShellWord.quoted($0.set)) --replace" } ?? ""
    let words = [
      "photoprep icon place", ShellWord.quoted(source), "--catalog", ShellWord.quoted(catalog),
      target, appearanceOption, needsFlattening ? "--flatten auto" : "",
      needsReduction ? "--resize" : "",
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The command that places the picture as it should be, naming its role where it is not the default.
  func placingAgain() -> String {
    switch role.appearance {
    case .any: placing("")
    case .dark: placing("--dark \(ShellWord.quoted(path))")
    case .tinted: placing("--tinted \(ShellWord.quoted(path))")
    }
  }

  private var needsFlattening: Bool {
    guard role.isOpaque, let structure, let header else { return false }
    return header.hasAlphaChannel || structure.hasTransparencyChunk
  }

  /// Whether the picture is a larger square than its slot of 1024×1024 pixels.
  private var needsReduction: Bool {
    guard role.isLarge, let wanted = role.size, let header else { return false }
    return header.width == header.height && header.width > wanted.width
  }
}

/// Paths as a POSIX shell reads them.
enum ShellWord {
  /// Returns a word that a shell passes on unchanged.
  static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@%".contains($0))
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

/// Digests that tell whether two pictures are the same; not against an attacker.
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
