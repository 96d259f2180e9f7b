/// A person's settings for a prepared photo; the key `photoprep.hand` of a record.
///
/// Preparing the photo again keeps them: a person's settings override the analysis.
public struct HandWork: Hashable, Sendable {
  /// How often it was changed, from 1; a change must know the number it had.
  public var revision: Int
  /// Whether a person has looked at the photo and is content with it.
  public var isAccepted: Bool
  /// How many stars a person gave the photo, within ``starRange``; 0 takes those away that a file beside it gives, and
  /// `nil` leaves them.
  public var stars: Int?
  /// The renders that a person framed; families without one show the automatic render.
  public var renders: [RenderFamily: ManualRender]

  /// How many stars a photo can have: none, or 1 to 5 as in XMP's `xmp:Rating`.
  public static let starRange = 0...5

  /// The highest revision that a record is read with, as the next one must be a number too, also in a browser.
  private static let revisionLimit = 1 << 52

  /// Makes hand work.
  public init(
    revision: Int, isAccepted: Bool = false, stars: Int? = nil,
    renders: [RenderFamily: ManualRender] = [:]
  ) {
    (self.revision, self.isAccepted, self.stars) = (revision, isAccepted, stars)
    self.renders = renders
  }
}

/// A render of one family that a person framed, with all that is needed to frame it again.
public struct ManualRender: Hashable, Sendable {
  /// The file; its name has the role `manual`.
  public let file: StoredFile
  /// The framing.
  public let framing: ManualFraming
  /// The render's flags, for example `lowResolution`; sorted.
  public let flags: [String]

  /// Makes a render; flags are sorted and each kept once.
  public init(file: StoredFile, framing: ManualFraming, flags: [String] = []) {
    (self.file, self.framing) = (file, framing)
    self.flags = Set(flags).sorted()
  }
}

/// How a person frames one family: turn the photo, straighten it, cut a rectangle out.
///
/// The order and the meaning are the published app's: quarter turns clockwise first; then a turn about the centre that
/// leaves the picture its size, so that corners fall away; then the rectangle, in fractions of that picture.
public struct ManualFraming: Hashable, Sendable {
  /// The rectangle in fractions of the turned picture, origin top left.
  public let cropRect: NormalizedRect
  /// The turn about the centre, −45…45 degrees, clockwise; 0 for none.
  public let straightenDegrees: Double
  /// Quarter turns clockwise, 0…3.
  public let quarterTurns: Int
  /// Whether the whole photo is shown, over a ground made of itself; the rectangle is the whole picture then, and nothing
  /// straightened.
  public let isFitted: Bool

  /// Makes a framing; values out of their range are brought into it as the published app does.
  public init(
    cropRect: NormalizedRect, straightenDegrees: Double = 0, quarterTurns: Int = 0,
    isFitted: Bool = false
  ) {
    self.isFitted = isFitted
    self.cropRect = isFitted ? .full : cropRect.normalized
    let isStraightened = straightenDegrees.isFinite && !isFitted
    let degrees = isStraightened ? straightenDegrees.clamped(to: -45...45) : 0
    self.straightenDegrees = degrees.magnitude < 0.0001 ? 0 : degrees
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }
}

extension HandWork {
  /// The work as a record holds it.
  var json: JSONValue {
    var renders: [String: JSONValue] = [:]
    for (family, render) in self.renders { renders[family.rawValue] = render.json }
    var object: [String: JSONValue] = ["revision": .integer(revision)]
    if isAccepted { object["accepted"] = .bool(true) }
    if let stars { object["stars"] = .integer(stars) }
    if !renders.isEmpty { object["renders"] = .object(renders) }
    return .object(object)
  }

  /// Reads the work; `nil` when anything about it cannot be read, because nothing may be guessed.
  init?(json: JSONValue) {
    guard let object = json.object, let revision = object["revision"]?.integer, revision >= 1
    else { return nil }
    var renders: [RenderFamily: ManualRender] = [:]
    for (name, value) in object["renders"]?.object ?? [:] {
      guard let family = RenderFamily(rawValue: name), let render = ManualRender(json: value),
        case .manual(family, _) = render.file.name.role
      else { return nil }
      renders[family] = render
    }
    let stars = object["stars"]?.integer
    guard object["stars"] == nil || stars.map(Self.starRange.contains) == true else { return nil }
    self.init(
      revision: min(revision, Self.revisionLimit), isAccepted: object["accepted"] == .bool(true),
      stars: stars,
      renders: renders)
  }
}

