import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@Suite struct `A cleanup` {
  private func harness(_ place: StoreHarness.Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    return harness
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `moves a photo that nothing names to the trash, whole, and keeps the others whole`(
    _ place: StoreHarness.Place
  ) throws {
    let harness = try harness(place)
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(2)])
    let summary = try harness.clean()
    #expect(try harness.namesInPlace() == SamplePhoto(1).names)
    #expect(try harness.namesInTrash() == SamplePhoto(2).names)
    #expect(summary.trashed.files == 5 && summary.referenced.files == 4)
    #expect(try harness.check().filter { $0.code != .trashedFile } == [])
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `brings a photo back, and it may be prepared again meanwhile`(
    _ place: StoreHarness.Place
  ) throws {
    let harness = try harness(place)
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.clean()
    #expect(try !harness.run("look") { try $0.isPrepared(SamplePhoto(2)) })
    let restored = try harness.run("restore", for: .alone) { store in
      try Cleanup(of: store).restore([SamplePhoto(2).id.description]) { _ in }
    }
    #expect(restored.restored.files == 5)
    #expect(try harness.namesInTrash() == [])
    #expect(try harness.run("look") { try $0.isPrepared(SamplePhoto(2)) })
    #expect(try harness.check() == [])
    // What came back is new for the grace period.
    #expect(try harness.clean(as: "again").trashed.files == 0)
    harness.clock.advance(by: 86_401)
    #expect(try harness.clean(as: "later").trashed.files == 5)
    try harness.run("add") { try $0.add(SamplePhoto(2)) }
    let kept = try harness.run("restore-2", for: .alone) {
      try Cleanup(of: $0).restore(nil) { _ in }
    }
    #expect(kept.restored.files == 0 && kept.kept.files == 5)
    #expect(try harness.check().allSatisfy { $0.code == .trashedFile })
  }

  @Test func `knows at every call what a person removed, and what came back`() throws {
    let photo = SamplePhoto(1)
    let start = try harness()
    try start.addOld(1)
    func isThere(_ path: FilePath, _ harness: StoreHarness) throws -> Bool {
      try harness.base.status(of: path, followingLinks: false) != nil
    }
    /// The next run ends a removal that was begun, with all files, and none that came back.
    func checkEnd(of harness: StoreHarness) throws {
      let next = try StoreHarness(copying: harness)
      let mark = next.container.appending(".photoprep/removed/\(photo.id.photo)")
      let wasRemoved = try isThere(mark, next)
      try next.run("next", for: .alone) { store in
        try Cleanup.endRemovals(in: store)
        #expect(try RemovedPhotos(of: store).underWay() == [])
      }
      #expect(try isThere(mark, next) == wasRemoved)
      if wasRemoved { #expect(try next.namesInTrash() == photo.names) }
    }
    /// Cuts work off at each of its calls, and returns the store it leaves at its end.
    func cutOff(
      _ start: StoreHarness, _ work: (Store) throws -> Void,
      _ check: (_ hasRecord: Bool, _ isRemoved: Bool) -> Void
    ) throws -> StoreHarness {
      for call in 1... {
        let harness = try StoreHarness(copying: start)
        let faulty = FaultyFileSystem(harness.base, failing: call, .crash)
        do {
          let store = try harness.open("work", faulty, for: .alone)
          try work(store)
          try store.close()
        } catch is PhotoprepError {}
        let mark = harness.container.appending(".photoprep/removed/\(photo.id.photo)")
        check(try isThere(harness.record(photo.id), harness), try isThere(mark, harness))
        try checkEnd(of: harness)
        if faulty.callCount < call { return harness }
      }
      return start
    }
    let removed = try cutOff(start) { store in
      let plan = try Cleanup(of: store, .removing([photo.id])).plan { _ in }
      _ = try Cleanup(of: store).remove([photo.id], by: plan) { _ in }
    } _: { hasRecord, isRemoved in
      #expect(hasRecord || isRemoved)
    }
    #expect(try removed.namesInTrash() == photo.names)
    let restored = try cutOff(removed) { store in
      _ = try Cleanup(of: store).restore(nil) { _ in }
    } _: { hasRecord, isRemoved in
      #expect(!hasRecord || !isRemoved)
    }
    #expect(try restored.namesInTrash() == [])
  }

  @Test func `ends a removal that was cut off unless something names the photo by now`() throws {
    let photos = [SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]
    let harness = try harness()
    try harness.addOld(1, 2, 3)
    try harness.run("rm", for: .alone) { store in
      let ids = Set(photos.prefix(2).map(\.id))
      try RemovedPhotos(of: store).begin(Set(ids.map(\.photo)), leaving: ids)
    }
    try harness.writeDesign("a.json", showing: [photos[0].name(0)])
    try harness.run("next", for: .alone) { store in
      let gone = try Cleanup.endRemovals(in: store)
      #expect(gone == [photos[1].id.photo])
      #expect(try RemovedPhotos(of: store).all() == gone)
      #expect(try Cleanup.endRemovals(in: store) == [])
    }
    #expect(try harness.namesInTrash() == photos[1].names)
  }

  @Test func `says of a folder in the place of a removed photo to move it away, and leaves it`()
    throws
  {
    let photo = SamplePhoto(1)
    let harness = try harness()
    let folder = harness.container.appending(".photoprep/removed/\(photo.id.photo)")
    try harness.base.createDirectories(at: folder)
    try harness.run("again") { store in
      let removed = RemovedPhotos(of: store)
      let error = #expect(throws: PhotoprepError.self) { try removed.forget([photo.id.photo]) }
      #expect(error?.code == .isADirectory && error?.path == folder.string)
      #expect(error?.remedy == "Move it out of the store.")
      #expect(try harness.base.status(of: folder, followingLinks: false)?.kind == .directory)
      try harness.base.removeDirectory(at: folder)
      try removed.forget([photo.id.photo])
    }
  }

  @Test func `brings a photo back by its name beside a record in the trash that is too large`()
    throws
  {
    let harness = try harness(.disk)
    try harness.addOld(1)
    try harness.clean(CleanupOptions(allowsUnreferenced: true))
    let large = harness.container.appending(
      ".photoprep/trash/1-photos-\(SamplePhoto(2).id.fileName)")
    try harness.base.createFile(at: large, bytes: [])
    let file = try FileHandle(forWritingTo: URL(filePath: large.string))
    try file.truncate(atOffset: UInt64(PhotoContainer.documentByteLimit) + 1)
    try file.close()
    let summary = try harness.run("restore", for: .alone) {
      try Cleanup(of: $0).restore(["a.jpg"]) { _ in }
    }
    #expect(summary.restored.files == SamplePhoto(1).names.count)
  }

  @Test func `says for each document that cannot be read what to do`() throws {
    let harness = try harness()
    try harness.addOld(1)
    let folders = [harness.record(SamplePhoto(2).id), harness.record(SamplePhoto(3).id)]
    for folder in folders { try harness.base.createDirectory(at: folder) }
    var problems: [PhotoprepError] = []
    #expect(throws: PhotoprepError.self) {
      try harness.run("plan", for: .alone) { store in
        _ = try Cleanup(of: store).plan { problems.append($0) }
      }
    }
    #expect(Set(problems.map(\.path)) == Set(folders.map(\.string)))
    #expect(problems.allSatisfy { $0.remedy != nil })
  }

  @Test(arguments: [".a.json.icloud", ".a\u{600}.icloud"])
  func `removes nothing for documents and records that iCloud keeps`(_ placeholder: String) throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let record = harness.record(SamplePhoto(2).id)
    let name = try #require(record.lastComponent).string
    try harness.base.rename(
      record, to: record.removingLastComponent().appending(".\(name).icloud"))
    #expect(try harness.clean().trashed.files == 0)
    let designs = harness.container.appending("Designs")
    try harness.base.rename(
      designs.appending("a.json"), to: designs.appending(placeholder))
    var problems: [PhotoprepError] = []
    #expect(throws: PhotoprepError.self) {
      try harness.run("plan", for: .alone) { store in
        _ = try Cleanup(of: store).plan { problems.append($0) }
      }
    }
    #expect(problems.map(\.path) == [designs.string])
  }

  @Test func `knows what a person removed where the catalog cannot be written`() throws {
    let photo = SamplePhoto(1)
    let harness = try harness(.disk)
    try harness.addOld(1)
    let sql = "CREATE TRIGGER full BEFORE DELETE ON photo BEGIN SELECT RAISE(ABORT, 'full'); END"
    try harness.run("rm", for: .alone) { store in
      let plan = try Cleanup(of: store, .removing([photo.id])).plan { _ in }
      let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
      try harness.runProgram("python3", "-c", script, "store/.photoprep/catalog.sqlite", sql)
      let summary = try Cleanup(of: store).remove([photo.id], by: plan) { _ in }
      #expect(summary.catalogTrouble != nil)
      #expect(try RemovedPhotos(of: store).all() == [photo.id.photo])
    }
  }

  @Test(arguments: [1e11, -1e11])
  func `works by a clock that is wrong by thousands of years`(_ seconds: Double) throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
    harness.clock.advance(by: seconds)
    #expect(try harness.clean().trashed.files == (seconds > 0 ? 5 : 0))
    let restored = try harness.run("restore", for: .alone) {
      try Cleanup(of: $0).restore(nil) { _ in }
    }
    #expect(restored.restored.files == (seconds > 0 ? 5 : 0))
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `brings back and removes for good as much as it is allowed to, and says so`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
    #expect(try !harness.clean().wasInterrupted)
    #expect(try harness.namesInTrash().count == 5)
    let restored = try harness.run("restore", for: .alone) { store in
      var left = 2
      return try Cleanup(of: store).restore(nil, while: { takesOne(of: &left) }) { _ in }
    }
    #expect(restored.wasInterrupted && restored.restored.files == 2)
    #expect(try harness.namesInTrash().count == 3)
    let purged = try harness.run("purge", for: .alone) { store in
      var left = 1
      return try Cleanup(of: store).purgeTrash(
        while: { takesOne(of: &left) }, onProblem: { _ in }
      ) { _ in }
    }
    #expect(purged.wasInterrupted && purged.purged.files == 1)
    #expect(try harness.namesInTrash().count == 2)
  }

  private func takesOne(of left: inout Int) -> Bool {
    left -= 1
    return left >= 0
  }

  @Test func `leaves alone what is younger than the grace period, and what is from the future`()
    throws
  {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    // One young file keeps its photo; so does one from the future.
    for offset in [-60, 86_400 * 9] as [Int64] {
      try harness.base.setModified(
        harness.image(SamplePhoto(2).files[3].name),
        to: harness.clock.nanoseconds + offset * 1_000_000_000)
      let summary = try harness.clean()
      #expect(summary.trashed.files == 0 && summary.kept.files == 5)
    }
    #expect(try harness.clean(CleanupOptions(gracePeriod: 0)).trashed.files == 0)
  }

  @Test func `takes what is as old as the grace period, and nothing younger`() throws {
    let harness = try harness()
    try harness.addOld(1)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let image = harness.images.appending("image-00000000-0000-8000-8000-000000000001.jpg")
    try harness.replace(image, [1])
    let day = harness.clock.nanoseconds - 86_400_000_000_000
    for (time, count) in [(day + 1, 0), (day, 1)] {
      try harness.base.setModified(image, to: time)
      #expect(try harness.clean().trashed.files == count)
    }
  }

  @Test func `counts the age from the time a photo was prepared, whatever its files say`() throws {
    let harness = try harness()
    try harness.addOld(1)
    let photo = SamplePhoto(2)
    try harness.run("add") { store in
      let record = photo.record(foundAs: [], at: harness.clock.now.addingTimeInterval(-3600))
      try store.commit([try store.stage(record, photo.files)])
    }
    let old = harness.clock.nanoseconds - 9 * 86_400_000_000_000
    for path in photo.files.map({ harness.image($0.name) }) + [harness.record(photo.id)] {
      try harness.base.setModified(path, to: old)
    }
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    #expect(try harness.clean().trashed.files == 0)
    #expect(try harness.clean(CleanupOptions(gracePeriod: 3599)).trashed.files == 5)
  }

  /// In memory the catalog's rows say when photos were prepared, on disk the records, which changed
  /// after their rows were written.
  @Test(arguments: StoreHarness.Place.allCases)
  func `keeps a photo that was prepared in the year 9999`(_ place: StoreHarness.Place) throws {
    let harness = try harness(place)
    try harness.addOld(1)
    let photo = SamplePhoto(2)
    try harness.run("add") { store in
      let record = photo.record(foundAs: [], at: Date(timeIntervalSince1970: 253_402_300_799))
      try store.commit([try store.stage(record, photo.files)])
    }
    let old = harness.clock.nanoseconds - 9 * 86_400_000_000_000
    for path in photo.files.map({ harness.image($0.name) }) + [harness.record(photo.id)] {
      try harness.base.setModified(path, to: old)
    }
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    #expect(try harness.clean().kept.files == 5)
    #expect(try harness.namesInTrash() == [])
  }

  @Test func `empties the trash a day after a cleanup saw that seven days are over`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.clean()
    for seconds in [7 * 86_400 - 1, 86_400, 86_399] {
      harness.clock.advance(by: Double(seconds))
      #expect(try harness.clean().purged.files == 0)
    }
    harness.clock.advance(by: 1)
    #expect(try harness.clean().purged.files == 5)
    #expect(try harness.namesInTrash() == [])
  }

  @Test func `removes nothing for good while the clock is a week ahead`() throws {
    let harness = try harness()
    try harness.addOld(1, 2, 3)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    try harness.clean()
    try harness.base.removeFile(at: harness.design("b.json"))
    harness.clock.advance(by: 9 * 86_400)
    for _ in 0..<2 { #expect(try harness.clean().purged.files == 0) }
    harness.clock.advance(by: -9 * 86_400)
    #expect(try harness.clean().purged.files == 0)
    #expect(
      try harness.run("back", for: .alone) { try Cleanup(of: $0).restore(nil) { _ in } }.restored
        .files == 10)
    #expect(try harness.check().filter { $0.code.severity == .damage }.isEmpty)
  }

  @Test func `keeps nothing in the trash for longer because a clock was ahead`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.clean()
    for (days, purged) in [(20, 0), (7 - 20, 0), (1, 5)] {
      harness.clock.advance(by: Double(days * 86_400))
      #expect(try harness.clean().purged.files == purged, "after \(days) days")
    }
  }

  @Test func `that is stopped anywhere in the trash leaves nothing damaged`() throws {
    struct Stop: Error {}
    for stop in 1...10 {
      for isPipe in [true, false] {
        let harness = try harness()
        try harness.addOld(1, 2, 3)
        try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
        try harness.clean()
        var left = stop
        let store = try harness.open("purge", for: .alone)
        _ = try? Cleanup(of: store).purgeTrash(
          while: { isPipe || takesOne(of: &left) }, onProblem: { _ in }
        ) { _ in
          if isPipe, !takesOne(of: &left) { throw Stop() }
        }
        try? store.close()
        _ = try harness.run("back", for: .alone) { try Cleanup(of: $0).restore(nil) { _ in } }
        let damages = try harness.check().filter { $0.code.severity == .damage }
        #expect(damages.isEmpty, "stopped after \(stop), \(isPipe): \(damages.map(\.path))")
      }
    }
  }

  @Test(arguments: [
    "007-images-notes.jpg", "+7-images-notes.jpg", "7--images-notes.jpg", "notes.txt",
    "9223372036854775807-images-notes.jpg",
  ])
  func `leaves alone what another program put into the trash`(_ name: String) throws {
    let harness = try harness()
    try harness.addOld(1)
    let place = harness.container.appending(".photoprep/trash").appending(name)
    try harness.base.createFile(at: place, bytes: [1])
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    #expect(try harness.clean().purged.files == 0)
    let purged = try harness.run("purge", for: .alone) { store in
      try Cleanup(of: store).purgeTrash(onProblem: { _ in }) { _ in }
    }
    #expect(purged.purged.files == 0)
    #expect(try harness.bytes(place) == [1])
  }

  @Test func `brings back by itself what something names again`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.clean()
    harness.clock.advance(by: 30 * 86_400)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(1)])
    let summary = try harness.clean()
    #expect(summary.restored.files == 5 && summary.purged.files == 0)
    #expect(try harness.check() == [])
  }

  @Test func `a purge empties the trash but keeps what something names`() throws {
    let harness = try harness()
    try harness.addOld(1, 2, 3)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.clean()
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(1)])
    let summary = try harness.run("purge", for: .alone) { store in
      try Cleanup(of: store).purgeTrash(onProblem: { _ in }) { _ in }
    }
    #expect(summary.restored.files == 5 && summary.purged.files == 5)
    #expect(try harness.namesInTrash() == [])
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `keeps what is pinned until it is let go`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    let pinned = try harness.run("pin") {
      try Pins(of: $0).add([SamplePhoto(2).id.photo.description])
    }
    #expect(pinned == SamplePhoto(2).files.map(\.name.description).sorted())
    #expect(try harness.clean().trashed.files == 5)
    #expect(try harness.namesInPlace() == SamplePhoto(2).names)
    let released = try harness.run("unpin") {
      try Pins(of: $0).remove([SamplePhoto(2).id.description])
    }
    #expect(released == pinned)
    #expect(try harness.run("pins") { try Pins(of: $0).names() } == [])
    #expect(try harness.clean(CleanupOptions(allowsUnreferenced: true)).trashed.files == 5)
  }

  @Test func `keeps a photo of which a person framed a render`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    let photo = SamplePhoto(2)
    let manual = "smart-small-manual-\(photo.id).jpg"
    let images = harness.image(photo.files[1].name).removingLastComponent()
    try harness.replace(images.appending(manual), photo.files[1].bytes)
    try harness.edit(
      harness.record(photo.id), #""renderFileName": "\#(photo.name(1))""#,
      #""renderFileName": "\#(manual)""#)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let summary = try harness.clean(CleanupOptions(gracePeriod: -60))
    #expect(summary.trashed.files == 0 && summary.kept.files == 6)
    #expect(try harness.check() == [])
  }

  @Test func `never touches what it cannot name`() throws {
    let harness = try harness()
    try harness.addOld(1)
    let images = harness.image(SamplePhoto(1).files[0].name).removingLastComponent()
    let names = [
      "holiday.jpg", "smart-small-x.jpg", ".hidden.jpg", "image-4.jpg",
      "image-0F948F29-DDC9-4A8C-8D98-9D5E00000000.jpg",
    ]
    for name in names { try harness.replace(images.appending(name), [1]) }
    try harness.replace(images.appending("image-0F948F29-DDC9-8A8C-8D98-9D5E00000000.jpg"), [1])
    let summary = try harness.clean(CleanupOptions(gracePeriod: -9e6, allowsUnreferenced: true))
    #expect(try harness.namesInPlace() == names.sorted())
    #expect(summary.trashed.files == 6 && summary.foreign == 5)
  }

  @Test func `a plan changes nothing`() throws {
    let harness = try harness(.disk)
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let before = try TreeDigest(of: URL(filePath: harness.container.string))
    let store = try harness.open("plan", for: .read)
    let plan = try Cleanup(of: store).plan { _ in }
    var orphans = 0
    plan.forEachEvent { if $0.kind == .orphan { orphans += 1 } }
    #expect(orphans == 5 && plan.summary.orphans.files == 5)
    #expect(throws: PhotoprepError.self) { try Cleanup(of: store).carryOut(plan) { _ in } }
    try store.close()
    #expect(try TreeDigest(of: URL(filePath: harness.container.string)) == before)
  }

  @Test func `spares what a design names that was written after the plan`() throws {
    let harness = try harness()
    try harness.addOld(1, 2, 3)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let store = try harness.open("clean", for: .alone)
    let plan = try Cleanup(of: store).plan { _ in }
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    #expect(try Cleanup(of: store).carryOut(plan) { _ in }.trashed.files == 5)
    try store.close()
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `brings back what a design names that was written after it was to go for good`() throws
  {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    for days in [0, 8, 2] {
      harness.clock.advance(by: Double(days) * 86_400)
      if days != 2 { try harness.clean(as: "clean-\(days)") }
    }
    let store = try harness.open("last", for: .alone)
    let plan = try Cleanup(of: store).plan { _ in }
    #expect(plan.summary.expired.files == 5)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let summary = try Cleanup(of: store).carryOut(plan) { _ in }
    #expect(summary.restored.files == 5 && summary.purged.files == 0)
    try store.close()
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `spares what was pinned after the plan`() throws {
    let harness = try harness()
    try harness.addOld(1, 2, 3)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let store = try harness.open("clean", for: .alone)
    let plan = try Cleanup(of: store).plan { _ in }
    _ = try Pins(of: store).add([SamplePhoto(2).id.photo.description])
    #expect(try Cleanup(of: store).carryOut(plan) { _ in }.trashed.files == 5)
    try store.close()
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `removes nothing when nothing says what is in use`() throws {
    let harness = try harness()
    try harness.addOld(1)
    #expect(try harness.refusal() == .cleanupRefused)
    #expect(try harness.namesInPlace() == SamplePhoto(1).names)
    #expect(try harness.refusal(CleanupOptions(allowsUnreferenced: true)) == nil)
    #expect(try harness.namesInPlace() == [])
  }

  @Test func `removes nothing while a new design waits for its images`() throws {
    let harness = try harness()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0), SamplePhoto(9).name(1)])
    #expect(try harness.refusal() == .cleanupRefused)
    harness.clock.advance(by: 86_400 + 1)
    #expect(try harness.refusal() == nil)
    #expect(try harness.namesInPlace() == SamplePhoto(1).names)
  }

  @Test func `waits until it is alone, and says for whom`() throws {
    let harness = try harness(.disk)
    let writer = try harness.open("writer")
    var holders: [LockHolder] = []
    let error = #expect(throws: PhotoprepError.self) {
      try Store.open(at: harness.container, for: .alone, in: harness.environment("clean")) {
        holders = $0
        return false
      }
    }
    #expect(error?.code == .storeLocked)
    #expect(holders.map(\.process) == [ProcessInfo.processInfo.processIdentifier])
    try writer.close()
    let alone = try harness.open("clean", for: .alone)
    #expect(throws: PhotoprepError.self) { try harness.open("other") }
    try alone.close()
  }
}
