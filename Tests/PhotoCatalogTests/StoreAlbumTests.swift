import Dispatch
import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite struct `Albums of a store` {
  private func prepared(_ place: StoreHarness.Place) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2)]) }
    return harness
  }

  private func album(_ numbers: Int...) -> Album {
    var album = Album(sourceID: "test")
    album.add(numbers.map { SamplePhoto($0).record(foundAs: [SourceName("a.jpg")]) })
    return album
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `an album is read back as it was added`(_ place: StoreHarness.Place) throws {
    let harness = try prepared(place)
    try harness.run("add") { try Albums(of: $0).add(album(1, 2), named: "lake.json") }
    try harness.run("look") { (store: Store) throws -> Void in
      #expect(try Albums(of: store).names() == ["lake.json"])
      #expect(try Albums(of: store).album("lake.json") == album(1, 2))
      #expect(try store.missingImages(album(1).allReferencedFileNames).isEmpty)
      #expect(try store.missingImages(album(7).allReferencedFileNames).count == 4)
    }
    #expect(try harness.check().isEmpty)
  }

  @Test func `a change that waits for an app keeps no other process from its own`() throws {
    let harness = try prepared(.disk)
    let app = try PlainFile.lock(folder: URL(filePath: harness.container.string + "/Photos"))
    let (waits, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var environment = harness.environment("one")
    environment.keepsWaiting = { _ in
      { _ in
        waits.signal()
        return true
      }
    }
    let store = try Store.open(at: harness.container, for: .write, in: environment)
    Thread.detachNewThread {
      do { try store.add([SamplePhoto(3)]) } catch { Issue.record(error) }
      hasEnded.signal()
    }
    waits.wait()
    // It would wait for a minute, and fail.
    try harness.run("other") { try Albums(of: $0).add(album(1), named: "lake.json") }
    try app.close()
    hasEnded.wait()
    try store.close()
    #expect(try harness.check() == [])
  }

  @Test func `an album of the same name stays as it is`() throws {
    let harness = try prepared(.memory)
    try harness.run("add") { (store: Store) throws -> Void in
      try Albums(of: store).add(album(1), named: "lake.json")
      let error = #expect(throws: PhotoprepError.self) {
        try Albums(of: store).add(album(2), named: "lake.json")
      }
      #expect(error?.code == .albumExists)
      #expect(try Albums(of: store).album("lake.json") == album(1))
    }
  }

  @Test func `an album that is made again and removed again within a second goes to the trash too`()
    throws
  {
    let harness = try prepared(.memory)
    try harness.run("remove") { (store: Store) throws -> Void in
      for number in 1...2 {
        try Albums(of: store).add(album(number), named: "lake.json")
        try Albums(of: store).remove("lake.json")
      }
    }
    #expect(try harness.namesInTrash() == ["lake.json", "lake.json"])
    let restored = try harness.run("restore", for: .alone) {
      try Cleanup(of: $0).restore(["lake"]) { _ in }
    }
    #expect(restored.restored.files == 1)
    let last = try harness.run("look", for: .read) { try Albums(of: $0).album("lake.json") }
    #expect(last == album(2))
  }

  @Test func `an album whose name begins with an accent comes back from the trash`() throws {
    let harness = try prepared(.disk)
    try harness.run("remove") { (store: Store) throws -> Void in
      try Albums(of: store).add(album(1), named: "\u{301}lake.json")
      try Albums(of: store).remove("\u{301}lake.json")
    }
    let summary = try harness.run("restore", for: .alone) {
      try Cleanup(of: $0).restore(["\u{301}lake"]) { _ in }
    }
    #expect(summary.restored.files == 1)
    try harness.run("look") { (store: Store) throws -> Void in
      #expect(try Albums(of: store).album("\u{301}lake.json") == album(1))
    }
  }

  @Test func `an album that was removed comes back when a design names it again`() throws {
    let harness = try prepared(.memory)
    try harness.run("remove") { (store: Store) throws -> Void in
      try Albums(of: store).add(album(1), named: "lake.json")
      try Albums(of: store).remove("lake.json")
    }
    let options = CleanupOptions(allowsUnreferenced: true)
    #expect(try harness.clean(options).restored.files == 0)
    try harness.base.createFile(
      at: harness.container.appending("Designs/a.json"),
      bytes: Array(#"{"image": {"smartPhoto": {"shuffleManifestFileName": "lake.json"}}}"#.utf8))
    #expect(try harness.clean(options, as: "again").restored.files == 1)
    try harness.run("look") { (store: Store) throws -> Void in
      #expect(try Albums(of: store).album("lake.json") == album(1))
    }
  }

  @Test func `a change of an album that is not there makes none`() throws {
    let harness = try prepared(.memory)
    let before = try harness.tree()
    try harness.run("change") { (store: Store) throws -> Void in
      let error = #expect(throws: PhotoprepError.self) {
        try Albums(of: store).change("lake.json") { $0.currentIndex = 1 }
      }
      #expect(error?.code.description == "not-found")
    }
    #expect(try Albums(of: try harness.open("look", for: .read)).names().isEmpty)
    #expect(try harness.tree() == before)
  }

  @Test(arguments: [#"{"entries": {"groups": []}}"#, #"{"entries": ["1", {"id": "2"}]}"#])
  func `an album with entries that changing would lose stays as it is`(_ text: String) throws {
    let harness = try prepared(.memory)
    let place = harness.container.appending("WidgetWeaverSmartPhoto/lake.json")
    try harness.replace(place, Array(text.utf8))
    try harness.run("change") { (store: Store) throws -> Void in
      let albums = Albums(of: store)
      let error = #expect(throws: PhotoprepError.self) {
        try albums.change("lake.json") { $0.entries += album(1).entries }
      }
      #expect(error?.code == .unreadableDocument && error?.path == place.string)
      try albums.follow([:], without: [SamplePhoto(1).id])
      #expect(try albums.album("lake.json").entries.count <= 1)
    }
    #expect(try harness.bytes(place) == Array(text.utf8))
  }

  @Test func `an album goes on with the photo that it shows when another one goes`() throws {
    let harness = try prepared(.memory)
    try harness.run("follow") { (store: Store) throws -> Void in
      let albums = Albums(of: store)
      var lake = album(1, 2, 3)
      // Five turns, which nobody wrote down.
      lake.nextChangeDate = harness.clock.now - 4 * 3600 - 600
      try albums.add(lake, named: "lake.json")
      let shown = lake.entry(at: harness.clock.now)
      #expect(shown?.record == SamplePhoto(3).id)
      try albums.follow([:], without: [SamplePhoto(1).id])
      let followed = try albums.album("lake.json")
      #expect(followed.entries.count == 2 && followed.entry(at: harness.clock.now) == shown)
    }
  }

  @Test func `a store open for reading changes no album`() throws {
    let harness = try prepared(.disk)
    let store = try harness.open("read", for: .read)
    let error = #expect(throws: PhotoprepError.self) {
      try Albums(of: store).add(album(1), named: "lake.json")
    }
    #expect(error?.code == .notOpenForWriting)
  }

  @Test(arguments: [
    "", "a/b", ".hidden", "a\\b", " lake", "new\nline", "esc\u{1B}[31m",
    String(repeating: "é", count: 126),
  ])
  func `a name that can be no file's is refused`(_ name: String) {
    let error = #expect(throws: PhotoprepError.self) { try Album.fileName(named: name) }
    #expect(error?.code == .nameInvalid)
  }

  @Test func `a name counts with and without its ending`() throws {
    #expect(try Album.fileName(named: "lake") == "lake.json")
    #expect(try Album.fileName(named: "lake.json") == "lake.json")
  }

  @Test func `whichever call fails, the album is the old one or the new one`() throws {
    let start = try prepared(.memory)
    try start.run("add") { try Albums(of: $0).add(album(1), named: "lake.json") }
    let counting = FaultyFileSystem(try StoreHarness(copying: start).base, failing: .max, .once)
    func work(_ store: Store) throws {
      try Albums(of: store).change("lake.json") {
        _ = $0.add(
          [SamplePhoto(2).record(foundAs: [SourceName("a.jpg")])])
      }
      try store.close()
    }
    try work(try start.open("count", counting))
    #expect(counting.callCount > 10)
    var seen: Set<Int> = []
    for call in 1...counting.callCount {
      for fault in [FaultyFileSystem.Fault.once, .crash] {
        let harness = try StoreHarness(copying: start)
        do {
          try work(try harness.open("work", FaultyFileSystem(harness.base, failing: call, fault)))
        } catch {}
        (harness.base as? MemoryFileSystem)?.endProcess()
        let found = try harness.run("after") { try Albums(of: $0).album("lake.json") }
        #expect(found == album(1) || found == album(1, 2), "call \(call), \(fault)")
        seen.insert(found.entries.count)
        #expect(try harness.check().isEmpty, "call \(call), \(fault)")
      }
    }
    #expect(seen == [1, 2])
  }

  /// What changes a document in a folder that apps write to as well.
  enum Change: CaseIterable, Sendable {
    case add, change, rename, remove, photo, handWork, merge
  }

  @Test(arguments: Change.allCases)
  func `a change waits until an app has ended its own`(_ change: Change) throws {
    let harness = try prepared(.disk)
    try harness.run("make") { try Albums(of: $0).add(album(1), named: "lake.json") }
    let isOfPhoto = [.photo, .handWork, .merge].contains(change)
    let folder = isOfPhoto ? "Photos" : ContainerLayout.standard.albums
    let lock = try PlainFile.lock(folder: URL(filePath: harness.container.appending(folder).string))
    let before = try harness.tree(harness.container.appending(folder))
    let place = harness.container.removingLastComponent().appending("other")
    try Store.create(at: place, in: harness.environment("create"))
    let other = StoreHarness(harness, at: place)
    try other.run("add") { try $0.add(SamplePhoto(4)) }
    let source = try other.open("read", for: .read)
    let store = try harness.open("work")
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let albums = Albums(of: store)
      do {
        switch change {
        case .add: try albums.add(Album(sourceID: "test"), named: "new.json")
        case .change: try albums.change("lake.json") { $0.rotationIntervalMinutes = 7 }
        case .rename: try albums.rename("lake.json", to: "sea.json")
        case .remove: try albums.remove("lake.json")
        case .photo: try store.add(SamplePhoto(3))
        case .handWork:
          try store.replaceHandWork(
            of: SamplePhoto(1).id, with: HandWork(revision: 1, stars: 3), files: [])
        case .merge: _ = try StoreMerge(from: source, into: store, images: .link).run { _ in }
        }
      } catch { Issue.record(error) }
      hasEnded.signal()
    }
    // It cannot end however long the wait is.
    #expect(hasEnded.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
    #expect(try harness.tree(harness.container.appending(folder)) == before)
    try lock.close()
    hasEnded.wait()
    try store.close()
    try source.close()
    #expect(try harness.tree(harness.container.appending(folder)) != before)
  }

  @Test func `writers at the same time lose nothing`() throws {
    let harness = try prepared(.disk)
    try harness.run("add") { try Albums(of: $0).add(Album(sourceID: "test"), named: "lake.json") }
    let stores = try (0..<4).map { try harness.open("writer-\($0)") }
    DispatchQueue.concurrentPerform(iterations: stores.count) { number in
      for turn in 0..<10 {
        let entry = AlbumEntry(id: "\(number)-\(turn)")
        _ = try? Albums(of: stores[number]).change("lake.json") { $0.entries.append(entry) }
      }
    }
    for store in stores { try store.close() }
    let album = try Albums(of: try harness.open("look", for: .read)).album("lake.json")
    #expect(Set(album.entries.map(\.id)).count == 40)
  }
}
