/// Everything but the photo that decides the pixels of a master and its renders.
///
/// The defaults of bytes and qualities are the published app's, so that its users see no change.
public struct Recipe: Hashable, Sendable {
  /// The properties of a master.
  public struct Master: Hashable, Sendable {
    /// The most pixels its longer side may have.
    public var longEdge: Int
    /// The JPEG quality the encoder starts with, 1…100.
    public var quality: Int
    /// The most bytes it should have.
    public var byteLimit: Int

    /// Makes a master's part of a recipe.
    public init(longEdge: Int = 3072, quality: Int = 88, byteLimit: Int = 2_500_000) {
      (self.longEdge, self.quality, self.byteLimit) = (longEdge, quality, byteLimit)
    }
  }

  /// The properties of one family's render.
  public struct Render: Hashable, Sendable {
    /// The JPEG quality the encoder starts with, 1…100.
    public var quality: Int
    /// The most bytes it should have.
    public var byteLimit: Int

    /// Makes a render's part of a recipe.
    public init(quality: Int = 85, byteLimit: Int) {
      (self.quality, self.byteLimit) = (quality, byteLimit)
    }
  }

  /// Where photos are shown whole, over a ground made of themselves.
  public enum Fit: String, CaseIterable, Hashable, Sendable {
    /// In every widget.
    case always
    /// Where a crop would cut a head that matters.
    case heads
  }

  /// The version of the algorithm that chooses crops.
  public var algorithmVersion: Int
  /// The version of everything else that makes pixels: decoding, resizing, encoding.
  ///
  /// A change of code that changes pixels raises it.
  public var encoderRevision: Int
  /// The size of every family's render, in pixels.
  public var frames: WidgetFrames
  /// The master.
  public var master: Master
  /// The renders.
  public var renders: PerFamily<Render>
  /// The lowest JPEG quality the encoder goes down to, 1…100.
  public var qualityFloor: Int
  /// How much the encoder lowers the quality at a time while a file is above its limit.
  public var qualityStep: Int
  /// The colour behind transparent pixels, as `#rrggbb`.
  public var background: String
  /// The detector of subjects: `heads` for a model, `none` for none; photos prepared by older versions also have
  /// `faces-` and a part of a cascade's digest.
  public var subjects: String
  /// The analysis that found what matters, for example `learned-1a2b3c4d`; `heuristic` for cues alone.
  public var analysis: String
  /// The places that a person pointed at in this photo; empty for automatic crops.
  public var focus: [FocusArea]
  /// Whether crops come closer than the largest window where that loses little.
  public var zooms: Bool
  /// The place of a widget's text, which crops keep free if they can; `nil` for none.
  public var text: TextArea?
  /// Where photos are shown whole; `nil` for nowhere.
  public var fit: Fit?
  /// The filter over the renders, never over the master; `nil` for none.
  public var filter: PhotoFilterSpec?

  /// Whether renders that show a part of the photo have the master's colours: without them they carry no gain map, and
  /// pages cannot show them as a part of the master.
  package var keepsColours: Bool { filter == nil }

  /// Takes the options that change colours from another recipe.
  package mutating func takeColours(of other: Recipe) { filter = other.filter }

  /// Whether pictures carry their part of the photo's gain map.
  public var gainMaps: Bool

  /// The codec of the pictures, for example `imageio-1`; `nil` for photoprep's own libraries.
  public var codec: String?

  /// The name of the analysis by cues alone, the only one in early versions.
  public static let heuristicAnalysis = "heuristic"

  /// Today's ``encoderRevision``.
  public static let currentEncoderRevision = 5

  /// The frames of the largest iPhone of iOS 26, 440×956 points at 3 pixels a point.
  public static let standardFrames = WidgetFrames(
    small: PixelSize(width: 530, height: 530), medium: PixelSize(width: 1134, height: 530),
    large: PixelSize(width: 1134, height: 1182))

  /// The byte limits of small, medium and large renders: 450,000, 650,000 and 900,000 bytes.
  public static let standardRenders = standardRenders(of: RenderFamily.always)

  /// The renders of some families with their usual byte limits.
  public static func standardRenders(
    of families: [RenderFamily], quality: Int = 85
  ) -> PerFamily<Render> {
    PerFamily(families) { Render(quality: quality, byteLimit: $0.usualByteLimit) }
  }

  /// Returns the recipe for another device: its frames, with a render for each.
  public func with(frames: WidgetFrames) -> Recipe {
    var recipe = self
    recipe.frames = frames
    let usual = Self.standardRenders(of: frames.families, quality: renders.small.quality)
    recipe.renders = usual.map { family, usual in renders[family] ?? usual }
    return recipe
  }

  /// The starting JPEG qualities that a recipe may ask for; none is below its floor.
  public static let qualities = 65...100

  /// Makes a recipe; `nil` as renders means those of the frames' families with their usual byte limits.
  public init(
    algorithmVersion: Int, encoderRevision: Int = currentEncoderRevision,
    frames: WidgetFrames = standardFrames,
    master: Master = Master(), renders: PerFamily<Render>? = nil,
    qualityFloor: Int = 65, qualityStep: Int = 5, background: String = "#000000",
    subjects: String = "none", analysis: String = heuristicAnalysis, focus: [FocusArea] = [],
    zooms: Bool = false, text: TextArea? = nil, filter: PhotoFilterSpec? = nil,
    codec: String? = nil, fit: Fit? = nil, gainMaps: Bool = false
  ) {
    (self.algorithmVersion, self.encoderRevision) = (algorithmVersion, encoderRevision)
    (self.frames, self.master) = (frames, master)
    self.renders = renders ?? Self.standardRenders(of: frames.families)
    (self.qualityFloor, self.qualityStep, self.background) = (qualityFloor, qualityStep, background)
    (self.subjects, self.analysis, self.focus, self.zooms) = (subjects, analysis, focus, zooms)
    (self.text, self.filter, self.codec, self.fit) = (text, filter, codec, fit)
    self.gainMaps = gainMaps
  }

