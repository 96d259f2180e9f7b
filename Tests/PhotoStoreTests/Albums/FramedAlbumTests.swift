import PhotoGeometry
import PhotoStore
import Testing

@Suite("Albums of photos that a person framed")
struct FramedAlbumTests {
  private let framing = ManualFraming(
    cropRect: NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.5), straightenDegrees: -2.5,
    quarterTurns: 3)

  private func manualName(_ record: PhotoRecord, _ family: RenderFamily) throws -> String {
    try #require(record.preparation.hand?.renders[family]?.file.name.description)
  }

  @Test func `show the framing that a person chose, and keep the automatic render beside it`()
    throws
  {
    let record = try PhotoRecord.made(1, framed: [.small: framing])
    var album = Album(sourceID: "test")
    album.add([record])
    let entry = album.entries[0]
    let small = try #require(entry.renders[.small])
    let automatic = record.preparation.renders.small.name.description
    #expect(entry.fileNames(for: .small) == [try manualName(record, .small), automatic])
    #expect(small.manualCropRect == framing.cropRect && small.manualStraightenDegrees == -2.5)
    #expect(small.autoCropRect == record.preparation.crops.small.rect)
    #expect(entry.renders[.large]?.manualFile == nil)
    #expect(small.manualQuarterTurns == 3 && entry.fileNames(for: .large).count == 1)
    #expect(try Album(bytes: album.bytes, path: "a.json") == album)
  }

  @Test func `show a framing that was chosen, changed or taken back since`() throws {
    let other = ManualFraming(cropRect: framing.cropRect)
    let records = try [[:], [.small: framing], [.small: other, .large: framing], [:]].map {
      try PhotoRecord.made(1, framed: $0)
    }
    var album = Album(sourceID: "test")
    album.add([records[0], try PhotoRecord.made(2)])
    for record in records.dropFirst() {
      #expect(album.reframe([record]) == 1)
      #expect(album.entries[0] == AlbumEntry(record))
      #expect(album.reframe([record]) == 0)
    }
    #expect(album.entries.count == 2)
  }

  @Test func `keep a framing that the published app made only for the album`() throws {
    var album = Album(sourceID: "test")
    album.add([try PhotoRecord.made(1)])
    album.entries[0].renders[.small]?.manualFile = "smart-shuffle-small-manual-1.jpg"
    let record = try PhotoRecord.made(1, framed: [.small: framing, .large: framing])
    #expect(album.reframe([record]) == 1)
    #expect(album.entries[0].fileNames(for: .small)[0] == "smart-shuffle-small-manual-1.jpg")
    #expect(album.entries[0].fileNames(for: .large)[0] == (try manualName(record, .large)))
  }

  @Test func `leave entries of other records, or of none, as they are`() throws {
    var album = Album(sourceID: "test", entries: [AlbumEntry(id: "A/L0/001")])
    album.add([try PhotoRecord.made(2)])
    let before = album
    #expect(album.reframe([try PhotoRecord.made(1, framed: [.small: framing])]) == 0)
    #expect(album == before)
  }
}
