internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// What the programs in which people keep photos have written beside one (decision 0806).
///
/// An XMP file of Lightroom, darktable, digiKam, Immich or an export of Apple Photos, Google Takeout's JSON, and
/// PhotoPrism's YAML.
struct PhotoNotes: Hashable, Sendable {
  /// When the photo was taken, in seconds from 1970-01-01 by the clock on the wall; `nil` where it is not said.
  var seconds: Double?
  /// How many stars a person gave, 1…5; a favourite has five.
  var stars: Int?
  /// Whether a person hid or rejected the photo there.
  var isHidden = false

  /// The most bytes of such a file; ours: darktable writes every step of an edit into its own.
  private static let byteLimit = 1 << 20

  /// Reads what is beside a photo; what cannot be read says nothing.
  ///
  /// Each photo costs five or six looks for a file, and a read for each that is there.
  init(beside photo: FilePath, in fileSystem: any FileSystem) {
    for path in Self.names(beside: photo) {
      guard let status = try? fileSystem.status(of: path, followingLinks: true),
        status.kind == .regular, status.size <= Self.byteLimit,
        let bytes = try? fileSystem.readFile(
          at: path, limit: Self.byteLimit, followingLinks: true
        ).bytes
      else { continue }
      switch path.extension {
      case "xmp": join(Self(xmp: bytes))
      case "yml": join(Self(photoPrism: bytes))
      default: join(Self(takeout: bytes))
      }
    }
  }

  init() {}

  private mutating func join(_ other: PhotoNotes) {
    (seconds, stars) = (seconds ?? other.seconds, stars ?? other.stars)
    isHidden = isHidden || other.isHidden
  }

  /// How long the name of a file in an export of Takeout is before `.json`, at most; what is longer is cut.
  private static let takeoutLength = 46

  /// `beach.jpg.xmp` (darktable, digiKam, Immich), `beach.xmp` (Lightroom, Apple Photos), `beach.jpg.json` and
  /// `beach.jpg.supplemental-metadata.json` (Takeout), `beach.yml` (PhotoPrism, whose sidecars lie beside photos where
  /// their folder is said to be that of the originals).
  private static func names(beside photo: FilePath) -> [FilePath] {
    guard let name = photo.lastComponent?.string else { return [] }
    let folder = photo.removingLastComponent()
    let stem = photo.stem ?? name
    let takeout = ["", ".supplemental-metadata"].map { String((name + $0).prefix(takeoutLength)) }
    let names = ["\(name).xmp", "\(stem).xmp", "\(stem).yml"] + takeout.map { "\($0).json" }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap {
      FilePath.Component($0).map(folder.appending)
    }
  }
}

extension PhotoNotes {
  /// Reads what an XMP packet says under the prefixes that all programs use.
  ///
  /// The text is looked through for them and not parsed: a stranger's XML is read in worker processes alone.
  init(xmp bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let dates = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]
    seconds =
      dates.lazy.compactMap { Self.value(of: $0, in: text) }
      .compactMap { PhotoDate.seconds(ofStamp: $0) }.first
    let rating = Self.value(of: "xmp:Rating", in: text).flatMap(Double.init) ?? 0
    stars = (1...5).contains(rating) ? Int(rating) : nil
    // digiKam's labels: 1 is rejected; the flags of Lightroom Classic since 13.2: −1 is.
    isHidden =
      rating < 0 || Self.value(of: "digiKam:PickLabel", in: text) == "1"
      || Self.value(of: "xmpDM:pick", in: text) == "-1"
  }

  /// The value of a property, as an attribute or an element.
  private static func value(of name: String, in text: String) -> String? {
    var rest = text[...]
    while let found = rest.firstRange(of: name) {
      rest = rest[found.upperBound...]
      let after = rest.drop(while: \.isWhitespace)
      if after.first == ">" {
        return after.dropFirst().prefix { $0 != "<" }.trimmed
      }
      let value = after.dropFirst().drop(while: \.isWhitespace)
      if after.first == "=", let quote = value.first, "\"'".contains(quote) {
        return value.dropFirst().prefix { $0 != quote }.trimmed
      }
    }
    return nil
  }

  /// Reads a file of Google Takeout; nothing of other JSON.
  init(takeout bytes: [UInt8]) {
    guard let object = try? JSONParser.parse(bytes).object,
      let taken = object["photoTakenTime"]?["timestamp"]
    else { return }
    // The time is UTC, and where it was taken is not always said; a day of the journey may be off by one.
    seconds = taken.string.flatMap(Double.init) ?? taken.double
    stars = object["favorited"] == .bool(true) ? 5 : nil
    isHidden = object["archived"] == .bool(true) || object["trashed"] == .bool(true)
  }
}

extension PhotoNotes {
  /// Reads a file of PhotoPrism: keys of the first level, each on a line with its value; nothing of other YAML.
  ///
  /// The text is looked through and not parsed, as XMP is.
  init(photoPrism bytes: [UInt8]) {
    var values: [Substring: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard line.first?.isLetter == true, let colon = line.firstIndex(of: ":") else { continue }
      values[line[..<colon]] = line[line.index(after: colon)...].trimmed
    }
    guard values["UID"] != nil, let taken = values["TakenAt"] else { return }
    // Without a source it is the file's time. It is UTC, as Takeout's is.
    if values["TakenSrc"]?.isEmpty == false { seconds = PhotoDate.seconds(ofStamp: taken) }
    stars = values["Favorite"] == "true" ? 5 : nil
    isHidden = values["Private"] == "true" || values["DeletedAt"] != nil
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
