public import Foundation

/// One family's files of an album's entry.
public struct AlbumRender: Hashable, Sendable {
  /// The name of the render with the crop that analysis chose.
  public var autoFile: String?
  /// That crop, in fractions of the upright photo.
  public var autoCropRect: NormalizedRect?
  /// The name of the render with the crop that a person chose; shown instead of the other.
  public var manualFile: String?
  /// That crop.
  public var manualCropRect: NormalizedRect?
  /// The angle the photo was turned by before that crop, −45…45 degrees.
  public var manualStraightenDegrees: Double?
  /// The quarter turns clockwise that came before that angle.
  public var manualQuarterTurns: Int?

  /// Makes one family's files.
  public init(
    autoFile: String? = nil, autoCropRect: NormalizedRect? = nil, manualFile: String? = nil,
    manualCropRect: NormalizedRect? = nil, manualStraightenDegrees: Double? = nil,
    manualQuarterTurns: Int? = nil
  ) {
    self.autoFile = autoFile.flatMap(FileNameRule.sanitized)
    self.autoCropRect = autoCropRect
    self.manualFile = manualFile.flatMap(FileNameRule.sanitized)
    (self.manualCropRect, self.manualStraightenDegrees) = (manualCropRect, manualStraightenDegrees)
    self.manualQuarterTurns = manualQuarterTurns
  }

  /// The names of the files, the one to show first.
  public var fileNames: [String] { [manualFile, autoFile].compactMap(\.self) }

  /// Shows how a person framed the photo; `nil` shows the automatic crop.
  mutating func show(_ render: ManualRender?) {
    let framing = render?.framing
    manualFile = render?.file.name.description
    manualCropRect = framing?.cropRect
    // As in designs, an angle of 0 is no key.
    manualStraightenDegrees = framing.flatMap {
      $0.straightenDegrees == 0 ? nil : $0.straightenDegrees
    }
    manualQuarterTurns = framing.flatMap { $0.quarterTurns == 0 ? nil : $0.quarterTurns }
  }
}

/// One photo of an album.
public struct AlbumEntry: Hashable, Sendable {
  /// The photo's identifier: its local identifier in the published app, the record's name here.
  public var id: String
  /// The record that the entry was made from; `nil` for an entry of the published app.
  public var record: RecordID? { RecordID(id) }
  /// The name of the file the renders were made from.
  public var sourceFileName: String?
  /// The files of every family that has any.
  public var renders: [RenderFamily: AlbumRender]
  /// When the renders were made; `nil` while they are not.
  public var preparedAt: Date?
  /// The photo's flags.
  public var flags: [String]
  /// How good the photo is, −10…10; more is better.
  public var score: Double?
  /// Unknown keys, which are kept when the entry is written again.
  public var unknownKeys: [String: JSONValue]

  /// Makes an entry.
  public init(
    id: String, sourceFileName: String? = nil, renders: [RenderFamily: AlbumRender] = [:],
    preparedAt: Date? = nil, flags: [String] = [], score: Double? = nil,
    unknownKeys: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.sourceFileName = sourceFileName.flatMap(FileNameRule.sanitized)
    (self.renders, self.preparedAt, self.flags, self.score) = (renders, preparedAt, flags, score)
    self.unknownKeys = unknownKeys
  }

  /// Makes the entry of a prepared photo: the automatic renders, and over them those that a person framed.
  public init(_ record: PhotoRecord) {
    var renders: [RenderFamily: AlbumRender] = [:]
    for (family, file) in record.preparation.renders.all {
      var render = AlbumRender(
        autoFile: file.name.description, autoCropRect: record.preparation.crops[family]?.rect)
      render.show(record.preparation.hand?.renders[family])
      renders[family] = render
    }
    self.init(
      id: record.id.description, sourceFileName: record.preparation.master.name.description,
      renders: renders, preparedAt: record.image.smartPhoto?.preparedAt,
      flags: record.preparation.flags)
  }

