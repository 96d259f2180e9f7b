import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `A record that cannot be read` {
  private let harness: StoreHarness
  private let photo = SamplePhoto(1)

  init() throws {
    harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add(photo) }
  }

  /// Puts other bytes into the record without changing what the catalog knows it by.
  private func spoil(_ change: (inout String) -> Void) throws {
    let place = harness.record(photo.id)
    let status = try #require(try harness.base.status(of: place, followingLinks: false))
    var text = String(decoding: try harness.bytes(place), as: UTF8.self)
    change(&text)
    try #require(text.utf8.count == status.size)
    try harness.replace(place, Array(text.utf8))
    try harness.base.setModified(place, to: status.modified)
  }

  @Test func `costs its photo alone when names are added`() throws {
    try harness.run("two") { try $0.add(SamplePhoto(2)) }
    try spoil { $0 = $0.replacing("\"height\"", with: "\"heighT\"") }
    try harness.run("three") { store in
      #expect(try store.isPrepared(photo))
      try store.addSources([
        PhotoSighting(of: photo.id, as: SourceName("b.jpg")),
        PhotoSighting(of: SamplePhoto(2).id, as: SourceName("b.jpg")),
      ])
      #expect(try store.record(SamplePhoto(2).id).preparation.sources.contains(SourceName("b.jpg")))
      #expect(throws: PhotoprepError.self) { try store.record(photo.id) }
    }
  }

  @Test func `is in the trash when its photo is prepared again`() throws {
    try spoil { $0 = $0.replacing("\"height\"", with: "\"heighT\"") }
    let spoilt = try harness.bytes(harness.record(photo.id))
    try harness.run("two") { store in
      #expect(try store.readable(photo.id) == nil)
      try store.add(photo)
      #expect(try store.readable(photo.id) != nil)
      let trashed = try #require(store.unreadableRecords.first)
      #expect(store.unreadableRecords.count == 1)
      #expect(trashed.lastComponent?.string.hasSuffix("-photos-\(photo.id.fileName)") == true)
      #expect(try harness.bytes(trashed) == spoilt)
      try store.add(photo)
      #expect(store.unreadableRecords == [trashed])
    }
    #expect(try harness.check().map(\.code) == [.trashedFile])
  }

  @Test func `is not written in the first place`() throws {
    var record = photo.record(foundAs: [SourceName("a.jpg")])
    record.preparation.uprightSize = PixelSize(width: PixelSize.sideLimit + 1, height: 3000)
    try harness.run("two") { store in
      let error = #expect(throws: PhotoprepError.self) { try store.stage(record, photo.files) }
      #expect(error?.code == .unreadableDocument)
    }
    #expect(try harness.check().isEmpty)
  }
}
