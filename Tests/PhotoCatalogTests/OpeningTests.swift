import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

/// Returns the code of the error that a call throws, or `nil` when it throws none.
private func code(_ body: () throws -> Void) -> PhotoprepError.Code? {
  do { try body() } catch { return (error as? PhotoprepError)?.code }
  return nil
}

@Suite struct `Opening a store` {
  @Test(arguments: [Store.Access.read, .write])
  func `needs a store`(_ access: Store.Access) throws {
    let harness = try StoreHarness(.disk)
    #expect(code { _ = try harness.open("one", for: access) } == .storeMissing)
    try harness.base.createDirectory(at: harness.container)
    #expect(code { _ = try harness.open("one", for: access) } == .storeMissing)
    try harness.create()
    #expect(code { try harness.open("one", for: access).close() } == nil)
  }

  @Test(arguments: [Store.Access.read, .write])
  func `refuses a newer version`(_ access: Store.Access) throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let settings = harness.container.appending(".photoprep/store.json")
    try harness.replace(settings, Array(#"{"version": 3}"#.utf8))
    #expect(code { _ = try harness.open("one", for: access) } == .storeTooNew)
    #expect(code { try harness.create() } == .storeTooNew)
    try harness.replace(settings, Array("{".utf8))
    #expect(code { _ = try harness.open("one", for: access) } == .storeSettings)
  }

  @Test func `leaves an App Group container's own files alone`() throws {
    let harness = try StoreHarness(.memory)
    let own = harness.container.appending("WidgetWeaverImages/image-1.jpg")
    try harness.base.createDirectories(at: own.removingLastComponent())
    try harness.base.createFile(at: own, bytes: [1])
    try harness.create()
    try harness.create()
    try harness.run("one") { try $0.add(SamplePhoto(1)) }
    #expect(try harness.bytes(own) == [1])
    #expect(try harness.check().map(\.code) == [.foreignFile])
  }

  @Test func `gives other folders other names, once`() throws {
    let harness = try StoreHarness(.memory)
    let layout = try ContainerLayout(images: "Pictures", path: "")
    try Store.create(at: harness.container, layout: layout, in: harness.environment("create"))
    try harness.run("one") { try $0.add(SamplePhoto(1)) }
    let name = SamplePhoto(1).files[0].name.description
    let file = harness.container.appending("Pictures").appending(name)
    #expect(try harness.base.status(of: file, followingLinks: false) != nil)
    #expect(code { try harness.create() } == .storeSettings)
  }

  @Test func `for writing names the process that it waits for`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let other = try harness.open("clean", for: .alone)
    var holders: [Int32] = []
    try Store.open(
      at: harness.container, for: .write, in: harness.environment("prep"),
      while: {
        holders = $0.map(\.process)
        try? other.close()
        return true
      }
    ).close()
    #expect(holders == [ProcessInfo.processInfo.processIdentifier])
  }

  @Test func `made with other folders at the same time succeeds for one alone`() async throws {
    for round in 0..<20 {
      let harness = try StoreHarness(.disk)
      let container = harness.container
      let layouts = try ["A", "B"].map { try ContainerLayout(images: $0, path: "") }
      let made = await withTaskGroup(of: ContainerLayout?.self) { group in
        for layout in layouts {
          let environment = harness.environment(layout.images)
          group.addTask {
            do {
              try Store.create(at: container, layout: layout, in: environment)
              return layout
            } catch {
              let code = (error as? PhotoprepError)?.code
              #expect(code == .storeSettings, "round \(round)")
              return nil
            }
          }
        }
        return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
      }
      #expect(made.count == 1, "round \(round)")
      let opened = try PhotoContainer(url: URL(filePath: container.string))
      #expect(opened.layout == made.first)
      let folders = try harness.base.list(harness.container).map(\.string)
      #expect(folders.filter(["A", "B"].contains) == made.map(\.images))
    }
  }

