/// The results of preparing a photo; the key `photoprep` of a record.
public struct PhotoPreparation: Hashable, Sendable {
  /// The newest version of this part of a record that this software reads and writes.
  public static let version = version(for: RenderFamily.allCases)

  /// The SHA-256 of the photo's bytes.
  public var digest: ContentDigest
  /// The recipe, in full.
  public var recipe: Recipe
  /// The recipe's name.
  public var recipeID: RecipeID
  /// The file names the photo was found under, sorted by their bytes, each once.
  public private(set) var sources: [SourceName]
  /// The size of the photo after its orientation is applied.
  public var uprightSize: PixelSize
  /// The format of the photo, for example `jpeg`.
  public var format: String
  /// The master.
  public var master: StoredFile
  /// The renders.
  public var renders: PerFamily<StoredFile>
  /// The crops.
  public var crops: PerFamily<FamilyCrop>
  /// The photo's flags; sorted, each once.
  public private(set) var flags: [String]
  /// The results of the analysis, opaque to the store; `null` if there are none.
  public var analysis: JSONValue
  /// A person's settings, if any.
  public var hand: HandWork?
  /// When the photo was taken, by the camera's clock, as `2026-01-05T12:00:00`; `nil` if not stated.
  public var taken: String?
  /// The library that decoded the photo, with its version, such as `libheif 1.15.1`; `nil` for our own code, for an
  /// app's own codec, and in records from before this was stored.
  public var decoder: String?
  /// Unknown keys, which are kept when the record is written again.
  public var unknownKeys: [String: JSONValue]

  /// Makes the description of a prepared photo.
  public init(
    digest: ContentDigest, recipe: Recipe, recipeID: RecipeID, sources: [SourceName],
    uprightSize: PixelSize, format: String, master: StoredFile, renders: PerFamily<StoredFile>,
    crops: PerFamily<FamilyCrop>, flags: [String] = [], analysis: JSONValue = .null,
    hand: HandWork? = nil, unknownKeys: [String: JSONValue] = [:]
  ) {
    (self.digest, self.recipe, self.recipeID) = (digest, recipe, recipeID)
    self.sources = Set(sources).sorted()
    (self.uprightSize, self.format, self.master) = (uprightSize, format, master)
    (self.renders, self.crops) = (renders, crops)
    self.flags = Set(flags).sorted()
    (self.analysis, self.hand, self.unknownKeys) = (analysis, hand, unknownKeys)
  }

  /// The photo and the recipe.
  public var id: RecordID { RecordID(photo: PhotoID(digest), recipe: recipeID) }

  /// The families that the photo has renders for.
  public var families: [RenderFamily] { renders.families }

  /// Master and renders, from small to large.
  public var files: [StoredFile] { [master] + renders.values }

  /// Every file the record is about: master and renders, then those that a person framed.
  public var allFiles: [StoredFile] { files + families.compactMap { hand?.renders[$0]?.file } }

  /// The render that a widget of a family shows: the one a person framed, else the automatic one.
  ///
  /// `nil` for a family that the photo was not prepared for.
  public func shownRender(_ family: RenderFamily) -> StoredFile? {
    renders[family].map { hand?.renders[family]?.file ?? $0 }
  }

  /// The renders that widgets show, from small to large.
  public var shownRenders: [StoredFile] { families.compactMap(shownRender) }

  /// Returns the same preparation, found under more names.
  public func adding(sources more: [SourceName]) -> PhotoPreparation {
    var copy = self
    copy.sources = Set(sources).union(more).sorted()
    return copy
  }
}

extension PhotoPreparation {
  private static func version(for families: [RenderFamily]) -> Int {
    families.map(\.recordVersion).max() ?? 1
  }

  /// The preparation in the form of a record.
  public var json: JSONValue {
    var object: [String: JSONValue] = [
      // Use the oldest version that can express the record.
      "version": .integer(Self.version(for: families)), "digest": .string(digest.description),
      "recipe": recipe.json, "recipeID": .string(recipeID.description),
      "sources": .array(sources.map(\.json)), "size": uprightSize.json, "format": .string(format),
      "files": renders.json(\.json).overlaid(with: .object(["master": master.json])),
      "crops": crops.json(\.json), "flags": .array(flags.map(JSONValue.string)),
      "analysis": analysis,
    ]
    object["hand"] = hand?.json
    object["taken"] = taken.map(JSONValue.string)
    object["decoder"] = decoder.map(JSONValue.string)
    return .object(unknownKeys).overlaid(with: .object(object))
  }

  /// Reads the preparation of a record.
  ///
  /// - Parameters:
  ///   - object: The value of the key `photoprep`.
  ///   - path: The record, for errors.
  /// - Throws: `document-too-new` for a version above ``version``; `unreadable-document` when
  ///   anything is missing that says which photo, recipe and files the record is about.
  public init(json object: [String: JSONValue], path: String) throws(PhotoprepError) {
    var reader = DocumentReader(object)
    guard let version = reader.integer("version") else { throw .lacking("its version", path: path) }
    guard version <= Self.version else {
      throw .documentTooNew(path: path, version: version, highest: Self.version)
    }
    guard let digest = reader.string("digest").flatMap({ ContentDigest($0) }),
      let recipe = reader.take("recipe").flatMap(Recipe.init(json:)),
      let recipeID = reader.string("recipeID").flatMap({ RecipeID($0) })
    else { throw .lacking("the photo or the recipe it is about", path: path) }
    let files = reader.take("files")
    guard let size = reader.take("size").flatMap(PixelSize.init(strict:)),
      let master = files?.object?["master"].flatMap(StoredFile.init(json:)),
      let renders = PerFamily(json: files, StoredFile.init(json:)),
      let crops = PerFamily(json: reader.take("crops"), FamilyCrop.init(json:)),
      crops.families == renders.families, renders.families == recipe.frames.families
    else { throw .lacking("its size, its files or a crop for each", path: path) }
    self.init(
      digest: digest, recipe: recipe, recipeID: recipeID,
      sources: reader.take("sources")?.array?.compactMap(SourceName.init(json:)) ?? [],
      uprightSize: size, format: reader.string("format") ?? "", master: master, renders: renders,
      crops: crops, flags: reader.take("flags")?.flagNames ?? [],
      analysis: reader.take("analysis") ?? .null,
      hand: reader.take("hand").flatMap(HandWork.init(json:)))
    taken = reader.string("taken")
    decoder = reader.string("decoder")
    unknownKeys = JSONValue.object(object).without(keysOf: json)
  }
}
