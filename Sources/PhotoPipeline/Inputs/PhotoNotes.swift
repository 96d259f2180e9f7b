internal import Foundation
internal import Imaging
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// The facts that photo managers wrote beside a photo (decision 0806).
///
/// An XMP file of Lightroom, darktable, digiKam, Immich or an export of Apple Photos, Google Takeout's JSON,
/// PhotoPrism's YAML, RawTherapee's settings, and what ``FolderNotes`` has for a whole folder.
struct PhotoNotes: Hashable, Sendable {
  /// When the photo was taken, in seconds from 1970-01-01 by the local clock; `nil` if not stated.
  var seconds: Double?
  /// How many stars a person gave, 1…5, with five for a favourite; 0 if a file states that there are none.
  var stars: Int?
  /// Whether a person hid or rejected the photo there.
  var isHidden = false
  /// The names of the people, as written there.
  var people: Set<String> = []
  var isOfTakeout = false
  /// The files that are there and cannot be read, each with the fact; what they may say is not known.
  var unread: [FilePath: String] = [:]

  /// The most bytes of such a file; ours: darktable writes every step of an edit into its own.
  private static let byteLimit = 1 << 20

  /// Reads the files beside a photo; unreadable ones do not count, and are told in ``unread``.
  ///
  /// Most photos have none, so one look into a folder serves all names in it; only existing files are read.
  init(beside photo: FilePath, folders: FolderNotes, in fileSystem: any FileSystem) {
    let (folder, names) = (photo.removingLastComponent(), NotesNames(of: photo))
    for folder in [folder, Self.photoPrismFolder(mirroring: folder)].compactMap(\.self) {
      read(names.own, in: folder, fileSystem)
      // An edit has no file of Takeout's of its own.
      if !isOfTakeout { read(names.ofOriginal, in: folder, fileSystem) }
    }
    join(folders.notes(of: photo, in: fileSystem))
  }

  private mutating func read(
    _ names: [FilePath.Component], in folder: FilePath, _ fileSystem: any FileSystem
  ) {
    if names.isEmpty { return }
    do {
      for (name, status) in zip(names, try fileSystem.statuses(of: names, in: folder))
      where status != nil { read(folder.appending(name), in: fileSystem) }
    } catch {
      // Beside a photo whose name is nearly as long as possible there can be none.
      let isNone = [.notFound, .notADirectory, .nameTooLong].contains(error.code)
      if !isNone { unread[folder] = error.message }
    }
  }

  private mutating func read(_ path: FilePath, in fileSystem: any FileSystem) {
    do {
      let file = try fileSystem.readFile(at: path, limit: Self.byteLimit, followingLinks: true)
      let text = Self.text(of: file.bytes)
      switch NotesNames.Form(rawValue: path.extension?.lowercased() ?? "") {
      case .xmp:
        join(Self(xmp: text))
        // Each program ends its packet with one of these; a file that was cut off has neither.
        if !text.contains("</rdf:RDF"), !text.contains("</x:xmpmeta") {
          unread[path] = "It is not whole XMP: it has no end tag '</rdf:RDF>'."
        }
      case .yml: join(Self(photoPrism: text))
      case .pp3: join(Self(rawTherapee: text))
      case .json: join(try Self(takeout: Array(text.utf8)))
      case nil: unread[path] = "Its form is not known."
      }
    } catch let error as JSONParser.Failure {
      unread[path] = "It is not JSON: at byte \(error.offset), \(error.fact)."
    } catch {
      unread[path] = (error as? PhotoprepError)?.message ?? "It cannot be read."
    }
  }

