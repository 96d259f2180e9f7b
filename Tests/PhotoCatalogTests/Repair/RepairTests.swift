import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

/// Makes renders of the right size whose filler says what they were made from.
private enum SampleRenders {
  struct Refusal: Error {}

  static func make(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> (bytes: [UInt8], quality: Int?) {
    let frame = try #require(record.preparation.recipe.frames[family])
    return (jpeg(frame, filler: "again \(master.count)"), 80)
  }
}

@Suite struct `A repair` {
  private func harness() throws -> StoreHarness {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    return harness
  }

  private func repair(
    _ harness: StoreHarness,
    with makeRender: @escaping StoreRepair.RenderMaking = SampleRenders.make
  ) throws -> (summary: RepairSummary, events: [RepairEvent]) {
    var events: [RepairEvent] = []
    let summary = try harness.run("repair", for: .alone) { store in
      try StoreRepair(of: store, readData: true, with: makeRender).run(onFinding: { _ in }) {
        events.append($0)
      }
    }
    return (summary, events)
  }

  @Test func `makes a damaged render again from its master, and the record says so`() throws {
    let harness = try harness()
    let photo = SamplePhoto(2)
    try harness.base.removeFile(at: harness.image(photo.files[1].name))
    try harness.replace(harness.image(photo.files[3].name), [0xFF, 0xD8])
    let (summary, _) = try repair(harness)
    #expect(summary.mended == 2 && summary.notMended == 0 && summary.check.isSound)
    let record = try harness.run("look") { try $0.record(photo.id) }
    #expect(record.preparation.renders.small.quality == 80)
    #expect(record.preparation.renders.medium.quality == 85)
    #expect(try harness.check() == [])
  }

  @Test func `stops wherever it is told to, and the next one goes on`() throws {
    let harness = try harness()
    let file = harness.image(SamplePhoto(2).files[1].name)
    try harness.base.removeFile(at: file)
    var stops = 0
    var summary: RepairSummary?
    while summary == nil {
      let limit = stops
      do {
        summary = try harness.run("repair-\(limit)", for: .alone) { store in
          var asked = 0
          return try StoreRepair(
            of: store, readData: true, with: SampleRenders.make,
            while: {
              asked += 1
              return asked <= limit
            }
          ).run(onFinding: { _ in }, { _ in })
        }
      } catch let error as PhotoprepError {
        #expect(error.code == .interrupted)
        stops += 1
        #expect(try harness.check().allSatisfy { $0.code == .missingFile })
      }
    }
    // Records and images once for each of the checks before and after, and the render in between.
    #expect(stops > 20)
    #expect(summary?.check.isSound == true)
    #expect(try harness.check() == [])
  }

  @Test func `a catalog that is not made to its end changes nothing`() throws {
    let harness = try harness()
    let before = try harness.tree()
    for limit in 0..<3 {
      let error = #expect(throws: PhotoprepError.self) {
        try harness.run("rebuild-\(limit)", for: .alone) { store in
          var asked = 0
          _ = try CatalogRebuild(of: store).run {
            asked += 1
            return asked <= limit
          }
        }
      }
      #expect(error?.code == .interrupted)
      #expect(try harness.tree() == before)
    }
  }

  @Test func `gives files that changed places their own again, byte for byte`() throws {
    let harness = try harness()
    let before = try harness.tree()
    let places = [(1, 1), (2, 3), (3, 0), (1, 0)].map { photo, file in
      harness.image(SamplePhoto(photo).files[file].name)
    }
    let bytes = try places.map(harness.bytes)
    for (index, place) in places.enumerated() {
      try harness.replace(place, bytes[(index + 1) % bytes.count])
    }
    let found = try harness.run("check", for: .read) { store in
      var found: [Finding.Code] = []
      _ = try StoreCheck(of: store, readData: true).run { found.append($0.code) }
      return found
    }
    #expect(found == [.swappedFile, .swappedFile, .swappedFile, .swappedFile])
    #expect(try repair(harness).summary.mended == 4)
    #expect(try harness.tree() == before)
  }

