internal import Imaging
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
  /// How many stars a person gave, 1…5, a favourite five; 0 where it is said that there are none.
  var stars: Int?
  /// Whether a person hid or rejected the photo there.
  var isHidden = false
  /// The people who are named there, as their names are written.
  var people: Set<String> = []

  /// The most bytes of such a file; ours: darktable writes every step of an edit into its own.
  private static let byteLimit = 1 << 20

  /// Reads the files beside a photo; unreadable ones do not count.
  ///
  /// Most photos have none, so that one look at a folder answers for all names in it; a read is added for each that is there.
  init(beside photo: FilePath, in fileSystem: any FileSystem) {
    let (folder, names) = (photo.removingLastComponent(), Self.names(beside: photo))
    for folder in [folder, Self.photoPrismFolder(mirroring: folder)].compactMap(\.self) {
      let found = (try? fileSystem.statuses(of: names, in: folder)) ?? []
      for (name, status) in zip(names, found) where status != nil {
        read(folder.appending(name), in: fileSystem)
      }
    }
  }

  private mutating func read(_ path: FilePath, in fileSystem: any FileSystem) {
    guard let status = try? fileSystem.status(of: path, followingLinks: true),
      status.kind == .regular, status.size <= Self.byteLimit,
      let bytes = try? fileSystem.readFile(
        at: path, limit: Self.byteLimit, followingLinks: true
      ).bytes
    else { return }
    switch path.extension {
    case "xmp": join(Self(xmp: bytes))
    case "yml": join(Self(photoPrism: bytes))
    default: join(Self(takeout: bytes))
    }
  }

  /// Returns the notes with the rating in the photo's own file where nothing beside it says anything of stars; with 1…5
  /// stars, or `nil`.
  func rated(else own: PhotoCapture) -> PhotoNotes {
    var notes = self
    let rating = stars ?? own.rating ?? 0
    notes.stars = rating > 0 ? rating : nil
    notes.isHidden = isHidden || rating < 0
    return notes
  }

  /// Reads what is beside the files of one photo.
  init(beside files: [FilePath], in fileSystem: any FileSystem) {
    for file in files { join(Self(beside: file, in: fileSystem)) }
  }

  init() {}

  private mutating func join(_ other: PhotoNotes) {
    seconds = seconds ?? other.seconds
    stars = (stars ?? 0) > 0 ? stars : other.stars ?? stars
    isHidden = isHidden || other.isHidden
    people.formUnion(other.people)
  }

  /// How long the name of a file in an export of Takeout is before `.json`, at most; what is longer is cut.
  private static let takeoutLength = 46

  /// `beach.jpg.xmp` (darktable, digiKam, Immich), `beach.xmp` (Lightroom, Apple Photos), `beach.jpg.json` and
  /// `beach.jpg.supplemental-metadata.json` (Takeout), `beach.yml` (PhotoPrism).
  private static func names(beside photo: FilePath) -> [FilePath.Component] {
    guard let name = photo.lastComponent?.string else { return [] }
    let stem = photo.stem ?? name
    let takeout = ["", ".supplemental-metadata"].map { String((name + $0).prefix(takeoutLength)) }
    let names = ["\(name).xmp", "\(stem).xmp", "\(stem).yml"] + takeout.map { "\($0).json" }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap { FilePath.Component($0) }
  }

  /// Where PhotoPrism keeps what it writes for a folder of its originals: `storage/sidecar` beside `originals` has the
  /// same folders (docs.photoprism.app, Config Options); `nil` for other folders.
  private static func photoPrismFolder(mirroring folder: FilePath) -> FilePath? {
    var (rest, below) = (folder, [FilePath.Component]())
    while let name = rest.lastComponent {
      rest.removeLastComponent()
      guard name.string == "originals" else {
        below.append(name)
        continue
      }
      let sidecars = rest.appending("storage").appending("sidecar")
      return below.reversed().reduce(sidecars) { $0.appending($1) }
    }
    return nil
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
    let rating = Self.value(of: "xmp:Rating", in: text).flatMap(Double.init)
    stars = rating.flatMap { (0...5).contains($0) ? Int($0) : nil }
    // digiKam's labels: 1 is rejected; the flags of Lightroom Classic since 13.2: −1 is.
    isHidden =
      rating ?? 0 < 0 || Self.value(of: "digiKam:PickLabel", in: text) == "1"
      || Self.value(of: "xmpDM:pick", in: text) == "-1"
    // Regions of the Metadata Working Group, of ACDSee and of Microsoft, and IPTC's list of people.
    var names = ["mwg-rs:Name", "acdsee-rs:Name", "MPReg:PersonDisplayName"]
      .flatMap { Self.values(of: $0, in: text) }
    if let list = text.firstMatch(
      of: /<Iptc4xmpExt:PersonInImage>(?s:.*?)<\/Iptc4xmpExt:PersonInImage>/)
    {
      names += Self.values(of: "rdf:li", in: String(list.output))
    }
    people = Set(names.map(Self.unescaped).filter { !$0.isEmpty })
  }

  /// The characters that XML writes as names of entities (XML 1.0, 4.6).
  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The value of a property, as an attribute or an element; of several the first.
  private static func value(of name: String, in text: String) -> String? {
    values(of: name, in: text, upTo: 1).first
  }

  /// The values of a property wherever it stands; empty ones where another element follows.
  private static func values(of name: String, in text: String, upTo most: Int = 1000) -> [String] {
    var values: [String] = []
    var rest = text[...]
    while values.count < most, let found = rest.firstRange(of: name) {
      rest = rest[found.upperBound...]
      let after = rest.drop(while: \.isWhitespace)
      if after.first == ">" {
        values.append(after.dropFirst().prefix { $0 != "<" }.trimmed)
        continue
      }
      let value = after.dropFirst().drop(while: \.isWhitespace)
      if after.first == "=", let quote = value.first, "\"'".contains(quote) {
        values.append(value.dropFirst().prefix { $0 != quote }.trimmed)
      }
    }
    return values
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
    people = Set((object["people"]?.array ?? []).compactMap { $0["name"]?.string })
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
