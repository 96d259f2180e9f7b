internal import Foundation
package import Imaging
package import PhotoStore
internal import PhotoWriting
package import SmartCrop

/// Facts from a photo's own metadata: what matters in it, how it was taken and rated, and the people in it.
package struct StatedFacts: Sendable {
  /// How it was taken and rated; a rating in XMP takes precedence over Exif's, which only Windows writes, and the time in
  /// Exif over XMP's.
  package let capture: PhotoCapture
  /// The people whom XMP names, unchanged: ``mostPeople`` at most, each once.
  package let people: [String]
  /// The regions it names, in fractions of the upright photo.
  let regions: [FocusRegion]

  /// The most people that are read; as many as regions.
  static let mostPeople = PhotoMetadata.mostRegions

  private static let schemas: [any RegionSchema.Type] = [
    MWGRegions.self, IPTCRegions.self, MicrosoftRegions.self,
  ]
  private static let marks = schemas.flatMap { $0.marks } + ["Rating"]

  /// Reads the facts from metadata; its XMP is parsed once, and only if it may have any of them.
  package init(_ metadata: PhotoMetadata) {
    let times = metadata.capture.time == nil ? ["DateTimeOriginal", "DateCreated"] : []
    let marks = Self.marks + times
    let xmp = metadata.xmp.flatMap { bytes in
      let packet = Data(bytes)
      return marks.contains { packet.range(of: Data($0.utf8)) != nil }
        ? XMPPacket.properties(in: bytes) : nil
    }
    var capture = metadata.capture
    capture.rating = xmp.flatMap(Self.rating) ?? capture.rating
    capture.time = capture.time ?? xmp.flatMap(Self.time)
    self.capture = capture
    let names = Self.schemas.flatMap { schema in xmp.map { schema.people(in: $0) } ?? [] }
    people = Array(Set(names.filter { !$0.isEmpty }).sorted().prefix(Self.mostPeople))
    regions = metadata.regions(
      statedBy: Self.schemas.compactMap { schema in
        xmp.flatMap { schema.regions(in: $0, of: metadata) }
      })
  }

  /// The property `xmp:Rating` (XMP specification part 1, 8.4): of cameras, Lightroom, digiKam and most others.
  private static func rating(_ xmp: XMPValue) -> Int? {
    xmp["http://ns.adobe.com/xap/1.0/", "Rating"].number
      .flatMap { (-1...5).contains($0) ? Int($0) : nil }
      .flatMap { PhotoCapture.isRating($0) ? $0 : nil }
  }

  /// When the photo was taken; a day alone means its noon, as people date scans.
  ///
  /// Programs write it there alone into PNGs, and into scans as IPTC's date (ente-io/photos-web #1066; Windows reads
  /// both, `System.Photo.DateTaken`).
  private static func time(_ xmp: XMPValue) -> CameraTime? {
    let stamps = [
      xmp["http://ns.adobe.com/exif/1.0/", "DateTimeOriginal"],
      xmp["http://ns.adobe.com/photoshop/1.0/", "DateCreated"],
    ].map(\.word)
    return stamps.lazy.compactMap {
      CameraTime(String($0.prefix(19))) ?? CameraTime($0.prefix(16) + ":00")
        ?? CameraTime($0 + "T12:00:00")
    }.first
  }

  /// Returns the regions for the analysis: those that a person pointed at; if there are none, those that the metadata
  /// names, or named before it was lost.
  package func focus(
    pointedAt areas: [FocusArea], remembered: [FocusRegion] = []
  ) -> [FocusRegion] {
    areas.isEmpty ? regions + remembered : areas.map(FocusRegion.init)
  }
}

extension PhotoMetadata {
  /// The most regions of a file; if there are more, they tell nothing about the subject, and none is used.
  static let mostRegions = 64

  /// Returns the regions that the photo's own metadata names, in fractions of the upright photo.
  ///
  /// Regions of XMP if there are any, each once even if several schemas have it; otherwise Exif's main subject.
  /// Invalid ones are skipped silently: metadata comes from many programs and is not required.
  func regions(statedBy schemas: [StatedRegions]) -> [FocusRegion] {
    let all = schemas.flatMap(\.upright)
    let regions = all.count <= Self.mostRegions ? all.withoutRepetitions : []
    return regions.isEmpty ? exifRegions : regions
  }

