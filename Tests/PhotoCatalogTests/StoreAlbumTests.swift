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
    try harness.run("add") { try $0.addAlbum(album(1, 2), named: "lake.json") }
    try harness.run("look") { (store: Store) throws -> Void in
      #expect(try store.albumNames() == ["lake.json"])
      #expect(try store.album("lake.json") == album(1, 2))
      #expect(try store.missingImages(of: album(1)).isEmpty)
      #expect(try store.missingImages(of: album(7)).count == 4)
    }
    #expect(try harness.check().isEmpty)
  }

  @Test func `an album of the same name stays as it is`() throws {
    let harness = try prepared(.memory)
    try harness.run("add") { (store: Store) throws -> Void in
      try store.addAlbum(album(1), named: "lake.json")
      let error = #expect(throws: PhotoprepError.self) {
        try store.addAlbum(album(2), named: "lake.json")
      }
      #expect(error?.code == .albumExists)
      #expect(try store.album("lake.json") == album(1))
    }
  }

  @Test func `a change of an album that is not there makes none`() throws {
    let harness = try prepared(.memory)
    let before = try harness.tree()
    try harness.run("change") { (store: Store) throws -> Void in
      let error = #expect(throws: PhotoprepError.self) {
        try store.changeAlbum("lake.json") { $0.currentIndex = 1 }
      }
      #expect(error?.code.description == "not-found")
    }
    #expect(try harness.open("look", for: .read).albumNames().isEmpty)
    #expect(try harness.tree() == before)
  }

  @Test func `a store open for reading changes no album`() throws {
    let harness = try prepared(.disk)
    let store = try harness.open("read", for: .read)
    let error = #expect(throws: PhotoprepError.self) {
      try store.addAlbum(album(1), named: "lake.json")
    }
    #expect(error?.code == .notOpenForWriting)
  }

  @Test(arguments: [
    "", "a/b", ".hidden", "a\\b", " lake", "new\nline", "esc\u{1B}[31m",
    String(repeating: "é", count: 126),
  ])
  func `a name that can be no file's is refused`(_ name: String) {
    let error = #expect(throws: PhotoprepError.self) { try Store.albumFileName(name) }
    #expect(error?.code == .nameInvalid)
  }

  @Test func `a name counts with and without its ending`() throws {
    #expect(try Store.albumFileName("lake") == "lake.json")
    #expect(try Store.albumFileName("lake.json") == "lake.json")
  }

  @Test func `whichever call fails, the album is the old one or the new one`() throws {
    let start = try prepared(.memory)
    try start.run("add") { try $0.addAlbum(album(1), named: "lake.json") }
    let counting = FaultyFileSystem(try StoreHarness(copying: start).base, failing: .max, .once)
    func work(_ store: Store) throws {
      try store.changeAlbum("lake.json") {
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
        let found = try harness.run("after") { try $0.album("lake.json") }
        #expect(found == album(1) || found == album(1, 2), "call \(call), \(fault)")
        seen.insert(found.entries.count)
        #expect(try harness.check().isEmpty, "call \(call), \(fault)")
      }
    }
    #expect(seen == [1, 2])
  }

  @Test func `writers at the same time lose nothing`() throws {
    let harness = try prepared(.disk)
    try harness.run("add") { try $0.addAlbum(Album(sourceID: "test"), named: "lake.json") }
    let stores = try (0..<4).map { try harness.open("writer-\($0)") }
    DispatchQueue.concurrentPerform(iterations: stores.count) { number in
      for turn in 0..<10 {
        let entry = AlbumEntry(id: "\(number)-\(turn)")
        _ = try? stores[number].changeAlbum("lake.json") { $0.entries.append(entry) }
      }
    }
    for store in stores { try store.close() }
    let album = try harness.open("look", for: .read).album("lake.json")
    #expect(Set(album.entries.map(\.id)).count == 40)
  }
}
