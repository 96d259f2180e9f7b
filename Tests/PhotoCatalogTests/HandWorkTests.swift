import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import Testing
import _TestFileSystems
import _TestSupport

@Suite("Replacing what a person set")
struct HandWorkTests {
  private let photo = SamplePhoto(1)

  /// A manual render of the small family and the work that names it.
  private func work(
    _ revision: Int, _ text: String
  ) -> (hand: HandWork, files: [(name: StoredFileName, bytes: [UInt8])]) {
    let size = SamplePhoto.recipe.frames.small
    let bytes = jpeg(size, filler: text)
    let digest = ContentDigest(of: bytes)
    let name = StoredFileName(.manual(.small, RenderTag(digest)), of: photo.id)
    let file = StoredFile(
      name: name, byteCount: bytes.count, digest: digest, size: size, quality: 85)
    let framing = ManualFraming(cropRect: NormalizedRect(x: 0.1, y: 0.1, width: 0.4, height: 0.5))
    let hand = HandWork(
      revision: revision, renders: [.small: ManualRender(file: file, framing: framing)])
    return (hand, [(name, bytes)])
  }

  private func harness(_ place: StoreHarness.Place) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("first") { try $0.add(photo) }
    return harness
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `a manual render comes in whole and the check agrees`(place: StoreHarness.Place) throws {
    let harness = try harness(place)
    let (hand, files) = work(1, "mine")
    let record = try harness.run("hand") {
      try $0.replaceHandWork(of: photo.id, with: hand, files: files)
    }
    #expect(record.preparation.hand == hand)
    #expect(try harness.bytes(harness.image(files[0].name)) == files[0].bytes)
    #expect(try harness.check().isEmpty)
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `the second editor gets an error and changes nothing`(place: StoreHarness.Place) throws {
    let harness = try harness(place)
    let (first, files) = work(1, "first")
    try harness.run("one") { store in
      _ = try store.replaceHandWork(of: photo.id, with: first, files: files)
    }
    let before = try harness.tree()
    let (second, others) = work(1, "second")
    let error = #expect(throws: PhotoprepError.self) {
      try harness.run("two") { store in
        _ = try store.replaceHandWork(of: photo.id, with: second, files: others)
      }
    }
    #expect(error?.code == .changedMeanwhile)
    #expect(
      error?.message == "The photo's frames were changed meanwhile: they have revision 1, not 0.")
    #expect(try harness.tree() == before)
  }

  @Test func `preparing the photo again keeps the manual render`() throws {
    let harness = try harness(.memory)
    let (hand, files) = work(1, "mine")
    try harness.run("hand") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: files) }
    try harness.run("again") { try $0.add(photo, foundAs: [SourceName("b.jpg")]) }
    let record = try harness.run("look") { try $0.record(photo.id) }
    #expect(record.preparation.hand == hand)
    #expect(record.preparation.sources.count == 2)
    #expect(try harness.check().isEmpty)
  }

  @Test func `an older preparation stays that a person framed, until the newer one is framed too`()
    throws
  {
    let harness = try harness(.memory)
    let (hand, files) = work(1, "mine")
    try harness.run("hand") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: files) }
    var recipe = SamplePhoto.recipe
    recipe.algorithmVersion += 1
    let newer = SamplePhoto(1, by: recipe)
    let carried = try harness.run("newer") { store in
      let carried = try #require(try store.olderHandWork(of: photo.id.photo, for: recipe))
      try store.add(newer)
      return carried
    }
    func replaced() throws -> Int {
      try harness.run("replace", for: .alone) {
        let older = try Cleanup.older(than: [newer.id], sparing: [], in: $0)
        return try Cleanup.removeUnused(Set(older.map(\.old)), in: $0).count
      }
    }
    #expect(try replaced() == 0)
    try harness.run("carry") {
      _ = try $0.replaceHandWork(of: newer.id, with: carried.work, files: carried.files)
    }
    #expect(try replaced() == 1)
    #expect(try harness.run("look") { try $0.recordIDs(of: photo.id.photo) } == [newer.id])
  }

  @Test func `an older preparation stays if what a person set in it cannot be read`() throws {
    let harness = try harness(.memory)
    try harness.run("stars") {
      _ = try $0.replaceHandWork(of: photo.id, with: HandWork(revision: 1, stars: 5), files: [])
    }
    try harness.edit(harness.record(photo.id), "\"stars\": 5", "\"stars\": 6")
    var recipe = SamplePhoto.recipe
    recipe.algorithmVersion += 1
    let newer = SamplePhoto(1, by: recipe)
    try harness.run("newer") { store in
      try store.add(newer)
      #expect(try store.record(photo.id).preparation.hand == nil)
      #expect(try Cleanup.older(than: [newer.id], sparing: [], in: store).isEmpty)
      // Neither when a person sets something in the newer one.
      _ = try store.replaceHandWork(of: newer.id, with: HandWork(revision: 1, stars: 3), files: [])
      #expect(try Cleanup.older(than: [newer.id], sparing: [], in: store).isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a photo that comes again takes up what a person set before it went to the trash`(
    isReset: Bool
  ) throws {
    let harness = try harness(.memory)
    func remove() throws {
      _ = try harness.run("remove", for: .alone) { try Cleanup.removeUnused([photo.id], in: $0) }
      harness.clock.advance(by: 60)
    }
    var (hand, files) = work(1, "mine")
    hand.stars = 4
    try harness.run("hand") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: files) }
    if isReset {
      try harness.run("reset") {
        _ = try $0.replaceHandWork(of: photo.id, with: HandWork(revision: 2), files: [])
      }
    }
    try remove()
    // Prepared again without it, as earlier versions did; the last one that a person changed counts.
    try harness.run("again") { try $0.add(photo) }
    try remove()
    let carried = try harness.run("again") {
      try $0.olderHandWork(of: photo.id.photo, for: SamplePhoto.recipe)
    }
    #expect(carried?.work == (isReset ? nil : hand))
    #expect(carried?.files.map(\.bytes) == (isReset ? nil : files.map(\.bytes)))
  }

  @Test func `a manual render that a later one replaced is noted`() throws {
    let harness = try harness(.memory)
    let (first, files) = work(1, "first")
    let (second, others) = work(2, "second")
    try harness.run("one") { _ = try $0.replaceHandWork(of: photo.id, with: first, files: files) }
    try harness.run("two") { _ = try $0.replaceHandWork(of: photo.id, with: second, files: others) }
    let found = try harness.check()
    #expect(found.map(\.code) == [.replacedRender])
    #expect(found.map(\.path) == [harness.image(files[0].name)])
    try harness.writeDesign("a.json", showing: [files[0].name.description])
    #expect(try harness.check().map(\.code) == [.olderRender])
  }

  @Test func `cleaning takes a replaced manual render that is old and not shown`() throws {
    let harness = try harness(.memory)
    let (first, files) = work(1, "first")
    let (second, others) = work(2, "second")
    try harness.run("one") { _ = try $0.replaceHandWork(of: photo.id, with: first, files: files) }
    try harness.run("two") { _ = try $0.replaceHandWork(of: photo.id, with: second, files: others) }
    let replaced = harness.image(files[0].name)
    try harness.writeDesign("a.json", showing: [photo.name(0), files[0].name.description])
    let all = CleanupOptions(gracePeriod: -60)
    #expect(try harness.clean(all).trashed.files == 0)
    try harness.writeDesign("a.json", showing: [photo.name(0)])
    #expect(try harness.clean(CleanupOptions(gracePeriod: 2e9)).trashed.files == 0)
    #expect(try harness.clean(all).trashed.files == 1)
    #expect(try harness.bytes(harness.image(others[0].name)) == others[0].bytes)
    // That its photo is shown does not bring it back; a design that shows it does.
    #expect(try harness.clean(all).restored.files == 0)
    try harness.writeDesign("a.json", showing: [files[0].name.description])
    #expect(try harness.clean(all).restored.files == 1)
    #expect(try harness.bytes(replaced) == files[0].bytes)
    #expect(try harness.check().map(\.code) == [.olderRender])
  }

  @Test(arguments: [(HandWork(revision: 1, stars: 0), 0), (HandWork(revision: 1), 5)])
  func `cleaning leaves a photo that a person gave stars or took them from`(
    hand: HandWork, count: Int
  ) throws {
    let harness = try harness(.memory)
    try harness.run("one") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: []) }
    let options = CleanupOptions(gracePeriod: -60, allowsUnreferenced: true)
    #expect(try harness.clean(options).trashed.files == count)
  }

  @Test func `cleaning takes a record with stars if another one of its photo is in use`() throws {
    let harness = try harness(.memory)
    let other = SamplePhoto(
      1, by: Recipe(algorithmVersion: 2, frames: SamplePhoto.recipe.frames))
    try harness.run("other") { store in
      try store.add(other)
      for id in [photo.id, other.id] {
        _ = try store.replaceHandWork(of: id, with: HandWork(revision: 1, stars: 3), files: [])
      }
    }
    let all = CleanupOptions(gracePeriod: -60, allowsUnreferenced: true)
    #expect(try harness.clean(all).trashed.files == 0)
    try harness.writeDesign("a.json", showing: [other.name(0)])
    #expect(try harness.clean(all).trashed.files == 5)
    #expect(try harness.namesInPlace() == other.names)
  }

  @Test func `a manual render whose photo's record is gone is kept with its photo`() throws {
    let harness = try harness(.memory)
    let (hand, files) = work(1, "first")
    try harness.run("one") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: files) }
    try harness.writeDesign("a.json", showing: [photo.name(0)])
    try harness.base.removeFile(at: harness.record(photo.id))
    _ = try harness.clean(CleanupOptions(gracePeriod: -60))
    #expect(try harness.bytes(harness.image(files[0].name)) == files[0].bytes)
  }

  @Test func `an album that shows an older frame is noted until it is brought up to date`() throws {
    let harness = try harness(.memory)
    var album = Album(sourceID: "test")
    album.add([try harness.run("look") { try $0.record(photo.id) }])
    try harness.run("make") { try Albums(of: $0).add(album, named: "by the lake.json") }
    let automatic = StoredFileName(.render(.small), of: photo.id)
    let (first, files) = work(1, "first")
    let (second, others) = work(2, "second")
    let steps = [
      (first, files, automatic), (second, others, files[0].name),
      (HandWork(revision: 3), [], others[0].name),
    ]
    for (hand, files, shown) in steps {
      let record = try harness.run("hand") {
        try $0.replaceHandWork(of: photo.id, with: hand, files: files)
      }
      let found = try harness.check().filter { $0.code == .olderRender }
      #expect(found.map(\.path) == [harness.image(shown)])
      #expect(
        found.first?.message
          == "WidgetWeaverSmartPhoto/by the lake.json shows this render; the photo shows another one since "
          + "a person framed it.")
      #expect(
        found.first?.remedy
          == "'photoprep album add 'by the lake.json' \(photo.id)' takes that one.")
      try harness.run("add") {
        _ = try Albums(of: $0).change("by the lake.json") { $0.reframe([record]) }
      }
      #expect(try harness.check().allSatisfy { $0.code == .replacedRender })
    }
  }

  @Test func `a missing manual render is damage`() throws {
    let harness = try harness(.memory)
    let (hand, files) = work(1, "mine")
    try harness.run("hand") { _ = try $0.replaceHandWork(of: photo.id, with: hand, files: files) }
    try harness.base.removeFile(at: harness.image(files[0].name))
    #expect(try harness.check().map(\.code) == [.missingFile])
  }

  @Test func `a crash at any call leaves the old frames or the new ones`() throws {
    let start = try harness(.memory)
    let old = try start.run("old") { try $0.record(photo.id) }
    let (hand, files) = work(1, "mine")
    let probe = try StoreHarness(copying: start)
    let counted = FaultyFileSystem(probe.base, failing: .max, .crash)
    let store = try probe.open("count", counted)
    _ = try store.replaceHandWork(of: photo.id, with: hand, files: files)
    try store.close()
    #expect(counted.callCount > 10)
    var outcomes = Set<Int?>()
    for call in 1...counted.callCount {
      let harness = try StoreHarness(copying: start)
      let faulty = FaultyFileSystem(harness.base, failing: call, .crash)
      if let store = try? harness.open("crash", faulty) {
        _ = try? store.replaceHandWork(of: photo.id, with: hand, files: files)
        try? store.close()
      }
      let record = try harness.run("after") { try $0.record(photo.id) }
      outcomes.insert(record.preparation.hand?.revision)
      #expect(record == old || record.preparation.hand == hand, "after call \(call)")
      let damage = try harness.check().filter { $0.severity == .damage }
      #expect(damage.isEmpty, "after call \(call): \(damage)")
    }
    #expect(outcomes == [nil, 1])
  }
}