  /// Exif's main subject, unless it is in the middle of the picture or the stored picture is taller than wide.
  ///
  /// Phones write the rectangle on which they focused. It is in the middle if no person touched the screen and no face
  /// was found, and then tells nothing. Sensors are wider than tall: a program that stored a picture taller than wide
  /// has turned it, usually without turning this area (decision 0130).
  private var exifRegions: [FocusRegion] {
    guard subjectArea.count >= 2, size.width >= size.height,
      let frame = RegionFrame(self, stated: exifSize)
    else { return [] }
    let (across, down) = (Double(frame.size.width), Double(frame.size.height))
    let centre = (x: Double(subjectArea[0]) / across, y: Double(subjectArea[1]) / down)
    let isMiddle = max(abs(centre.x - 0.5), abs(centre.y - 0.5)) < Self.middle
    guard subjectArea.allSatisfy({ $0 > 0 }), !isMiddle else { return [] }
    // A point has no sides, and a circle's diameter is used for both.
    let sides = subjectArea.dropFirst(2).map(Double.init)
    let (width, height) = ((sides.first ?? 0) / across, (sides.last ?? 0) / down)
    let rect = NormalizedRect(
      x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    let stated = StatedRegion(rect: rect, weight: RegionWeight.focus)
    return StatedRegions(frame: frame, regions: [stated]).upright
  }

  /// The greatest distance from the middle at which a focus rectangle counts as the middle one, in fractions.
  private static let middle = 0.02
}

extension StatedRegions {
  /// The valid regions, in fractions of the upright photo.
  fileprivate var upright: [FocusRegion] {
    regions.compactMap { region in
      frame.upright(region.rect).map {
        FocusRegion($0, weight: region.weight, kind: region.kind, origin: .metadata)
      }
    }
  }
}

extension [FocusRegion] {
  /// The regions without those that cover about the same place as an earlier one.
  fileprivate var withoutRepetitions: [FocusRegion] {
    reduce(into: []) { kept, region in
      if !kept.contains(where: { $0.rect.overlap(with: region.rect) > 0.5 }) { kept.append(region) }
    }
  }
}

/// The picture in which regions in metadata are measured, and its turn to upright.
struct RegionFrame: Equatable {
  let size: PixelSize
  /// An Exif orientation, 1 (upright already) to 8.
  let orientation: Int
}

extension RegionFrame {
  /// Finds the picture in which regions were measured.
  ///
  /// `stated` is its size when they were written, if the file has it (MWG's `AppliedToDimensions`, Exif's pixel size).
  /// `nil` when it was cropped or turned since, so that the regions mean other places (decision 0131).
  init?(_ metadata: PhotoMetadata, stated: PixelSize?) {
    let stated = stated ?? metadata.size
    if stated.hasShape(of: metadata.size) {
      self.init(size: stated, orientation: metadata.orientation)
      return
    }
    // Written for the upright picture by a program that turned it for display.
    guard metadata.orientation >= 5, stated.hasShape(of: metadata.size.transposed)
    else { return nil }
    self.init(size: stated, orientation: 1)
  }

  /// Returns a rectangle of this picture in fractions of the upright one, clipped at its border.
  ///
  /// `nil` for impossible regions: numbers that are not finite, sides below 0 or beyond the picture's, one side of 0
  /// without the other, a centre outside.
  func upright(_ rect: NormalizedRect) -> NormalizedRect? {
    let centre = (x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    guard (0...1.01).contains(rect.width), (0...1.01).contains(rect.height),
      (0...1).contains(centre.x), (0...1).contains(centre.y),
      (rect.width > 0) == (rect.height > 0)
    else { return nil }
    let stored = Orientation(orientation)
    let first = stored.upright(x: max(0, rect.x), y: max(0, rect.y))
    let second = stored.upright(x: min(1, rect.maxX), y: min(1, rect.maxY))
    return NormalizedRect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }
}

extension PixelSize {
  /// Whether width and height are in the same proportion as another size's, but for a hundredth: the rounding of small
  /// pictures; our choice.
  fileprivate func hasShape(of other: PixelSize) -> Bool {
    let (across, down) = (
      Double(width) * Double(other.height), Double(height) * Double(other.width)
    )
    return abs(across - down) <= 0.01 * max(across, down)
  }
}
