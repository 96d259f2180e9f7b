import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@Suite("What an upgrade takes photos from")
struct UpgradeSourceTests {
  @Test func `a photo that is gone is taken from its master, which stays to the byte`() throws {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(try store.prepare(by: OlderStore.older).first)
    let old = try store.record(id).preparation
    try store.remove(store.photos.appending("a.jpg"))
    let made = try #require(try store.upgrade().events.first?.made)
    let master = try store.master(of: id)
    #expect(made.origin == .master(.missing) && made.path == master)
    let new = try store.record(made.id).preparation
    #expect(new.flags.contains("fromMaster") && made.flags == new.flags)
    #expect(new.digest == old.digest && new.sources == old.sources && new.format == old.format)
    #expect(new.uprightSize == old.uprightSize && new.master.digest == old.master.digest)
    #expect(new.master.quality == old.master.quality && new.master.size == old.master.size)
    #expect(new.decoder == old.decoder && new.decoder != nil)
    #expect(new.renders.map { $1.size } == new.recipe.frames)
    for crop in new.crops.values {
      let size = new.uprightSize
      #expect(crop.pixelSize.width == Int((crop.rect.width * Double(size.width)).rounded()))
    }
    #expect(try store.olderCrops() == [])
  }

  @Test func `another photo in its place, a folder and nothing known are told apart`() throws {
    let store = try OlderStore.withTwoPhotos()
    try store.add("orientation/3.jpg", as: "c.jpg")
    _ = try store.prepare(["c.jpg"], by: OlderStore.older)
    let places = ["a.jpg", "b.jpg"].map { store.photos.appending($0) }
    try places.forEach(store.remove)
    try store.add("orientation/5.jpg", as: "a.jpg")
    try FileManager.default.createDirectory(
      atPath: places[1].string, withIntermediateDirectories: false)
    let origins = try store.upgrade(isDryRun: true).events.compactMap(\.made?.origin)
    #expect(Set(origins) == [.master(.changed), .master(.unreadable), .photo])
    try store.remove(store.store.appending(".photoprep").appending("catalog.sqlite"))
    let unknown = try store.upgrade().events.compactMap(\.made?.origin)
    #expect(unknown == Array(repeating: .master(.unknownPlace), count: 3))
  }

