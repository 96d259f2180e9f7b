internal import Foundation
package import Imaging
package import PhotoStore
internal import PhotoWriting
package import SmartCrop

/// Facts from a photo's own metadata: what matters in it, how it was taken and rated, and the people in it.
package struct StatedFacts: Sendable {
  /// How it was taken and rated; a rating in XMP takes precedence over Exif's, which only Windows writes.
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
    let xmp = metadata.xmp.flatMap { bytes in
      let packet = Data(bytes)
      return Self.marks.contains { packet.range(of: Data($0.utf8)) != nil }
        ? XMPPacket.properties(in: bytes) : nil
    }
    var capture = metadata.capture
    capture.rating = xmp.flatMap(Self.rating) ?? capture.rating
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

  /// Returns the regions for the analysis: those that a person pointed at; if there are none, those that the metadata
  /// names, or named before it was lost.
  package func focus(
    pointedAt areas: [FocusArea], remembered: [FocusRegion] = []
  ) -> [FocusRegion] {
    areas.isEmpty ? regions + remembered : areas.map(FocusRegion.init)
  }
}