  /// Shows a photo by another record; the score and unknown keys stay.
  package mutating func show(_ record: PhotoRecord) {
    let old = self
    self = AlbumEntry(record)
    (score, unknownKeys) = (old.score, old.unknownKeys)
  }

  /// Whether a person framed the photo for this album alone, or in a way that another record of it does not have.
  func losesFraming(to other: PhotoRecord) -> Bool {
    renders.contains { family, render in
      guard let framed = render.manualFile else { return false }
      return StoredFileName(framed)?.record != record
        || other.preparation.hand?.renders[family] == nil
    }
  }

  /// Shows a prepared photo as a person has framed it since the entry was made.
  ///
  /// A manual render that is not this record's stays: it was framed in the published app, only for this album.
  mutating func reframe(as record: PhotoRecord) {
    for family in record.preparation.families {
      let present = renders[family]?.manualFile
      let framed = record.preparation.hand?.renders[family]
      guard present == nil ? framed != nil : StoredFileName(present ?? "")?.record == record.id
      else { continue }
      renders[family, default: AlbumRender()].show(framed)
    }
  }

  /// Whether small, medium and large each have an automatic render, the published app's rule: entries that are not
  /// prepared are never shown, also where a person framed them.
  public var isPrepared: Bool { RenderFamily.always.allSatisfy { renders[$0]?.autoFile != nil } }

  /// Returns the files of a family, the one to show first: the manual render, then the automatic; those of the family
  /// that is closest in shape where the entry has none.
  public func fileNames(for family: RenderFamily) -> [String] {
    (renders[family] ?? renders[family.substitute])?.fileNames ?? []
  }

  /// Every file the entry names, each once, sorted.
  public var allReferencedFileNames: [String] {
    let names = renders.values.flatMap(\.fileNames) + [sourceFileName].compactMap(\.self)
    return Set(names).sorted()
  }

  init(json object: [String: JSONValue]) {
    var reader = DocumentReader(object)
    var renders: [RenderFamily: AlbumRender] = [:]
    for family in RenderFamily.allCases {
      let name = family.rawValue
      let render = AlbumRender(
        autoFile: reader.string("\(name)File"), autoCropRect: reader.rect("\(name)AutoCropRect"),
        manualFile: reader.string("\(name)ManualFile"),
        manualCropRect: reader.rect("\(name)ManualCropRect"),
        manualStraightenDegrees: reader.double("\(name)ManualStraightenDegrees"),
        manualQuarterTurns: reader.integer("\(name)ManualRotationQuarterTurns"))
      renders[family] = render == AlbumRender() ? nil : render
    }
    self.init(
      id: reader.string("id") ?? "", sourceFileName: reader.string("sourceFileName"),
      renders: renders, preparedAt: reader.take("preparedAt")?.date,
      flags: reader.take("flags")?.array?.compactMap(\.string) ?? [],
      score: reader.double("score"), unknownKeys: reader.rest)
  }

  var json: JSONValue {
    var object: [String: JSONValue] = [
      "id": .string(id), "flags": .array(flags.map(JSONValue.string)),
    ]
    object["sourceFileName"] = sourceFileName.map(JSONValue.string)
    object["preparedAt"] = preparedAt.map { .date($0, as: .referenceSeconds) }
    object["score"] = score.map(JSONValue.double)
    for (family, render) in renders {
      let name = family.rawValue
      object["\(name)File"] = render.autoFile.map(JSONValue.string)
      object["\(name)AutoCropRect"] = render.autoCropRect?.json
      object["\(name)ManualFile"] = render.manualFile.map(JSONValue.string)
      object["\(name)ManualCropRect"] = render.manualCropRect?.json
      object["\(name)ManualStraightenDegrees"] = render.manualStraightenDegrees
        .map(JSONValue.double)
      object["\(name)ManualRotationQuarterTurns"] = render.manualQuarterTurns
        .map(JSONValue.integer)
    }
    return .object(unknownKeys).overlaid(with: .object(object))
  }
}