  @Test func `without photo and master it says so, and the others are made`() throws {
    let store = try OlderStore.withTwoPhotos()
    let ids = try store.olderCrops().compactMap { RecordID(fileName: $0) }
    let lost = try #require(
      ids.first { try store.record($0).preparation.sources[0].description.hasSuffix("a.jpg") })
    try store.remove(store.photos.appending("a.jpg"))
    try Data("no JPEG".utf8).write(to: URL(filePath: try store.master(of: lost).string))
    let (events, summary) = try store.upgrade()
    #expect(summary.prepared == 1 && summary.rejected == 1)
    let rejection = try #require(events.compactMap(\.refused).first)
    #expect(rejection.code == "no-photo-nor-master" && rejection.path.string.hasSuffix("a.jpg"))
    #expect(
      rejection.message
        == "There is nothing to crop \(lost.photo) from: the photo is no longer there, "
        + "and its master is missing or damaged.")
    #expect(rejection.remedy?.contains("--upgrade") == true)
  }

  @Test func `the master of any older record serves`() throws {
    let store = try OlderStore.withTwoPhotos()
    let newer = try store.prepare(
      by: CropGeneration(algorithmVersion: 2, learnedAnalysis: "learned-11111111"))
    for name in ["a.jpg", "b.jpg"] { try store.remove(store.photos.appending(name)) }
    try newer.forEach { try store.remove(try store.master(of: $0)) }
    #expect(try store.upgrade().summary.fromMasters == 2)
  }

  @Test func `a master still knows what the photo's metadata named`() throws {
    let store = try OlderStore()
    let xmp = XMPSample.mwg("Focus", "0.2", "0.3", "0.1", "0.1")
    let bytes = try JPEGSample.bytes(of: "scenes/boats.jpg", with: [JPEGSample.xmp(xmp)])
    let place = store.photos.appending("a.jpg")
    try Data(bytes).write(to: URL(filePath: place.string))
    let id = try #require(try store.prepare(by: OlderStore.older).first)
    try store.remove(place)
    let made = try #require(try store.upgrade().events.first?.made)
    let (old, new) = try (store.record(id).preparation, store.record(made.id).preparation)
    #expect(old.analysis.object?["regions"]?.array?.isEmpty == false)
    #expect(new.analysis.object?["regions"] == old.analysis.object?["regions"])
  }

  @Test func `a master still knows what was said of the photo's file`() throws {
    let store = try OlderStore()
    var bytes = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    bytes.removeLast(2)
    let place = store.photos.appending("a.jpg")
    try bytes.write(to: URL(filePath: place.string))
    let id = try #require(try store.prepare(by: OlderStore.older).first)
    #expect(try store.record(id).preparation.flags.contains("missingEnd"))
    try store.remove(place)
    let made = try #require(try store.upgrade().events.first?.made)
    #expect(made.flags.contains("missingEnd") && made.flags.contains("fromMaster"))
  }

  @Test func `crops of a master stand beside what their own rules saw`() throws {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(try store.prepare(by: OlderStore.older).first)
    let record = URL(filePath: store.store.appending("Photos/\(id).json").string)
    let text = try String(contentsOf: record, encoding: .utf8)
    let rect = #"{"height":0.1,"width":0.1,"x":0.1,"y":0.1}"#
    let face = #"{"kind":"face","origin":"detector","rect":\#(rect),"weight":1}"#
    let other = text.replacing(#/"regions":\s*\[\]/#, with: #""regions":[\#(face)]"#)
    #expect(other != text)
    try Data(other.utf8).write(to: record)
    try store.remove(store.photos.appending("a.jpg"))
    let made = try #require(try store.upgrade().events.first?.made)
    #expect(made.origin == .master(.missing))
    let regions = try store.record(made.id).preparation.analysis.object?["regions"]
    #expect(regions?.array?.isEmpty == true)
  }

  @Test func `photos that are named are taken from there, and no others`() throws {
    let store = try OlderStore.withTwoPhotos()
    try store.add("orientation/3.jpg", as: "c.jpg")
    _ = try store.prepare(["c.jpg"])
    try store.add("orientation/5.jpg", as: "new.jpg")
    try FileManager.default.moveItem(
      atPath: store.photos.appending("a.jpg").string,
      toPath: store.photos.appending("moved.jpg").string)
    let (events, summary) = try store.upgrade(["moved.jpg", "c.jpg", "new.jpg", "none.jpg"])
    #expect(summary.prepared == 1 && summary.unchanged == 1 && summary.rejected == 2)
    let made = try #require(events.compactMap(\.made).first)
    #expect(made.origin == .photo && made.path == store.photos.appending("moved.jpg"))
    let names = try store.record(made.id).preparation.sources.map(\.description)
    #expect(names == ["a.jpg", "moved.jpg"].map { store.photos.appending($0).string })
    #expect(events.compactMap(\.refused?.code) == ["not-found", "not-prepared"])
    #expect(try store.olderCrops().count == 1)
  }

  @Test func `a record that cannot be read is listed, and the others are made`() throws {
    let store = try OlderStore.withTwoPhotos()
    let name = try #require(try store.olderCrops().first)
    let place = store.store.appending("Photos").appending(name)
    try Data("{".utf8).write(to: URL(filePath: place.string))
    let (events, summary) = try store.upgrade()
    #expect(summary.prepared == 1 && summary.rejected == 1)
    #expect(events.compactMap(\.refused).map(\.path) == [place])
    #expect(events.compactMap(\.refused).map(\.code) == ["unreadable-document"])
  }
}
