/// One file of a prepared photo, as its record describes it.
public struct StoredFile: Hashable, Sendable {
  /// The name in the folder of images.
  public let name: StoredFileName
  /// The number of bytes.
  public let byteCount: Int
  /// The SHA-256 of the bytes.
  public let digest: ContentDigest
  /// The size of the image.
  public let size: PixelSize
  /// The JPEG quality it was encoded with, 1…100; `nil` when the photo's own bytes are kept.
  public let quality: Int?

  /// Makes the description of a file.
  public init(
    name: StoredFileName, byteCount: Int, digest: ContentDigest, size: PixelSize, quality: Int?
  ) {
    self.name = name
    self.byteCount = byteCount
    self.digest = digest
    self.size = size
    self.quality = quality
  }

  /// The most bytes that a record may give a file, 4 GiB, so that the sum over a store's files is a number; a photo has
  /// 512 MiB at most.
  private static let byteLimit = 1 << 32

  var json: JSONValue {
    var object: [String: JSONValue] = [
      "name": .string(name.description), "bytes": .integer(byteCount),
      "sha256": .string(digest.description), "width": .integer(size.width),
      "height": .integer(size.height),
    ]
    object["quality"] = quality.map(JSONValue.integer)
    return .object(object)
  }

  init?(json: JSONValue) {
    guard let object = json.object, let size = PixelSize(strict: json),
      let name = object["name"]?.string.flatMap({ StoredFileName($0) }),
      let byteCount = object["bytes"]?.integer, (0...Self.byteLimit).contains(byteCount),
      let digest = object["sha256"]?.string.flatMap({ ContentDigest($0) })
    else { return nil }
    self.init(
      name: name, byteCount: byteCount, digest: digest, size: size,
      quality: object["quality"]?.integer)
  }
}

extension JSONValue {
  /// The texts of a list that can be names of flags: up to 64 letters and digits of ASCII.
  ///
  /// Records of others are merged, so a list may contain other texts.
  var flagNames: [String] {
    (array ?? []).compactMap(\.string).filter { text in
      (1...64).contains(text.utf8.count)
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}

/// The part of the upright photo that one family's render shows, and why.
public struct FamilyCrop: Hashable, Sendable {
  /// The part, in fractions of the upright photo.
  public let rect: NormalizedRect
  /// The part's size in pixels of the upright photo.
  public let pixelSize: PixelSize
  /// The terms of the score that chose it, by name; unitless.
  public let score: [String: Double]
  /// The render's flags, for example `lowResolution`; sorted.
  public let flags: [String]

  /// Makes a crop; flags are sorted and each kept once.
  public init(
    rect: NormalizedRect, pixelSize: PixelSize, score: [String: Double] = [:], flags: [String] = []
  ) {
    self.rect = rect
    self.pixelSize = pixelSize
    self.score = score
    self.flags = Set(flags).sorted()
  }

  var json: JSONValue {
    .object([
      "rect": rect.json, "pixelSize": pixelSize.json,
      "score": .object(score.mapValues(JSONValue.double)),
      "flags": .array(flags.map(JSONValue.string)),
    ])
  }

  init?(json: JSONValue) {
    guard let object = json.object, let size = object["pixelSize"].flatMap(PixelSize.init(strict:))
    else { return nil }
    var reader = DocumentReader(object)
    guard let rect = reader.rect("rect") else { return nil }
    self.init(
      rect: rect, pixelSize: size,
      score: object["score"]?.object?.compactMapValues(\.double) ?? [:],
      flags: object["flags"]?.flagNames ?? [])
  }
}
