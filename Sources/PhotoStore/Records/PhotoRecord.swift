public import Foundation

/// One prepared photo: an image any reader of designs understands, and how it was made.
///
/// On disk it is an ``ImageSpec`` with one key more, `photoprep`.
public struct PhotoRecord: Hashable, Sendable {
  /// The image: its file name is the medium render, its smart photo the master and all renders.
  public var image: ImageSpec
  /// How it was made.
  public var preparation: PhotoPreparation

  /// The key that distinguishes a record from an image of a design.
  public static let preparationKey = "photoprep"

  /// Makes a record from its two parts.
  public init(image: ImageSpec, preparation: PhotoPreparation) {
    (self.image, self.preparation) = (image, preparation)
  }

  /// Makes the record of a photo that was just prepared.
  public init(_ preparation: PhotoPreparation, preparedAt: Date) {
    let smart = SmartPhotoSpec(
      masterFileName: "", variants: [:], algorithmVersion: 0, preparedAt: preparedAt)
    self.init(image: ImageSpec(fileName: "", smartPhoto: smart), preparation: preparation)
    self = setting(preparation.hand)
  }

  /// Returns the record with new hand work in place of the old.
  public func setting(_ hand: HandWork?) -> PhotoRecord {
    var preparation = preparation
    preparation.hand = hand
    let smart = image.smartPhoto
    return PhotoRecord(
      image: ImageSpec(
        fileName: preparation.shownMedium.name.description,
        contentMode: image.contentMode, height: image.height, cornerRadius: image.cornerRadius,
        filter: image.filter,
        smartPhoto: SmartPhotoSpec(
          masterFileName: preparation.master.name.description,
          variants: preparation.variants(keeping: smart?.variants ?? [:]),
          algorithmVersion: preparation.recipe.algorithmVersion,
          preparedAt: smart?.preparedAt ?? Date(timeIntervalSinceReferenceDate: 0),
          shuffleManifestFileName: smart?.shuffleManifestFileName,
          unknownKeys: smart?.unknownKeys ?? [:]),
        unknownKeys: image.unknownKeys),
      preparation: preparation)
  }

  /// The photo and the recipe.
  public var id: RecordID { preparation.id }

  /// When the photo was prepared; long ago when the record does not say.
  package var preparedAt: Date { image.smartPhoto?.preparedAt ?? .distantPast }

  /// The record's bytes; the same for the same record on every machine.
  public var bytes: [UInt8] {
    image.json(dates: .iso8601)
      .overlaid(with: .object([Self.preparationKey: preparation.json])).canonicalBytes
  }

  /// The record's bytes, checked by reading them back as the same photo, files and crops.
  ///
  /// - Throws: `unreadable-document` when they are not.
  public func bytesReadBack() throws(PhotoprepError) -> [UInt8] {
    let bytes = bytes
    let read = try PhotoRecord(bytes: bytes, path: id.fileName).preparation
    let isSame =
      read.families == preparation.families
      && zip(read.crops.values, preparation.crops.values).allSatisfy {
        $0.rect.isClose(to: $1.rect)
      }
    guard isSame, read.id == id, read.allFiles == preparation.allFiles else {
      throw .lacking("crops and files that can be written", path: id.fileName)
    }
    return bytes
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - path: The file, for errors.
  /// - Throws: `unreadable-document` or `document-too-new`.
  public init(bytes: [UInt8], path: String) throws(PhotoprepError) {
    var object = try JSONValue.document(bytes, path: path)
    guard let preparation = object.removeValue(forKey: Self.preparationKey)?.object else {
      throw .lacking("the key '\(Self.preparationKey)'", path: path)
    }
    self.init(
      image: ImageSpec(json: object),
      preparation: try PhotoPreparation(json: preparation, path: path))
  }

  /// Returns the record to keep if the same photo was prepared with the same recipe before.
  ///
  /// The names it was found under are joined, keys this software does not know are kept from the
  /// older record, and so is what a person set there, unless this record holds a later revision of
  /// it. When nothing else differs, the older date stays, so that preparing the same photo twice, in
  /// whichever order, leaves the same bytes. Nothing is kept of a record about other bytes.
  public func merged(over older: PhotoRecord) -> PhotoRecord {
    if older.preparation.digest != preparation.digest { return self }
    var preparation = preparation.adding(sources: older.preparation.sources)
    preparation.unknownKeys =
      JSONValue.object(older.preparation.unknownKeys)
      .overlaid(with: .object(preparation.unknownKeys)).object ?? [:]
    let hand = HandWork.later(preparation.hand, older.preparation.hand)
    preparation.hand = hand
    let isSame = preparation == older.preparation.adding(sources: preparation.sources)
    let merged = PhotoRecord(image: isSame ? older.image : image, preparation: preparation)
    return isSame || hand == self.preparation.hand ? merged : merged.setting(hand)
  }
}

extension NormalizedRect {
  /// Whether the edges are the same to a millionth, less than a pixel of any photo.
  fileprivate func isClose(to other: NormalizedRect) -> Bool {
    zip([x, y, width, height], [other.x, other.y, other.width, other.height])
      .allSatisfy { abs($0 - $1) < 1e-6 }
  }
}

extension HandWork {
  /// The one with the higher revision; if equal, the older record's.
  fileprivate static func later(_ newer: HandWork?, _ older: HandWork?) -> HandWork? {
    guard let newer, let older else { return newer ?? older }
    return newer.revision > older.revision ? newer : older
  }
}

extension PhotoPreparation {
  /// The file that older readers show for every family.
  fileprivate var shownMedium: StoredFile { hand?.renders[.medium]?.file ?? renders.medium }

  /// The variant of each family, with the keys of older variants that this software does not know.
  fileprivate func variants(
    keeping older: [RenderFamily: SmartPhotoVariantSpec]
  ) -> [RenderFamily: SmartPhotoVariantSpec] {
    var variants: [RenderFamily: SmartPhotoVariantSpec] = [:]
    for (family, crop) in crops.all {
      guard let file = shownRender(family) else { continue }
      let framing = hand?.renders[family]?.framing
      variants[family] = SmartPhotoVariantSpec(
        renderFileName: file.name.description,
        cropRect: framing?.cropRect ?? crop.rect, pixelSize: file.size,
        straightenDegrees: framing?.straightenDegrees, rotationQuarterTurns: framing?.quarterTurns,
        unknownKeys: older[family]?.unknownKeys ?? [:])
    }
    return variants
  }
}

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
      throw PhotoprepError(
        .documentTooNew, path: path,
        message: "The document has version \(version); this software knows versions up to "
          + "\(Self.version).", remedy: "Update photoprep.")
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
