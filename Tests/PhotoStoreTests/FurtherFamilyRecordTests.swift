import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@Suite("Records with further families")
struct FurtherFamilyRecordTests {
  private let frames = WidgetScreen.largestPhone.frames

  @Test func `a record with portrait is read as it was written`() throws {
    let record = try PhotoRecord.made(1, frames: frames)
    let read = try PhotoRecord(bytes: record.bytes, path: "a")
    #expect(read == record && read.preparation.families == frames.families)
    #expect(try record.bytesReadBack() == record.bytes)
  }

  @Test func `a record whose files do not match its recipe's frames is not read`() throws {
    let record = try PhotoRecord.made(1, frames: frames)
    let text = String(decoding: record.bytes, as: UTF8.self)
    let end = try #require(text.range(of: "\"crops\": {"))
    let other = text.replacingCharacters(in: end, with: "\"crops\": {\n      \"extraLarge\": {},")
    #expect(throws: PhotoprepError.self) { try PhotoRecord(bytes: Array(other.utf8), path: "a") }
  }

  @Test func `the published app reads small, medium and large and ignores portrait`() throws {
    let record = try PhotoRecord.made(1, frames: frames)
    let photo = try #require(
      try App.decode(App.Image.self, record.bytes, dates: .iso8601).smartPhoto)
    let renders = record.preparation.renders
    #expect(photo.small?.renderFileName == renders.small.name.description)
    #expect(photo.large?.renderFileName == renders.large.name.description)
    #expect(photo.masterFileName == record.preparation.master.name.description)
  }

  @Test func `a photo without a render of a family shows that of the closest shape`() throws {
    let container = try TestContainer()
    let record = try PhotoRecord.made(1)
    for file in record.preparation.files { try container.image(file.name.description) }
    func shown(_ family: RenderFamily) -> String? {
      container.reader.photo(record.image, for: family, at: Date()).file?.lastPathComponent
    }
    #expect(shown(.portrait) == record.preparation.renders.large.name.description)
    #expect(shown(.extraLarge) == record.preparation.renders.medium.name.description)
    let entry = AlbumEntry(record)
    #expect(entry.fileNames(for: .portrait) == entry.fileNames(for: .large))
  }

  @Test func `an album's entry names the renders of further families in separate keys`() throws {
    let record = try PhotoRecord.made(1, frames: frames)
    var album = Album(sourceID: "photoprep")
    album.add([record])
    let read = try Album(bytes: album.bytes, path: "a")
    #expect(read == album)
    #expect(
      read.entries[0].fileNames(for: .portrait)
        == [StoredFileName(.render(.portrait), of: record.id).description])
    #expect(String(decoding: album.bytes, as: UTF8.self).contains("\"portraitFile\""))
    #expect(read.entries[0].isPrepared)
  }

  @Test func `each family is declared once`() {
    #expect(
      RenderFamily.allCases.map(\.codeName) == [
        "systemSmall", "systemMedium", "systemLarge", "systemExtraLargePortrait",
        "systemExtraLarge",
      ])
    for family in RenderFamily.allCases {
      #expect(RenderFamily(name: family.name) == family && !family.introduced.isEmpty)
      #expect(family.usualScreen.frames[family] == family.usualFrame)
    }
    #expect(RenderFamily(name: "extraLarge") == nil)
    #expect(ContainerLayout.version >= PhotoPreparation.version)
  }
}
