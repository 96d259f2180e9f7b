import Foundation
import PhotoGeometry
import PhotoStore
import Testing

@Suite struct `Shuffle manifest` {
  /// An album as the published app writes it, with keys unknown here.
  static let document = #"""
    {"version": 2, "sourceID": "memories:onThisDay:01-28", "currentIndex": 1,
     "rotationIntervalMinutes": 30, "nextChangeDate": 790000000.5, "batch": {"size": 10},
     "entries": [
      {"id": "A/L0/001", "sourceFileName": "image-1.jpg", "smallFile": "s.jpg",
       "smallAutoCropRect": {"x": 0.1, "y": 0, "width": 0.5, "height": 1, "why": "faces"},
       "smallManualFile": "sm.jpg", "smallManualStraightenDegrees": -2.5,
       "mediumFile": "m.jpg", "largeFile": "l.jpg", "preparedAt": 789000000, "flags": ["blurry"],
       "score": 2.25, "smallManualRotationQuarterTurns": 1},
      {"id": "A/L0/002", "flags": []}
     ]}
    """#

  func album() throws -> Album { try Album(bytes: Array(Self.document.utf8), path: "a.json") }

  @Test func `the published app's album is read field by field`() throws {
    let album = try album()
    #expect(album.version == 2 && album.sourceID == "memories:onThisDay:01-28")
    #expect(album.currentIndex == 1 && album.rotationIntervalMinutes == 30)
    #expect(album.nextChangeDate == Date(timeIntervalSinceReferenceDate: 790_000_000.5))
    let entry = album.entries[0]
    #expect(entry.id == "A/L0/001" && entry.sourceFileName == "image-1.jpg")
    #expect(entry.preparedAt == Date(timeIntervalSinceReferenceDate: 789_000_000))
    #expect(entry.flags == ["blurry"] && entry.score == 2.25)
    #expect(entry.fileNames(for: .small) == ["sm.jpg", "s.jpg"])
    #expect(entry.renders[.small]?.manualStraightenDegrees == -2.5)
    #expect(
      entry.renders[.small]?.autoCropRect == NormalizedRect(x: 0.1, y: 0, width: 0.5, height: 1))
    #expect(entry.isPrepared && !album.entries[1].isPrepared)
    #expect(
      album.allReferencedFileNames == ["image-1.jpg", "l.jpg", "m.jpg", "s.jpg", "sm.jpg"])
  }

  @Test func `an album keeps everything when it is read and written`() throws {
    let before = try JSONSerialization.jsonObject(with: Data(Self.document.utf8))
    let after = try JSONSerialization.jsonObject(with: Data(try album().bytes))
    #expect((before as? NSDictionary)?.isEqual(to: after as? [String: Any] ?? [:]) == true)
  }

  @Test func `a written album reads back equal, and writes the same bytes`() throws {
    let album = try album()
    let again = try Album(bytes: album.bytes, path: "a.json")
    #expect(again == album && again.bytes == album.bytes)
  }

  @Test func `values that are missing or of the wrong type get their default`() throws {
    for text in ["{}", #"{"entries": 5, "currentIndex": "x", "rotationIntervalMinutes": null}"#] {
      let album = try Album(bytes: Array(text.utf8), path: "a.json")
      #expect(album.entries == [] && album.currentIndex == 0)
      #expect(album.rotationIntervalMinutes == 60 && album.nextChangeDate == nil)
    }
  }

  @Test func `dates in the other form are read too`() throws {
    let text = #"{"nextChangeDate": "2026-01-14T12:26:40Z"}"#
    let album = try Album(bytes: Array(text.utf8), path: "a.json")
    #expect(album.nextChangeDate == Date(timeIntervalSinceReferenceDate: 790_086_400))
  }

  @Test func `bytes that are not an object are an error with the file's name`() {
    let error = #expect(throws: PhotoprepError.self) {
      try Album(bytes: [0x5B, 0x5D], path: "a.json")
    }
    #expect(error?.code == .unreadableDocument && error?.path == "a.json")
  }

  @Test func `names that lead out of the folder are reduced to their last part`() throws {
    let text = #"{"entries": [{"smallFile": "../../x.jpg", "sourceFileName": ".."}]}"#
    let album = try Album(bytes: Array(text.utf8), path: "a.json")
    #expect(album.allReferencedFileNames == ["x.jpg"])
  }

  @Test func `prepared photos are added once, behind the others`() throws {
    var album = Album(sourceID: "test")
    let records = try (1...3).map { try PhotoRecord.made($0) }
    let added = [album.add(records.prefix(2)), album.add(records)]
    #expect(added == [2, 1])
    #expect(album.entries.map(\.id) == records.map(\.id.description))
    #expect(album.entries[0].isPrepared)
    #expect(album.entries[0].flags == ["lowResolution"])
    #expect(
      album.entries[0].allReferencedFileNames
        == records[0].image.allReferencedFileNames)
  }

  @Test func `albums of a container are listed and read by name`() throws {
    let container = try TestContainer()
    let name = Album.fileName(
      try #require(UUID(uuidString: "7A3F2C41-9D0E-4B5A-8C67-1E2D3F4A5B6C")))
    #expect(name == "smart-shuffle-7A3F2C41-9D0E-4B5A-8C67-1E2D3F4A5B6C.json")
    try container.write(try album().bytes, container.layout.albums, name)
    try container.write([], container.layout.albums, ".hidden.json")
    let opened = try #require(container.reader.container)
    #expect(try opened.albumNames() == [name])
    #expect(try opened.album(name) == album())
    let error = #expect(throws: PhotoprepError.self) { try opened.album("..") }
    #expect(error?.code == .nameInvalid)
  }
}
