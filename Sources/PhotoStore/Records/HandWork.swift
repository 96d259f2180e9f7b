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
    self.revision = revision
    self.isAccepted = isAccepted
    self.stars = stars
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
    self.file = file
    self.framing = framing
    self.flags = Set(flags).sorted()
  }
}

/// How a person frames one family: turn the photo, straighten it, cut the frame out.
///
/// The order and the meaning are the published app's: quarter turns clockwise first; then a turn
/// about the centre that leaves the picture its size, so that corners fall away; then the rectangle,
/// in fractions of that picture.
public struct ManualFraming: Hashable, Sendable {
  /// The frame in fractions of the turned picture, origin top left.
  public let cropRect: NormalizedRect
  /// The turn about the centre, −45…45 degrees, clockwise; 0 for none.
  public let straightenDegrees: Double
  /// Quarter turns clockwise, 0…3.
  public let quarterTurns: Int
  /// Whether the whole photo is shown, over a ground made of itself; the frame is the whole picture then, and nothing
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
    var framing: [String: JSONValue] = ["cropRect": self.framing.cropRect.json]
    if self.framing.straightenDegrees != 0 {
      framing["straightenDegrees"] = .double(self.framing.straightenDegrees)
    }
    if self.framing.quarterTurns != 0 {
      framing["rotationQuarterTurns"] = .integer(self.framing.quarterTurns)
    }
    if self.framing.isFitted { framing["fitted"] = .bool(true) }
    return .object(framing).overlaid(
      with: .object(["file": file.json, "flags": .array(flags.map(JSONValue.string))]))
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