extension ManualRender {
  fileprivate var json: JSONValue {
    var object: [String: JSONValue] = [
      "file": file.json, "flags": .array(flags.map(JSONValue.string)),
      "cropRect": framing.cropRect.json,
    ]
    if framing.straightenDegrees != 0 {
      object["straightenDegrees"] = .double(framing.straightenDegrees)
    }
    if framing.quarterTurns != 0 {
      object["rotationQuarterTurns"] = .integer(framing.quarterTurns)
    }
    if framing.isFitted { object["fitted"] = .bool(true) }
    return .object(object)
  }

  fileprivate init?(json: JSONValue) {
    guard let object = json.object, let file = object["file"].flatMap(StoredFile.init(json:))
    else { return nil }
    var reader = DocumentReader(object)
    guard let rect = reader.rect("cropRect") else { return nil }
    self.init(
      file: file,
      framing: ManualFraming(
        cropRect: rect, straightenDegrees: reader.double("straightenDegrees") ?? 0,
        quarterTurns: reader.integer("rotationQuarterTurns") ?? 0,
        isFitted: object["fitted"] == .bool(true)),
      flags: object["flags"]?.flagNames ?? [])
  }
}

extension HandWork {
  /// Whether anything of it is also valid for other crops.
  package var isOfUse: Bool { !renders.isEmpty || stars != nil }

  /// What a person set in a photo before the rules for crops changed, by its other records and today's recipe: of
  /// several records' the one that was changed most often (decision 0707); `nil` where none by other rules has anything
  /// of use.
  package static func older(among others: [PhotoPreparation], than recipe: Recipe) -> HandWork? {
    others.filter { $0.recipe.differsInRules(from: recipe) }.compactMap(\.hand)
      .filter(\.isOfUse).max { $0.revision < $1.revision }
  }

  /// Returns the work for the photo's new record, from one by other rules, and its renders under their new names; `nil`
  /// when nothing is left.
  ///
  /// A render that a person framed does not depend on the rules, so its bytes stay; one that is lost or damaged, for
  /// which `bytes` returns `nil`, is left out, and so is one of a family that the new record lacks. A person's
  /// acceptance of the photo stays only if a person framed every render.
  package func carried<Bytes>(
    to id: RecordID, _ families: [RenderFamily], bytes: (StoredFile) throws -> Bytes?
  ) rethrows -> (work: HandWork, files: [(name: StoredFileName, bytes: Bytes)])? {
    var work = HandWork(revision: revision, stars: stars)
    var files: [(name: StoredFileName, bytes: Bytes)] = []
    for (family, render) in renders where families.contains(family) {
      guard case .manual(_, let tag) = render.file.name.role, let bytes = try bytes(render.file)
      else { continue }
      let name = StoredFileName(.manual(family, tag), of: id, as: render.file.name.format)
      let file = StoredFile(
        name: name, byteCount: render.file.byteCount, digest: render.file.digest,
        size: render.file.size, quality: render.file.quality)
      work.renders[family] = ManualRender(file: file, framing: render.framing, flags: render.flags)
      files.append((name, bytes))
    }
    work.isAccepted = isAccepted && work.renders.count == families.count
    return work.isOfUse ? (work, files) : nil
  }
}

extension Recipe {
  /// Whether another recipe asks for the same pictures by other rules, or for some of them: one of two devices may
  /// have more families.
  package func differsInRules(from other: Recipe) -> Bool {
    guard frames.cover(other.frames) || other.frames.cover(frames) else { return false }
    var same = with(frames: other.frames)
    same.algorithmVersion = other.algorithmVersion
    same.encoderRevision = other.encoderRevision
    (same.analysis, same.subjects, same.codec) = (other.analysis, other.subjects, other.codec)
    return same == other && self != other
  }
}