  @Test func `waits for a run that holds the store alone`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let lock = try harness.base.lock(at: harness.container.appending(".photoprep/lock"))
    #expect(try lock.attempt(.exclusive))
    try lock.note(LockHolder(process: ProcessInfo.processInfo.processIdentifier, since: 0))
    let error = #expect(throws: PhotoprepError.self) { try harness.open("one") }
    #expect(error?.code == .storeLocked)
    #expect(
      error?.message
        == "The store is in use by process \(ProcessInfo.processInfo.processIdentifier).")
    var looks = 0
    let store = try Store.open(
      at: harness.container, for: .write, in: harness.environment("two"),
      while: { _ in
        looks += 1
        if looks == 2 { try? lock.unlock() }
        return looks < 100
      })
    #expect(looks == 2)
    try store.close()
  }

  @Test func `for reading does not wait and writes nothing`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let before = try harness.tree()
    let lock = try harness.base.lock(at: harness.container.appending(".photoprep/lock"))
    #expect(try lock.attempt(.exclusive))
    let store = try harness.open("one", for: .read)
    #expect(code { _ = try store.stage(SamplePhoto(1)) } == .notOpenForWriting)
    #expect(code { try store.commit([]) } == .notOpenForWriting)
    #expect(try !store.isPrepared(SamplePhoto(1)))
    try store.close()
    #expect(try harness.tree() == before)
  }

  @Test func `refuses a run name that is in use`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let store = try harness.open("one")
    _ = try store.stage(SamplePhoto(1))
    #expect(code { _ = try harness.open("one") } == .storeLocked)
    try store.close()
    #expect(code { try harness.open("one").close() } == nil)
  }

  @Test func `ends the use of a store for good`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let store = try harness.open("one")
    try store.close()
    try store.close()
    #expect(code { _ = try store.stage(SamplePhoto(1)) } == .notOpenForWriting)
  }

  @Test(arguments: ["no catalog at all, but more than sixteen bytes", ""])
  func `makes a catalog again that is damaged or empty`(_ text: String) throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    let catalog = harness.container.appending(".photoprep/catalog.sqlite")
    try harness.replace(catalog, Array(text.utf8))
    try harness.run("two") { (store) throws in
      #expect(store.recovery.rowsWritten == 3)
      for number in 1...3 { #expect(try store.isPrepared(SamplePhoto(number))) }
    }
    let aside = harness.container.appending(".photoprep/catalog.damaged-two.sqlite")
    let isAside = try harness.base.status(of: aside, followingLinks: false) != nil
    #expect(isAside == !text.isEmpty)
    #expect(try harness.check() == [])
  }

  @Test(arguments: [
    ("ALTER TABLE photo ADD COLUMN more INTEGER", true), ("PRAGMA user_version = 5", false),
  ])
  func `keeps of a catalog in which other tables differ what no record has`(
    _ change: String, isKept: Bool
  ) throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let photo = SamplePhoto(1)
    let status = FileStatus(
      kind: .regular, size: 1, modified: 1, changed: 1, inode: 1, device: 1)
    try harness.run("one") { store in
      try store.add(photo)
      try store.remember([
        SourceObservation(
          of: photo.id.photo, at: "/a.jpg", status, observedAt: harness.clock.now)
      ])
      try Assessments(of: store).keep([(photo.id.photo, [7])], version: 1)
    }
    try harness.runProgram(
      "python3", "-c",
      """
      import sqlite3
      catalog = sqlite3.connect('store/.photoprep/catalog.sqlite')
      catalog.execute('\(change)')
      catalog.commit()
      """)
    try harness.run("two") { store in
      #expect(store.recovery.rowsWritten == 1)
      #expect(try store.photo(at: "/a.jpg", status) == (isKept ? photo.id.photo : nil))
      let judged = try Assessments(of: store).assessment(of: photo.id.photo, version: 1)
      #expect(judged == (isKept ? [7] : nil))
    }
  }

  @Test func `removes a catalog that was set aside a week ago`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    harness.clock.advance(by: Date().timeIntervalSince(harness.clock.now))
    let catalog = harness.container.appending(".photoprep/catalog.sqlite")
    try harness.replace(catalog, Array("no catalog at all, but more than sixteen bytes".utf8))
    let aside = harness.container.appending(".photoprep/catalog.damaged-two.sqlite")
    for (days, run) in [(0.0, "two"), (6, "three"), (2, "four")] {
      harness.clock.advance(by: days * 86_400)
      try harness.run(run) { _ in }
      let isAside = try harness.base.status(of: aside, followingLinks: false) != nil
      #expect(isAside == (run != "four"))
    }
  }

  @Test func `leaves the folder of an app that may be adding a photo`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    harness.clock.advance(by: Date().timeIntervalSince(harness.clock.now))
    let staging = harness.container.appending(".photoprep/staging")
    for run in ["app-1", "gone"] {
      try harness.base.createDirectory(at: staging.appending(run))
      try harness.base.createFile(at: staging.appending(run).appending("a.jpg"), bytes: [1])
    }
    func findings() throws -> [Finding.Code] {
      try harness.run("look", for: .read) { store in
        var found: [Finding.Code] = []
        _ = try StoreCheck(of: store, readData: false).run { found.append($0.code) }
        return found
      }
    }
    #expect(try findings() == [.strayStagedFile])
    try harness.run("one") { _ in }
    #expect(try harness.base.list(staging) == ["app-1"] && findings() == [])
    harness.clock.advance(by: 2 * 86_400)
    #expect(try findings() == [.strayStagedFile])
    try harness.run("two") { _ in }
    #expect(try harness.base.list(staging) == [])
  }

  @Test func `beside another run makes no catalog where there is an empty one`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let other = try harness.open("one")
    let catalog = harness.container.appending(".photoprep/catalog.sqlite")
    try harness.replace(catalog, [])
    let error = #expect(throws: PhotoprepError.self) { try harness.open("two") }
    #expect(error?.code == .catalog && error?.remedy == "Run it again when they have ended.")
    #expect(try harness.bytes(catalog) == [])
    try other.close()
  }

  @Test func `makes a catalog again that is gone`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    try harness.base.removeFile(at: harness.container.appending(".photoprep/catalog.sqlite"))
    try harness.run("two") { #expect($0.recovery.rowsWritten == 3) }
    #expect(try harness.check() == [])
  }

  @Test func `lists records in the order of their names`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    try harness.run("one") { store in
      for number in 1...5 { try store.add(SamplePhoto(number)) }
      try harness.replace(harness.record(SamplePhoto(3).id), [])
      var seen: [RecordID] = []
      var unreadable: [RecordID] = []
      try store.forEachRecord { id, record in
        seen.append(id)
        if case .failure = record { unreadable.append(id) }
      }
      #expect(seen == (1...5).map { SamplePhoto($0).id }.sorted())
      #expect(unreadable == [SamplePhoto(3).id])
    }
  }
}