  @Test func `takes a file's very bytes from the trash`() throws {
    let harness = try harness()
    let file = SamplePhoto(1).files[0]
    let trash = harness.container.appending(".photoprep/trash/1700000000-images-\(file.name)")
    try harness.base.rename(harness.image(file.name), to: trash)
    #expect(try repair(harness).summary.mended == 1)
    #expect(try harness.bytes(harness.image(file.name)) == file.bytes)
  }

  @Test func `says what it cannot mend, and leaves it as it is`() throws {
    let harness = try harness()
    try harness.base.removeFile(at: harness.image(SamplePhoto(1).files[0].name))
    try harness.base.removeFile(at: harness.image(SamplePhoto(1).files[2].name))
    try harness.base.removeFile(at: harness.image(SamplePhoto(2).files[1].name))
    let before = try harness.tree()
    let (summary, events) = try repair(harness, with: { _, _, _ in throw SampleRenders.Refusal() })
    #expect(summary.mended == 0 && summary.notMended == 3 && summary.check.damages == 3)
    for event in events {
      guard case .notMended(_, let why, let remedy) = event else { continue }
      #expect(!why.isEmpty && remedy.hasPrefix("Prepare the photo again"))
    }
    #expect(try harness.tree() == before)
  }

  @Test func `never makes up a render that a person framed`() throws {
    let harness = try harness()
    let photo = SamplePhoto(1)
    let manual = "smart-small-manual-\(photo.id).jpg"
    try harness.edit(
      harness.record(photo.id), #""renderFileName": "\#(photo.name(1))""#,
      #""renderFileName": "\#(manual)""#)
    let (summary, events) = try repair(harness)
    #expect(summary.notMended == 1 && events.count == 1)
    let images = harness.image(photo.files[0].name).removingLastComponent()
    #expect(
      try harness.base.status(of: images.appending(manual), followingLinks: false) == nil)
  }

  @Test func `brings the catalog in line with the records`() throws {
    let harness = try harness()
    let record = try harness.bytes(harness.record(SamplePhoto(1).id))
    try harness.base.removeFile(at: harness.record(SamplePhoto(2).id))
    try harness.replace(harness.record(SamplePhoto(1).id), record + [0x20])
    let (summary, _) = try repair(harness)
    #expect(summary.rowsWritten == 1 && summary.rowsRemoved == 1 && summary.check.isSound)
  }
}

@Suite struct `A catalog made again` {
  @Test func `says the same as the old one`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let photos = (0..<40).map(SamplePhoto.init)
    try harness.run("one") { try $0.add(photos) }
    let status = FileStatus(
      kind: .regular, size: 1, modified: 1, changed: 1, inode: 1, device: 1)
    try harness.run("two") { store in
      try store.remember([
        SourceObservation(
          of: photos[0].id.photo, at: "/a.jpg", status, observedAt: harness.clock.now)
      ])
    }
    let report = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    #expect(report.rows == 40 && report.isSame)
    #expect(try harness.run("look") { try $0.photo(at: "/a.jpg", status) } == photos[0].id.photo)
    let left = try harness.base.list(harness.container.appending(".photoprep")).map(\.string)
    #expect(!left.contains { $0.hasPrefix("catalog.new") || $0.hasSuffix("-journal") })
  }

  @Test func `says how it differs from the old one`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    let record = harness.record(SamplePhoto(1).id)
    let bytes = try harness.bytes(record)
    try harness.base.removeFile(at: harness.record(SamplePhoto(2).id))
    try harness.replace(record, bytes)
    try harness.base.setModified(record, to: 1_000_000_000)
    let added = harness.record(SamplePhoto(4).id)
    try harness.replace(added, SamplePhoto(4).record(foundAs: []).bytes)
    let report = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    #expect(report.rows == 3 && report.changed == 1 && report.removed == 1 && report.added == 1)
  }

  @Test func `leaves the old one when it is cut off`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2)]) }
    let half = harness.container.appending(".photoprep/catalog.new-cut.sqlite")
    try harness.replace(half, [1, 2, 3])
    try harness.run("two") { #expect($0.recovery == RecoveryReport()) }
    #expect(try harness.base.status(of: half, followingLinks: false) == nil)
    #expect(try harness.check() == [])
  }

  @Test func `is all new where there was none`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2)]) }
    try harness.base.removeFile(at: harness.container.appending(".photoprep/catalog.sqlite"))
    let report = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    #expect(report.rows == 2 && report.added == 2)
  }
}
