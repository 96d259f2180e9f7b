internal import Foundation
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

extension PhotoCard {
  /// Returns the card as one line of JSON, as the pages' script reads it.
  ///
  /// - Parameters:
  ///   - time: How long the photo took, if known; records do not hold it.
  ///   - isBrief: Whether to leave out fields that only framing needs, and usual values: names and tags of files,
  ///     automatic crops, values of a render that are 0, `false` or empty.
  /// - Returns: The line, without its end.
  /// - Throws: Foundation's error when a number is not finite.
  public func jsonLine(time: PhotoTime? = nil, isBrief: Bool = false) throws -> String {
    try JSONLine.encode(CardForm(self, time, isBrief: isBrief))
  }
}

private struct CardForm: Encodable {
  let id, name, format, preparedAt, variant: String
  let sources, flags: [String]
  let width, height, bytes, revision: Int
  let severity: Double
  let accepted, asks: Bool
  let stars: Int
  /// 1…5, from files beside the photo; `nil` if they do not count.
  let fileStars: Int?
  /// 0…1, and seconds from 1970; `nil` if unknown.
  let score, taken: Double?
  let master: File
  let renders: [String: Render]
  let regions: [Region]
  let time: Time?

  /// Milliseconds.
  struct Time: Encodable { let cpu, wall: Double }

  struct File: Encodable { let name, tag: String?, width, height, bytes: Int, quality: Int? }

  struct Render: Encodable {
    let file: File
    let rect: [Double]
    let auto: [Double]?
    let turns: Int?
    let degrees: Double?
    let pixels: [Int]?
    let risk: Double?
    let flags: [String]?
    let manual, fit, autoFit: Bool?
  }

  /// `isMain`: its loss is noticed when it is cut; the others are guesses.
  struct Region: Encodable { let rect: [Double], kind, origin: String, isMain: Bool }

  init(_ card: PhotoCard, _ time: PhotoTime?, isBrief: Bool) {
    let photo = card.record.preparation
    (id, name) = (card.id.description, card.name)
    variant = photo.recipe.variant
    (format, severity) = (photo.format, card.severity.rounded(toPlaces: 4))
    preparedAt = card.record.preparedAt.formatted(.iso8601)
    sources = photo.sources.map { FilePath(bytes: $0.bytes).displayText }
    flags = Set(photo.ownFlags + photo.families.flatMap(photo.shownFlags)).sorted()
    (width, height) = (photo.uprightSize.width, photo.uprightSize.height)
    bytes = card.shownFiles.reduce(0) { $0 + $1.byteCount }
    revision = photo.hand?.revision ?? 0
    (accepted, asks) = (photo.hand?.isAccepted ?? false, card.needsLook)
    stars = photo.hand?.stars ?? 0
    fileStars = card.starsOfFiles
    score = photo.assessment?.score.total.rounded(toPlaces: 4)
    taken = card.date?.seconds
    master = File(photo.master, isBrief)
    let families = photo.crops.all.map {
      ($0.family.rawValue, Render(photo, $0.family, $0.value, isBrief))
    }
    renders = Dictionary(uniqueKeysWithValues: families)
    self.time = time.map {
      Time(
        cpu: (1e3 * $0.processor).rounded(toPlaces: 1), wall: (1e3 * $0.wall).rounded(toPlaces: 1))
    }
    regions = photo.regions.map(Region.init)
  }
}

extension CardForm.File {
  fileprivate init(_ file: StoredFile, _ isBrief: Bool) {
    self.init(
      name: isBrief ? nil : file.name.description,
      tag: isBrief ? nil : RenderTag(file.digest).description, width: file.size.width,
      height: file.size.height, bytes: file.byteCount, quality: file.quality)
  }
}

extension CardForm.Render {
  fileprivate init(
    _ photo: PhotoPreparation, _ family: RenderFamily, _ crop: FamilyCrop, _ isBrief: Bool
  ) {
    let manual = photo.hand?.renders[family]
    let rect = manual?.framing.cropRect ?? crop.rect
    func told<Value: Equatable>(_ value: Value, unless usual: Value) -> Value? {
      isBrief && value == usual ? nil : value
    }
    self.init(
      file: CardForm.File(photo.shownRender(family) ?? photo.renders.medium, isBrief),
      rect: rect.edges, auto: isBrief ? nil : crop.rect.edges,
      turns: told(manual?.framing.quarterTurns ?? 0, unless: 0),
      degrees: told(manual?.framing.straightenDegrees ?? 0, unless: 0),
      pixels: isBrief ? nil : [crop.pixelSize.width, crop.pixelSize.height],
      risk: photo.risk(family), flags: told(photo.shownFlags(family), unless: []),
      manual: told(manual != nil, unless: false),
      fit: told(manual?.framing.isFitted ?? crop.isFitted, unless: false),
      autoFit: told(crop.isFitted, unless: false))
  }
}

extension CardForm.Region {
  fileprivate init(_ region: FocusRegion) {
    self.init(
      rect: region.rect.edges, kind: region.kind.rawValue, origin: region.origin.rawValue,
      isMain: region.isMain)
  }
}

extension NormalizedRect {
  /// Left, top, width and height, to a millionth.
  fileprivate var edges: [Double] { [x, y, width, height].map { $0.rounded(toPlaces: 6) } }
}
