internal import Foundation
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

extension PhotoCard {
  /// Returns the card as one line of JSON, as the pages' script reads it.
  ///
  /// - Parameter time: How long the photo took, where that is known; records do not hold it.
  /// - Returns: The line, without its end.
  /// - Throws: An error of Foundation's when a number is not finite.
  public func jsonLine(time: PhotoTime? = nil) throws -> String {
    try JSONLine.encode(CardForm(self, time))
  }
}

/// A card as JSON.
private struct CardForm: Encodable {
  let id, name, format, preparedAt, variant: String
  let sources, flags: [String]
  let width, height, bytes, revision: Int
  let severity: Double
  let accepted, asks: Bool
  let master: File
  let renders: [String: Render]
  let regions: [Region]
  let time: Time?

  /// Milliseconds.
  struct Time: Encodable { let cpu, wall: Double }

  struct File: Encodable { let name, tag: String, width, height, bytes: Int, quality: Int? }

  struct Render: Encodable {
    let file: File
    let rect, auto: [Double]
    let turns: Int
    let degrees: Double
    let pixels: [Int]
    let risk: Double?
    let flags: [String]
    let manual, fit, autoFit: Bool
  }

  /// `isMain`: missed when it is cut; the others are guesses.
  struct Region: Encodable { let rect: [Double], kind, origin: String, isMain: Bool }

  init(_ card: PhotoCard, _ time: PhotoTime?) {
    let photo = card.record.preparation
    (id, name) = (card.id.description, card.name)
    variant = photo.recipe.variant
    (format, severity) = (photo.format, card.severity.rounded(toPlaces: 4))
    preparedAt = (card.record.image.smartPhoto?.preparedAt ?? .distantPast)
      .formatted(.iso8601)
    sources = photo.sources.map { FilePath(bytes: $0.bytes).displayText }
    flags = Set(photo.ownFlags + photo.families.flatMap(photo.shownFlags)).sorted()
    (width, height) = (photo.uprightSize.width, photo.uprightSize.height)
    bytes = card.shownFiles.reduce(0) { $0 + $1.byteCount }
    revision = photo.hand?.revision ?? 0
    (accepted, asks) = (photo.hand?.isAccepted ?? false, card.needsLook)
    master = File(photo.master)
    let families = photo.crops.all.map { ($0.family.rawValue, Render(photo, $0.family, $0.value)) }
    renders = Dictionary(uniqueKeysWithValues: families)
    self.time = time.map {
      Time(
        cpu: (1e3 * $0.processor).rounded(toPlaces: 1), wall: (1e3 * $0.wall).rounded(toPlaces: 1))
    }
    regions = photo.regions.map(Region.init)
  }
}

extension CardForm.File {
  fileprivate init(_ file: StoredFile) {
    self.init(
      name: file.name.description, tag: RenderTag(file.digest).description, width: file.size.width,
      height: file.size.height, bytes: file.byteCount, quality: file.quality)
  }
}

extension CardForm.Render {
  fileprivate init(_ photo: PhotoPreparation, _ family: RenderFamily, _ crop: FamilyCrop) {
    let manual = photo.hand?.renders[family]
    let rect = manual?.framing.cropRect ?? crop.rect
    self.init(
      file: CardForm.File(photo.shownRender(family) ?? photo.renders.medium), rect: rect.edges,
      auto: crop.rect.edges,
      turns: manual?.framing.quarterTurns ?? 0, degrees: manual?.framing.straightenDegrees ?? 0,
      pixels: [crop.pixelSize.width, crop.pixelSize.height], risk: photo.risk(family),
      flags: photo.shownFlags(family), manual: manual != nil,
      fit: manual?.framing.isFitted ?? crop.isFitted, autoFit: crop.isFitted)
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
