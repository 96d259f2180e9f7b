internal import SystemPackage

/// The names of the files that programs write beside a photo.
struct NotesNames {
  /// How such a file is read, by its name's ending in lower case.
  enum Form: String {
    case xmp, yml, pp3, json

    /// The endings with which programs write it.
    var endings: [String] { self == .xmp ? ["xmp", "XMP"] : [rawValue] }
  }

  /// Those of the photo itself, and XMP and YAML of an iPhone's original.
  ///
  /// `beach.jpg.xmp` (darktable, digiKam, Immich), `beach.xmp` (Lightroom, Apple Photos), `beach.XMP` (Photo Mechanic),
  /// `beach.jpg.json` and `beach.jpg.supplemental-metadata.json` (Takeout), `beach.jpg.pp3` (RawTherapee), `beach.yml`
  /// (PhotoPrism).
  let own: [FilePath.Component]
  /// Takeout's for the photo that this one may be an edit of.
  let ofOriginal: [FilePath.Component]

  /// The greatest length of a file's name in an export of Takeout before `.json`, in units of UTF-16; longer names are
  /// cut.
  private static let takeoutLength = 46
  /// The most bytes of a file's name in the usual file systems; one longer name would hide all others.
  private static let longestName = 255
  /// The endings of an edit's original, as an edit is saved as JPEG.
  private static let originalEndings = ["HEIC", "heic", "JPG", "jpg", "DNG", "dng"]

  init(of photo: FilePath) {
    guard let name = photo.lastComponent?.string else {
      (own, ofOriginal) = ([], [])
      return
    }
    let stem = photo.stem ?? name
    let ending = String(name.dropFirst(stem.count))
    let endings = [ending] + Self.originalEndings.map { ".\($0)" }
    let unedited = Self.iPhoneOriginal(of: stem)
    let (numbered, number) = Self.withoutNumber(stem)
    var names = Self.names(name, as: .xmp, .pp3)
    for stem in [stem, unedited].compactMap(\.self) { names += Self.names(stem, as: .xmp, .yml) }
    if let unedited { names += endings.map { "\(unedited)\($0).xmp" } }
    names += Self.takeout(name) + Self.takeout(numbered + ending, number)
    own = Self.components(names)
    let originals = [unedited, Self.original(of: numbered)].compactMap(\.self)
    ofOriginal = Self.components(
      originals.flatMap { original in endings.flatMap { Self.takeout(original + $0, number) } })
  }

  private static func components(_ names: [String]) -> [FilePath.Component] {
    var seen: Set<String> = []
    return names.filter { $0.utf8.count <= longestName && seen.insert($0).inserted }
      .compactMap { FilePath.Component($0) }
  }

  private static func names(_ beginning: String, as forms: Form...) -> [String] {
    forms.flatMap(\.endings).map { "\(beginning).\($0)" }
  }

  private static func takeout(_ name: String, _ number: String = "") -> [String] {
    ["", ".supplemental-metadata"].compactMap { String((name + $0).utf16.prefix(takeoutLength)) }
      .map { $0 + number + ".json" }
  }

  /// A name without the number of a second file: Takeout names the JSON of `beach(1).jpg` `beach.jpg(1).json`.
  private static func withoutNumber(_ stem: String) -> (stem: String, number: String) {
    guard let match = stem.firstMatch(of: /\([0-9]+\)$/), match.range.lowerBound > stem.startIndex
    else { return (stem, "") }
    return (String(stem[..<match.range.lowerBound]), String(match.output))
  }

  /// An iPhone's edit of `IMG_1234` is `IMG_E1234`, as Image Capture and Windows copy it.
  private static func iPhoneOriginal(of stem: String) -> String? {
    stem.wholeMatch(of: /IMG_E([0-9]{4})/).map { "IMG_\($0.1)" }
  }

  /// Whether a photo is an edit of another by their names: of one of its folder, as iPhones, Takeout, osxphotos
  /// (`beach_edited`), Google Photos on a phone (`beach~2`) and digiKam (`beach_v1`) give them, or developed from a raw
  /// file of the same name in any folder, as Lightroom exports them.
  static func isEdit(_ photo: FilePath, of original: FilePath) -> Bool {
    if isRaw(original), !isRaw(photo), photo.stem?.lowercased() == original.stem?.lowercased() {
      return true
    }
    guard let stem = photo.stem, let other = original.stem,
      photo.removingLastComponent() == original.removingLastComponent()
    else { return false }
    let (numbered, number) = withoutNumber(stem)
    return iPhoneOriginal(of: stem) == other
      || stem.wholeMatch(of: /(.+)(_edited|~[2-9]|_v[0-9]+)/).map { String($0.1) } == other
      || Self.original(of: numbered).map { $0 + number } == other
  }

  private static func isRaw(_ photo: FilePath) -> Bool {
    InputFiles.rawEndings.contains(photo.extension?.lowercased() ?? "")
  }

  /// What an edit's name says of its original: `beach-edited` is Takeout's edit of `beach`.
  ///
  /// In other languages it is another word (`-bearbeitet`, `-modifié`, `-ha editado`), and long names are cut within
  /// it, so any words count behind the last hyphen.
  private static func original(of stem: String) -> String? {
    guard let hyphen = stem.lastIndex(of: "-"), hyphen > stem.startIndex else { return nil }
    let word = stem[stem.index(after: hyphen)...]
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == " " }) else { return nil }
    return String(stem[..<hyphen])
  }
}