@Suite struct `A source seen before` {
  private let status = FileStatus(
    kind: .regular, size: 10, modified: 1_000_000_000, changed: 2_000_000_000, inode: .max,
    device: 3)
  private let path = FilePath(bytes: [0x2F, 0xFF])

  private func observation(of photo: PhotoID, at seconds: Double = 100) -> SourceObservation {
    SourceObservation(
      of: photo, at: path, status, observedAt: Date(timeIntervalSince1970: seconds))
  }

  @Test func `is known in the next run`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { store in
      #expect(try store.photo(at: path, status) == nil)
      try store.commit([
        try store.stage(
          photo.record(foundAs: []), photo.files,
          observations: [observation(of: photo.id.photo)])
      ])
    }
    let known = try harness.run("two") { try $0.photo(at: path, status) }
    #expect(known == photo.id.photo)
  }

  @Test func `is not known once anything about it differs`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1).id.photo
    let others = [
      FileStatus(
        kind: .regular, size: 11, modified: 1_000_000_000, changed: 2_000_000_000, inode: .max,
        device: 3),
      FileStatus(
        kind: .regular, size: 10, modified: 1_000_000_001, changed: 2_000_000_000, inode: .max,
        device: 3),
      FileStatus(
        kind: .regular, size: 10, modified: 1_000_000_000, changed: 2_000_000_001, inode: .max,
        device: 3),
      FileStatus(
        kind: .regular, size: 10, modified: 1_000_000_000, changed: 2_000_000_000, inode: 1,
        device: 3),
      FileStatus(
        kind: .regular, size: 10, modified: 1_000_000_000, changed: 2_000_000_000, inode: .max,
        device: 4),
    ]
    try harness.run("one") { store in
      try store.remember([observation(of: photo)])
      #expect(try store.photo(at: path, status) == photo)
      for other in others { #expect(try store.photo(at: path, other) == nil) }
    }
  }

  @Test(arguments: [(4.1, true), (3.9, false), (0, false)])
  func `is kept only when it changed 2 s or more before it was read`(
    _ seconds: Double, _ isKept: Bool
  ) throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1).id.photo
    try harness.run("one") { store in
      try store.remember([observation(of: photo, at: seconds)])
      #expect((try store.photo(at: path, status) != nil) == isKept)
    }
  }
}
