import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import PhotoWriting
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@Suite("Cropping again what older rules have cropped")
struct UpgradeRunTests {
  @Test func `gives the very bytes that preparing again gives, and the older ones stay`() throws {
    let store = try OlderStore.withTwoPhotos()
    let root = store.directory.url.appending(path: "store")
    let before = try store.olderCrops()
    #expect(before.count == 2)
    let old = try before.map { try #require(RecordID(fileName: $0)) }
    let oldBytes = try old.map { try store.record($0).bytes }
    let (events, summary) = try store.upgrade()
    #expect(summary.prepared == 2 && summary.fromMasters == 0 && summary.total == 2)
    let made = events.compactMap(\.made)
    #expect(made.map(\.origin) == [.photo, .photo])
    #expect(try store.olderCrops() == [])

    let other = FilePath(store.directory.url.appending(path: "other").path)
    _ = try store.prepare(into: other)
    for file in made {
      let record = try store.record(file.id)
      let again = try store.record(file.id, in: other)
      #expect(record == again)
      for image in record.preparation.files {
        let (one, two) = try (store.image(image), store.image(image, in: other))
        #expect(one == two)
      }
    }
    #expect(try old.map { try store.record($0).bytes } == oldBytes)
    let after = try TreeDigest(of: root, ignoring: ".photoprep")
    #expect(try store.upgrade().summary.total == 0)
    #expect(try TreeDigest(of: root, ignoring: ".photoprep") == after)
  }

  @Test func `takes only what a check names`() throws {
    let store = try OlderStore.withTwoPhotos()
    try store.add("orientation/3.jpg", as: "c.jpg")
    _ = try store.prepare(["b.jpg", "c.jpg"])
    let named = try store.olderCrops().compactMap { RecordID(fileName: $0)?.photo }
    #expect(named.count == 1)
    let made = try store.upgrade().events.compactMap(\.made)
    #expect(made.map(\.id.photo) == named)
  }

  @Test func `makes one record of several that older rules have made`() throws {
    let store = try OlderStore.withTwoPhotos()
    _ = try store.prepare(
      by: CropGeneration(algorithmVersion: 2, learnedAnalysis: "learned-11111111"))
    #expect(try store.olderCrops().count == 4)
    #expect(try store.upgrade().summary.prepared == 2)
    #expect(try store.olderCrops() == [])
  }

  @Test func `keeps each photo's own frames, focus, zoom, background and kind of analysis`() throws
  {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let focus = try [#require(FocusArea(x: 0.2, y: 0.3))]
    let small = try store.prepare(by: OlderStore.older) {
      $0.frames = OlderStore.smallFrames
      ($0.recipe.focus, $0.reading.zooms, $0.reading.background) = (focus, true, .white)
    }
    let plain = try store.prepare(by: OlderStore.older) { $0.reading.analysis = .heuristic }
    #expect(small.count == 1 && plain.count == 1)
    let made = try store.upgrade().events.compactMap(\.made)
    let recipes = try made.map { try store.record($0.id).preparation.recipe }
    let own = try #require(recipes.first { !$0.focus.isEmpty })
    #expect(own.frames == OlderStore.smallFrames && own.focus == focus && own.zooms)
    #expect(own.background == "#ffffff" || own.background == "#FFFFFF")
    #expect(own.analysis == AnalysisMethod.learned.identity)
    let other = try #require(recipes.first { $0.focus.isEmpty })
    #expect(other.analysis == Recipe.heuristicAnalysis)
    #expect(recipes.allSatisfy { $0.algorithmVersion == CropGeneration.today.algorithmVersion })
    #expect(try store.olderCrops() == [])
    // The names are those that preparing gives.
    let again = FilePath(store.directory.url.appending(path: "other").path)
    let expected = try store.prepare(into: again) { $0.reading.analysis = .heuristic }
    #expect(made.map(\.id).contains(expected[0]))
    let (one, two) = try (
      store.record(expected[0]).preparation, store.record(expected[0], in: again).preparation
    )
    #expect(one.renders == two.renders && one.crops == two.crops)
  }

  @Test func `carries framings by hand, and designs keep what they name`() throws {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(try store.prepare(by: OlderStore.older).first)
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6)
    let framing = ManualFraming(cropRect: rect, straightenDegrees: 3, quarterTurns: 0)
    let card = try StoreView(store.store).apply(
      HandEdit(revision: 0, choices: [.small: .framed(framing)]), to: id)
    let design = store.directory.url.appending(path: "store/Designs/boats.json")
    try Data(card.record.image.json(dates: .iso8601).canonicalBytes).write(to: design)
    let made = try #require(try store.upgrade().events.first?.made)
    let hand = try #require(try store.record(made.id).preparation.hand)
    #expect(hand.renders[.small]?.framing == framing && hand.revision == 1)
    #expect(try store.olderCrops() == [])
    // What the design names stays through a cleanup; the new pictures, which nothing names, go.
    try StoreUse.clean(store.store, CleanupOptions(gracePeriod: -4e9))
    #expect(try store.record(id) == card.record)
  }

  @Test func `an album shows what an upgrade made once its photos are added again`() throws {
    let store = try OlderStore.withTwoPhotos()
    let old = try store.olderCrops().map { try #require(RecordID(fileName: $0)) }
    func photos(_ ids: [RecordID], _ frames: WidgetFrames? = nil) -> AlbumPhotos {
      AlbumPhotos(paths: ids.map { FilePath($0.description) }, frames: frames)
    }
    func entries() throws -> [AlbumEntry] {
      try PhotoContainer(url: URL(filePath: store.store.string)).album("lake").entries
    }
    let framing = ManualFraming(cropRect: .full, isFitted: true)
    _ = try StoreView(store.store).apply(
      HandEdit(revision: 0, choices: [.small: .framed(framing)]), to: old[0])
    _ = try AlbumKeeping.make(AlbumSettings(name: "lake"), of: photos(old), in: store.store)
    let made = try store.upgrade().events.compactMap(\.made).map(\.id)
    let new = try old.map { id in try #require(made.first { $0.photo == id.photo }) }
    #expect(try entries().map(\.id) == old.map(\.description))
    let added = try AlbumKeeping.add(photos(new), to: "lake", in: store.store)
    #expect(added.renewed == 2 && added.reframed == 0 && added.added == 0 && added.count == 2)
    #expect(try entries().map(\.id) == new.map(\.description))
    let shown = try store.record(new[0]).preparation.hand?.renders[.small]?.file.name.description
    #expect(try entries()[0].renders[.small]?.manualFile == shown && shown != nil)
    #expect(try AlbumKeeping.add(photos(new), to: "lake", in: store.store).renewed == 0)
    // Another device's pictures come only where that device is asked for.
    let other = try store.prepare { $0.frames = OlderStore.smallFrames }
    #expect(try AlbumKeeping.add(photos(other), to: "lake", in: store.store).renewed == 0)
    let asked = photos(other, OlderStore.smallFrames)
    #expect(try AlbumKeeping.add(asked, to: "lake", in: store.store).renewed == 2)
    #expect(try Set(entries().map(\.id)) == Set(other.map(\.description)))
  }

  @Test func `a dry run names what a run makes, and changes no byte`() throws {
    let store = try OlderStore.withTwoPhotos()
    try store.remove(store.photos.appending("b.jpg"))
    let root = store.directory.url.appending(path: "store")
    let before = try TreeDigest(of: root)
    let (planned, summary) = try store.upgrade(isDryRun: true)
    #expect(try TreeDigest(of: root) == before)
    #expect(summary.due == 2 && summary.prepared == 0 && summary.fromMasters == 1)
    let made = try store.upgrade().events.compactMap(\.made)
    #expect(planned.compactMap(\.made).map(\.id) == made.map(\.id))
    #expect(planned.compactMap(\.made).map(\.origin) == made.map(\.origin))
  }

  @Test func `an interrupted run begins nothing new and a later one goes on`() throws {
    let store = try OlderStore.withTwoPhotos()
    let interruption = Interruption()
    interruption.request()
    let summary = try store.upgrade(interruption: interruption).summary
    #expect(summary.wasInterrupted && summary.total == 0)
    #expect(try store.olderCrops().count == 2)
    #expect(try store.upgrade(jobs: 2).summary.prepared == 2)
    #expect(try store.olderCrops() == [])
  }

  @Test func `a crash at any call leaves a store that the next run brings up to date`() throws {
    // Cues alone, which take a tenth of the time in a debug build.
    let counted = try OlderStore.withTwoPhotos(by: .heuristic)
    let counting = FaultyFileSystem(DiskFileSystem(), failing: .max, .crash)
    _ = try counted.upgrade(on: counting)
    #expect(counting.callCount > 30)
    for call in stride(from: 1, through: counting.callCount, by: 11) {
      let store = try OlderStore.withTwoPhotos(by: .heuristic)
      let failing = FaultyFileSystem(DiskFileSystem(), failing: call, .crash)
      _ = try? store.upgrade(on: failing)
      _ = try store.upgrade()
      #expect(try store.olderCrops() == [], "after call \(call)")
    }
  }

  @Test func `a folder without a store is no place to make one`() throws {
    let store = try OlderStore()
    #expect(throws: PhotoprepError.self) { try store.upgrade() }
    #expect(!FileManager.default.fileExists(atPath: store.store.string))
  }
}
