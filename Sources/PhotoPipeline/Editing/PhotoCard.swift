public import PhotoStore
internal import PhotoWriting
internal import SystemFiles
internal import SystemPackage

/// A prepared photo as the pages for people show it.
public struct PhotoCard: Sendable {
  /// The photo and the recipe.
  public let id: RecordID
  /// The record this is about.
  public let record: PhotoRecord
  /// How much the photo needs to be checked by a person; 0 and above, more is worse (decision 0701).
  public let severity: Double
  /// Whether a flag asks for a person; the flag for a small photo does not, as no crop improves it (decision 0701).
  let needsLook: Bool

  private let folders: FolderNotes

  /// Makes the card of a record; cards that share `folders` read the files there once.
  init(_ record: PhotoRecord, folders: FolderNotes = FolderNotes()) {
    id = record.id
    self.record = record
    self.folders = folders
    severity = Self.severity(of: record.preparation)
    needsLook = record.preparation.needsLook
  }

  /// The file name the photo was found under first, without its folder.
  public var name: String {
    guard let source = record.preparation.sources.first else { return id.photo.description }
    let path = FilePath(bytes: source.bytes)
    return path.lastComponent.map { FilePath(bytes: $0.bytes).displayText } ?? path.displayText
  }

  /// When the photo was taken, by its metadata or its file's name; `nil` if neither has a date.
  var date: PhotoDate? {
    let source = record.preparation.sources.first.map { FilePath(bytes: $0.bytes) }
    let date = PhotoDate(
      record.preparation.capture, path: source ?? FilePath(), modified: 0, in: .gmt)
    return date.source == .file ? nil : date
  }

  /// The stars that files beside the photo give, else its own file, as `album make --best` counts them; `nil` if a
  /// person gave or removed stars here, and if no file gives any.
  ///
  /// Files are read only beside absolute paths: relative ones depend on the folder in which the photo was named.
  var starsOfFiles: Int? {
    guard record.preparation.hand?.stars == nil else { return nil }
    let files = record.preparation.sources.map { FilePath(bytes: $0.bytes) }.filter(\.isAbsolute)
    return PhotoNotes(beside: files, folders: folders, in: DiskFileSystem())
      .rated(else: record.preparation.capture).stars
  }

  /// Every render a widget shows, and the master.
  public var shownFiles: [StoredFile] {
    [record.preparation.master] + record.preparation.shownRenders
  }
}

extension PhotoCard {
  /// The weight of a flag of a render: cut subjects are errors, the others are worth a look.
  private static func weight(_ flag: PhotoFlag?) -> Double {
    switch flag {
    case .subjectCut: 3
    case .lowResolution: 2
    case .fitted, .vanishesTinted, .gainMapUnread, .gainMapLeftOut: 0
    case .flat, .overByteLimit, .missingEnd, .preview, .fromMaster, nil: 1
    }
  }

  private static func severity(of photo: PhotoPreparation) -> Double {
    if photo.hand?.isAccepted == true { return 0 }
    return photo.families.reduce(0) { sum, family in
      let flags = photo.shownFlags(family).reduce(0) { sum, flag in
        let flag = PhotoFlag(rawValue: flag)
        let share = flag == .lowResolution ? min(1, max(0, photo.enlargement(family) - 1)) : 1
        return sum + weight(flag) * share
      }
      let doubt =
        photo.hand?.renders[family] == nil
        ? photo.risk(family).map { min(1, max(0, $0)) } ?? 0 : 0
      return sum + flags + doubt
    }
  }
}

extension PhotoPreparation {
  /// Whether any render has a flag that asks for a person.
  var needsLook: Bool { families.contains(where: needsLook) }

  /// The risk from which on a crop is worth a look: of ten such crops, three lose something that another place would
  /// keep.
  private static let askingRisk = 0.3

  /// Whether a family's render has a flag that asks for a person, or its crop was chosen at a high risk.
  fileprivate func needsLook(_ family: RenderFamily) -> Bool {
    if hand?.renders[family] == nil, risk(family) ?? 0 >= Self.askingRisk { return true }
    return shownFlags(family).contains { flag in
      switch PhotoFlag(rawValue: flag) {
      case .fitted, .lowResolution, .vanishesTinted, .gainMapUnread, .gainMapLeftOut: false
      default: true
      }
    }
  }

  /// The factor by which a family's render enlarges the photo; at most 1 if the photo has enough pixels.
  fileprivate func enlargement(_ family: RenderFamily) -> Double {
    guard let frame = recipe.frames[family], let crop = crops[family] else { return 0 }
    if let framing = hand?.renders[family]?.framing {
      return PictureCut(framing, to: frame).scale(of: master.size)
    }
    if crop.isFitted { return PictureCut(crop, to: frame).scale(of: uprightSize) }
    let shown = crop.pixelSize
    return max(
      Double(frame.width) / Double(shown.width), Double(frame.height) / Double(shown.height))
  }

  /// The flags of the render that a family shows.
  func shownFlags(_ family: RenderFamily) -> [String] {
    hand?.renders[family]?.flags ?? crops[family]?.flags ?? []
  }

  /// The flags of the photo itself, independent of its renders.
  var ownFlags: [String] {
    let ofCrops = Set(crops.values.flatMap(\.flags))
    return flags.filter { !ofCrops.contains($0) }
  }
}
