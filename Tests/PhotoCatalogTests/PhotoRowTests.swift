import PhotoGeometry
import PhotoStore
import Testing

@testable import PhotoCatalog

@Suite("Rows of photos") struct PhotoRowTests {
  @Test func `a row has the file of every family, with its size`() throws {
    var record = SamplePhoto(1).record(foundAs: [])
    let id = record.id
    record.preparation.renders = PerFamily(RenderFamily.allCases) { family in
      let name = StoredFileName(.render(family), of: id)
      return StoredFile(
        name: name, of: Array(name.description.utf8), size: PixelSize(width: 1, height: 1),
        quality: 85)
    }
    let row = PhotoRow(record, stamp: RecordStamp(size: 1, modified: 1))
    let files = record.preparation.files
    #expect(files.count == 1 + RenderFamily.allCases.count)
    #expect(row.files.map(\.name) == files.map(\.name))
    #expect(row.files.map(\.byteCount) == files.map(\.byteCount))
  }
}