  /// The recipe as JSON; a ``RecipeID`` is the digest of its compact bytes.
  ///
  /// Without focus, zoom, text, filter, fit, gain maps, another codec and a learned analysis there are no keys for
  /// them, so that the same recipe has the same name everywhere.
  public var json: JSONValue {
    var object: [String: JSONValue] = [
      "algorithmVersion": .integer(algorithmVersion),
      "encoderRevision": .integer(encoderRevision),
      "frames": frames.json,
      "master": master.json,
      "renders": renders.json(\.json),
      "qualityFloor": .integer(qualityFloor),
      "qualityStep": .integer(qualityStep),
      "background": .string(background),
      "subjects": .string(subjects),
    ]
    if !focus.isEmpty { object["focus"] = .array(focus.map(\.json)) }
    if analysis != Self.heuristicAnalysis { object["analysis"] = .string(analysis) }
    if zooms { object["zooms"] = .bool(true) }
    if let text { object["text"] = text.json }
    if let filter { object["filter"] = filter.json }
    if let codec { object["codec"] = .string(codec) }
    if let fit { object["fit"] = .string(fit.rawValue) }
    if gainMaps { object["gainMaps"] = .bool(true) }
    return .object(object)
  }

  /// Reads a recipe; `nil` when a value is missing, because nothing may be guessed about pixels.
  public init?(json: JSONValue) {
    guard let object = json.object, let algorithm = object["algorithmVersion"]?.integer,
      let revision = object["encoderRevision"]?.integer,
      let frames = object["frames"].flatMap(WidgetFrames.init(json:)),
      let master = object["master"].flatMap(Master.init(json:)),
      let renders = PerFamily(json: object["renders"], Render.init(json:)),
      renders.families == frames.families,
      let floor = object["qualityFloor"]?.integer, let step = object["qualityStep"]?.integer,
      let background = object["background"]?.string, let subjects = object["subjects"]?.string,
      let focus = object.optional("focus", [FocusArea].init(json:)),
      let text = object.optional("text", TextArea.init(json:)),
      let filter = object.optional("filter", PhotoFilterSpec.init(json:)),
      let codec = object.optional("codec", \.string),
      let fit = object.optional("fit", { $0.string.flatMap(Fit.init) })
    else { return nil }
    self.init(
      algorithmVersion: algorithm, encoderRevision: revision, frames: frames,
      master: master, renders: renders, qualityFloor: floor, qualityStep: step,
      background: background, subjects: subjects,
      analysis: object["analysis"]?.string ?? Self.heuristicAnalysis, focus: focus ?? [],
      zooms: object["zooms"] == .bool(true), text: text, filter: filter, codec: codec, fit: fit,
      gainMaps: object["gainMaps"] == .bool(true))
  }

  /// The format that one of a photo's files is written in, of ``PictureFormat/stored``.
  package func format(of role: StoredFileName.Role) -> PictureFormat { .jpg }

  package var masterPolicy: EncodingPolicy {
    policy(.master, quality: master.quality, byteLimit: master.byteLimit)
  }

  package func policy(for family: RenderFamily) -> EncodingPolicy {
    let render = renders[family] ?? renders.large
    return policy(.render(family), quality: render.quality, byteLimit: render.byteLimit)
  }

  private func policy(_ role: StoredFileName.Role, quality: Int, byteLimit: Int) -> EncodingPolicy {
    EncodingPolicy(
      format(of: role), quality: quality, byteLimit: byteLimit, step: qualityStep,
      floor: qualityFloor)
  }

  /// The names of a photo's files as the analysis framed them, master first.
  package func fileNames(of record: RecordID) -> [StoredFileName] {
    StoredFileName.Role.all(frames.families).map {
      StoredFileName($0, of: record, as: format(of: $0))
    }
  }
}

extension Recipe.Master {
  fileprivate var json: JSONValue {
    .object([
      "longEdge": .integer(longEdge), "quality": .integer(quality),
      "byteLimit": .integer(byteLimit),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let longEdge = json.object?["longEdge"]?.integer,
      let quality = json.object?["quality"]?.integer,
      let byteLimit = json.object?["byteLimit"]?.integer
    else { return nil }
    self.init(longEdge: longEdge, quality: quality, byteLimit: byteLimit)
  }
}

extension Recipe.Render {
  fileprivate var json: JSONValue {
    .object(["quality": .integer(quality), "byteLimit": .integer(byteLimit)])
  }

  fileprivate init?(json: JSONValue) {
    guard let quality = json.object?["quality"]?.integer,
      let byteLimit = json.object?["byteLimit"]?.integer
    else { return nil }
    self.init(quality: quality, byteLimit: byteLimit)
  }
}

extension [String: JSONValue] {
  /// Reads a value that may be missing; the outer `nil` when it is there and cannot be read.
  fileprivate func optional<Read>(_ key: String, _ read: (JSONValue) -> Read?) -> Read?? {
    guard let json = self[key] else { return .some(nil) }
    return read(json).map(Optional.some)
  }
}

extension [FocusArea] {
  /// Reads a list; `nil` when anything in it cannot be read.
  fileprivate init?(json: JSONValue) {
    let areas = json.array?.compactMap(FocusArea.init(json:))
    guard let areas, areas.count == json.array?.count else { return nil }
    self = areas
  }
}