  /// The text of a file, which may be UTF-16 if it begins with its byte order mark, as XMP's may (XMP specification,
  /// part 3, 1.2).
  static func text(of bytes: [UInt8]) -> String {
    guard let low = [[0xFF, 0xFE], [0xFE, 0xFF]].firstIndex(where: { bytes.starts(with: $0) })
    else {
      return String(decoding: JSONParser.withoutByteOrderMark(bytes), as: UTF8.self)
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the notes with the rating in the photo's own file if the notes have no rating; with 1…5 stars, or `nil`.
  func rated(else own: PhotoCapture) -> PhotoNotes {
    var notes = self
    let rating = stars ?? own.rating ?? 0
    notes.stars = rating > 0 ? rating : nil
    notes.isHidden = isHidden || rating < 0
    return notes
  }

  init(beside files: [FilePath], folders: FolderNotes, in fileSystem: any FileSystem) {
    for file in files { join(Self(beside: file, folders: folders, in: fileSystem)) }
  }

  init() {}

  mutating func join(_ other: PhotoNotes) {
    seconds = seconds ?? other.seconds
    stars = (stars ?? 0) > 0 ? stars : other.stars ?? stars
    isHidden = isHidden || other.isHidden
    people.formUnion(other.people)
    isOfTakeout = isOfTakeout || other.isOfTakeout
    unread.merge(other.unread) { first, _ in first }
  }

  /// The folder in which PhotoPrism stores its files for a folder of originals: `storage/sidecar` beside `originals`
  /// has the same folders (docs.photoprism.app, Config Options); `nil` for other folders.
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

  /// Reads an XMP packet by the prefixes that all programs use.
  ///
  /// The text is searched for them and not parsed: untrusted XML is parsed only in worker processes.
  init(xmp text: String) {
    let dates = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]
    seconds =
      dates.lazy.compactMap { Self.value(of: $0, in: text) }
      .compactMap { PhotoDate.seconds(ofStamp: $0) }.first
    // ACDSee has its own property, which counts where the usual one is not.
    let rating = ["xmp:Rating", "acdsee:rating"].lazy
      .compactMap { Self.value(of: $0, in: text).flatMap(Double.init) }.first
    stars = rating.flatMap { (0...5).contains($0) ? Int($0) : nil }
    // digiKam's labels: 1 is rejected; the flags of Lightroom Classic since 13.2: −1 is.
    isHidden =
      rating ?? 0 < 0 || Self.value(of: "digiKam:PickLabel", in: text) == "1"
      || Self.value(of: "xmpDM:pick", in: text) == "-1"
    // Regions of the Metadata Working Group, of ACDSee and of Microsoft, and IPTC's list of people.
    var names = ["mwg-rs:Name", "acdsee-rs:Name", "MPReg:PersonDisplayName"]
      .flatMap { Self.values(of: $0, in: text) }
    // Not by a regular expression, which would look for the end again from each of many beginnings.
    if let list = text.firstRange(of: "<Iptc4xmpExt:PersonInImage>"),
      let end = text[list.upperBound...].firstRange(of: "</Iptc4xmpExt:PersonInImage>")
    {
      names += Self.values(of: "rdf:li", in: String(text[list.upperBound..<end.lowerBound]))
    }
    people = Set(names.map(Self.unescaped).filter { !$0.isEmpty })
  }

  /// The characters that XML writes as names of entities (XML 1.0, 4.6).
  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The value of a property, as an attribute or an element; the first one if there are several.
  private static func value(of name: String, in text: String) -> String? {
    values(of: name, in: text, upTo: 1).first
  }

  /// The most characters of a value, and the most values; ours.
  private static let (longestValue, mostValues) = (1000, 1000)

  /// The values of a property at all its places; empty ones if another element follows.
  private static func values(
    of name: String, in text: String, upTo most: Int = mostValues
  ) -> [String] {
    var values: [String] = []
    var rest = text[...]
    while values.count < most, let found = rest.firstRange(of: name) {
      rest = rest[found.upperBound...]
      let after = rest.drop(while: \.isWhitespace)
      var (text, end) = (after.dropFirst(), Character("<"))
      if after.first == "=" {
        text = text.drop(while: \.isWhitespace)
        end = text.popFirst() ?? end
      }
      guard after.first == ">" || after.first == "=" && "\"'".contains(end) else { continue }
      values.append(
        text.prefix(longestValue).prefix { $0 != end }.trimmingCharacters(
          in: .whitespacesAndNewlines))
    }
    return values
  }

  /// Reads a file of Google Takeout; other JSON gives nothing.
  init(takeout bytes: [UInt8]) throws(JSONParser.Failure) {
    guard let object = try JSONParser.parse(bytes).object,
      let taken = object["photoTakenTime"]?["timestamp"]
    else { return }
    isOfTakeout = true
    // The time is UTC, and the place is not always stated; a day of the journey may be off by one.
    seconds = taken.string.flatMap(Double.init) ?? taken.double
    stars = object["favorited"] == .bool(true) ? 5 : nil
    isHidden = object["archived"] == .bool(true) || object["trashed"] == .bool(true)
    people = Set((object["people"]?.array ?? []).compactMap { $0["name"]?.string })
  }

  /// Reads a file of PhotoPrism: keys of the first level, each on a line with its value; other YAML gives nothing.
  ///
  /// The text is searched and not parsed, as with XMP.
  init(photoPrism text: String) {
    var values: [Substring: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard line.first?.isLetter == true, let colon = line.firstIndex(of: ":") else { continue }
      values[line[..<colon]] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespacesAndNewlines)
    }
    guard values["UID"] != nil, let taken = values["TakenAt"] else { return }
    // Without a source it is the file's time. It is UTC, as in Takeout.
    if values["TakenSrc"]?.isEmpty == false { seconds = PhotoDate.seconds(ofStamp: taken) }
    stars = values["Favorite"] == "true" ? 5 : nil
    isHidden = values["Private"] == "true" || values["DeletedAt"] != nil
  }

  /// Reads the settings of RawTherapee for a photo (rtengine/procparams.cc there).
  init(rawTherapee text: String) {
    let values = KeyFile(text).sections["General"] ?? [:]
    stars = values["Rank"].flatMap { Int($0) }.flatMap { (0...5).contains($0) ? $0 : nil }
    isHidden = values["InTrash"] == "true"
  }
}
