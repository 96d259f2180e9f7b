import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@Suite struct `The published app's types` {
  private let date = Date(timeIntervalSince1970: 1_767_614_400)

  private func rect(_ rect: NormalizedRect) -> App.Rect {
    App.Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  private func image() -> App.Image { .withEveryKey(preparedAt: date) }

  /// Reads an image's bytes as this software does.
  private func image(_ bytes: [UInt8]) throws -> ImageSpec {
    let value = JSONValue(compactText: String(decoding: bytes, as: UTF8.self))
    return ImageSpec(json: try #require(value?.object))
  }

  private func album() -> App.Album { .withEveryKey(date: date) }

  @Test func `read a record's image, field by field`() throws {
    let record = try PhotoRecord.made(1)
    let image = try App.decode(App.Image.self, record.bytes, dates: .iso8601)
    let preparation = record.preparation
    #expect(image.fileName == preparation.renders.medium.name.description)
    #expect(image.contentMode == .fill && image.height == 120 && image.cornerRadius == 16)
    #expect(image.filter == nil)
    let photo = try #require(image.smartPhoto)
    #expect(photo.masterFileName == preparation.master.name.description)
    #expect(photo.algorithmVersion == preparation.recipe.algorithmVersion)
    #expect(photo.preparedAt == record.image.smartPhoto?.preparedAt)
    #expect(photo.shuffleManifestFileName == nil)
    let variants = [photo.small, photo.medium, photo.large]
    for (family, variant) in zip(RenderFamily.always, variants) {
      let variant = try #require(variant)
      let file = try #require(preparation.renders[family])
      #expect(variant.renderFileName == file.name.description)
      #expect(variant.pixelSize == App.Size(width: file.size.width, height: file.size.height))
      #expect(variant.cropRect == rect(try #require(preparation.crops[family]).rect))
      #expect(variant.straightenDegrees == nil && variant.rotationQuarterTurns == nil)
    }
  }

  @Test func `would lose a smart photo whose date has the other form`() throws {
    let record = try PhotoRecord.made(1)
    let asNumber = try App.decode(App.Image.self, record.bytes, dates: .deferredToDate)
    #expect(asNumber.smartPhoto == nil)
    let album = Album(sourceID: "a", nextChangeDate: date)
    #expect(throws: DecodingError.self) {
      try App.decode(App.Album.self, album.bytes, dates: .iso8601)
    }
  }

  @Test(arguments: [true, false])
  func `read what they wrote through this software unchanged`(isISO: Bool) throws {
    let bytes = try App.encode(image(), dates: isISO ? .iso8601 : .deferredToDate)
    let spec = try image(bytes)
    let again = try App.decode(
      App.Image.self, spec.json(dates: isISO ? .iso8601 : .referenceSeconds).canonicalBytes,
      dates: isISO ? .iso8601 : .deferredToDate)
    #expect(again == image())
  }

  @Test func `write images that are read here field by field`() throws {
    let bytes = try App.encode(image(), dates: .iso8601)
    let spec = try image(bytes)
    #expect(spec.fileName == "medium.jpg" && spec.contentMode == .fit)
    #expect(spec.height == 200.5 && spec.cornerRadius == 8)
    #expect(spec.filter == PhotoFilterSpec(.sepia, intensity: 0.75))
    let photo = try #require(spec.smartPhoto)
    #expect(photo.masterFileName == "master.jpg" && photo.algorithmVersion == 5)
    #expect(photo.preparedAt == date && photo.shuffleManifestFileName == "smart-shuffle-1.json")
    let large = try #require(photo.variants[.large])
    #expect(large.renderFileName == "large.jpg" && large.straightenDegrees == -2.5)
    #expect(large.rotationQuarterTurns == 3)
    #expect(large.pixelSize == PixelSize(width: 1134, height: 530))
    #expect(large.cropRect == NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.625))
    #expect(spec.unknownKeys.isEmpty && photo.unknownKeys.isEmpty && large.unknownKeys.isEmpty)
  }

  @Test func `write designs whose images are found here`() throws {
    var single = image()
    single.fileName = "only.jpg"
    let widget = App.Widget(image: image(), small: single)
    let design = try Design(bytes: App.encode(widget, dates: .deferredToDate), path: "d.json")
    #expect(design.image(for: .small)?.fileName == "only.jpg")
    #expect(design.image(for: .large)?.fileName == "medium.jpg")
    #expect(design.image?.smartPhoto?.preparedAt == date)
    let bare = try Design(bytes: App.encode(image(), dates: .iso8601), path: "d.json")
    #expect(bare.image == (try image(App.encode(image(), dates: .iso8601))))
  }

  @Test func `read an album of prepared photos, field by field`() throws {
    let records = [try PhotoRecord.made(1), try PhotoRecord.made(2)]
    var ours = Album(sourceID: "photoprep", rotationIntervalMinutes: 30)
    ours.add(records)
    ours.rotate(to: date + 0.125)
    let album = try App.decode(App.Album.self, ours.bytes, dates: .deferredToDate)
    #expect(album.version == 1 && album.sourceID == "photoprep" && album.currentIndex == 0)
    #expect(album.rotationIntervalMinutes == 30 && album.nextChangeDate == date + 1800.125)
    #expect(album.entries.count == 2)
    for (entry, record) in zip(album.entries, records) {
      let preparation = record.preparation
      #expect(entry.id == record.id.description && entry.flags == preparation.flags)
      #expect(entry.sourceFileName == preparation.master.name.description)
      #expect(entry.smallFile == preparation.renders.small.name.description)
      #expect(entry.mediumFile == preparation.renders.medium.name.description)
      #expect(entry.largeFile == preparation.renders.large.name.description)
      #expect(entry.smallAutoCropRect == rect(preparation.crops.small.rect))
      #expect(entry.mediumAutoCropRect == rect(preparation.crops.medium.rect))
      #expect(entry.largeAutoCropRect == rect(preparation.crops.large.rect))
      #expect(entry.smallManualFile == nil && entry.largeManualCropRect == nil)
      #expect(entry.preparedAt == record.image.smartPhoto?.preparedAt && entry.score == nil)
    }
  }

  @Test func `read the frame a person chose in an album of prepared photos`() throws {
    let framing = ManualFraming(
      cropRect: NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), straightenDegrees: 1.5,
      quarterTurns: 1)
    let record = try PhotoRecord.made(1, framed: [.medium: framing])
    var ours = Album(sourceID: "photoprep")
    ours.add([record])
    let entry = try App.decode(App.Album.self, ours.bytes, dates: .deferredToDate).entries[0]
    #expect(entry.mediumManualFile == record.preparation.shownRender(.medium)?.name.description)
    #expect(entry.mediumFile == record.preparation.renders.medium.name.description)
    #expect(entry.mediumManualCropRect == rect(framing.cropRect))
    #expect(entry.mediumManualStraightenDegrees == 1.5)
    #expect(entry.mediumManualRotationQuarterTurns == 1)
    #expect(entry.smallManualFile == nil && entry.smallManualRotationQuarterTurns == nil)
  }

  @Test func `read their album through this software unchanged`() throws {
    let bytes = try App.encode(album(), dates: .deferredToDate)
    let ours = try Album(bytes: bytes, path: "a.json")
    #expect(ours.unknownKeys.isEmpty && ours.entries.allSatisfy(\.unknownKeys.isEmpty))
    #expect(try App.decode(App.Album.self, ours.bytes, dates: .deferredToDate) == album())
    let large = try #require(ours.entries[0].renders[.large])
    #expect(large.autoFile == "l.jpg" && large.manualFile == "c")
    #expect(large.manualStraightenDegrees == 45 && ours.entries[0].score == -3.5)
    #expect(ours.nextChangeDate == date + 3600.5 && ours.currentIndex == 1)
  }
}
