import Foundation
import Imaging
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@Suite("Further families")
struct FurtherFamilyTests {
  private static let olderFrames = WidgetFrames(
    small: PixelSize(width: 530, height: 530), medium: PixelSize(width: 1134, height: 530),
    large: PixelSize(width: 1134, height: 1182))

  private func prepared(_ frames: WidgetFrames? = nil) throws -> (OlderStore, PhotoPreparation) {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(
      try store.prepare { if let frames { $0.frames = frames } }.first)
    return (store, try store.record(id).preparation)
  }

  @Test func `a photo has the render of extra large portrait for a device of iOS 27`() throws {
    let (store, photo) = try prepared()
    #expect(photo.families == [.small, .medium, .large, .portrait])
    let file = try #require(photo.renders.portrait)
    #expect(file.name.description == "smart-portrait-\(photo.id).jpg")
    #expect(file.size == PixelSize(width: 1134, height: 1834))
    let bytes = [UInt8](try store.image(file))
    #expect(try PhotoSource(bytes: bytes, name: "a").header.size == file.size)
    let text = String(decoding: try store.record(photo.id).bytes, as: UTF8.self)
    #expect(text.contains("\"version\": 2") && text.contains("\"portrait\": {"))
    let image = try store.record(photo.id).image
    #expect(image.smartPhoto?.variants[.portrait]?.renderFileName == file.name.description)
    #expect(try store.olderCrops() == [])
  }

  @Test func `for a device without it nothing is as with it, but names and bytes are as before`()
    throws
  {
    let (store, photo) = try prepared(Self.olderFrames)
    #expect(photo.families == RenderFamily.always)
    let text = String(decoding: try store.record(photo.id).bytes, as: UTF8.self)
    #expect(!text.contains("portrait") && !text.contains("\"version\": 2"))
    #expect(WidgetScreen.matching("440x956@3-ios26").first?.frames == Self.olderFrames)
  }

  @Test func `an upgrade adds it from the master, and the other renders stay to the byte`() throws {
    let (store, old) = try prepared(Self.olderFrames)
    try store.remove(store.photos.appending("a.jpg"))
    #expect(try store.olderCrops() == [old.id.fileName])
    let made = try #require(try store.upgrade().events.first?.made)
    let new = try store.record(made.id).preparation
    // Portrait is enlarged where the others are not, and that is said as it is of a photo that is given.
    let own = try #require(new.crops.portrait).flags
    #expect(made.origin == .master(.furtherFamily))
    #expect(made.flags == Set(old.flags + own).sorted() && made.flags == new.flags)
    #expect(made.flags == (try prepared().1.flags))
    #expect(new.families == old.families + [.portrait])
    for (family, file) in old.renders.all {
      #expect(new.renders[family]?.digest == file.digest)
      #expect(new.crops[family] == old.crops[family])
      #expect(new.risk(family) == old.risk(family))
    }
    #expect(new.master.digest == old.master.digest && new.sources == old.sources)
    #expect(new.renders.portrait?.size == PixelSize(width: 1134, height: 1834))
    #expect(try store.record(old.id).preparation == old)
    #expect(try store.olderCrops() == [] && store.upgrade().summary.total == 0)
  }

  @Test func `an upgrade keeps what was said of the photo's file`() throws {
    let store = try OlderStore()
    var bytes = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    bytes.removeLast(2)
    try bytes.write(to: URL(filePath: store.photos.appending("a.jpg").string))
    let id = try #require(try store.prepare { $0.frames = Self.olderFrames }.first)
    #expect(try store.record(id).preparation.flags.contains("missingEnd"))
    let made = try #require(try store.upgrade().events.first?.made)
    #expect(made.flags.contains("missingEnd") && !made.flags.contains("fromMaster"))
  }

  @Test func `what is asked for is made at the usual size, and its loss is noticed`() throws {
    let frames = Self.olderFrames.adding([.extraLarge, .portrait])
    let (store, photo) = try prepared(frames)
    #expect(photo.families == RenderFamily.allCases)
    #expect(photo.renders.extraLarge?.size == WidgetScreen.largestPad.frames.extraLarge)
    #expect(try store.prepare { $0.frames = frames } == [])
    let file = try #require(photo.renders.extraLarge)
    #expect(file.name.description == "smart-extraLarge-\(photo.id).jpg")
    try store.remove(store.store.appending("WidgetWeaverImages").appending(file.name.description))
    #expect(try store.prepare { $0.frames = frames } == [photo.id])
  }

  @Test func `a newer preparation with further families takes the place of the older one`() throws {
    let (store, old) = try prepared(Self.olderFrames)
    let new = try store.prepare { $0.keepsOlder = false }
    #expect(new.count == 1 && new != [old.id])
    #expect(throws: PhotoprepError.self) { try store.record(old.id) }
  }
}
