import Imaging
import PhotoGeometry
import PhotoStore
import Testing

@testable import PhotoCatalog

@Suite("Formats of pictures") struct PictureFormatTests {
  private let size = PixelSize(width: 96, height: 40)

  private func file(_ format: PictureFormat) throws -> [UInt8] {
    let samples = (0..<3 * size.area).map { UInt8($0 * 7 % 251) }
    return try Raster(size: size, rgb: samples).file(format, quality: 80)
  }

  @Test(arguments: PictureFormat.allCases.filter { $0.missingEncoder == nil })
  func `a file is known by how it begins, ends as its format does, and can be read`(
    _ format: PictureFormat
  ) throws {
    let bytes = try file(format)
    #expect(PictureFormat(beginning: bytes) == format)
    #expect(bytes.suffix(format.end.count).elementsEqual(format.end))
    let header = try PhotoSource(bytes: bytes, name: "back").header
    #expect(header.format.description == format.name && header.size == size)
  }

  @Test(arguments: PictureFormat.allCases)
  func `an ending is read as it is written`(_ format: PictureFormat) {
    #expect(PictureFormat(ending: format.ending) == format)
    #expect(PictureFormat(ending: format.ending.uppercased()) == format)
  }

  @Test func `another ending and other bytes are none`() {
    #expect(PictureFormat(ending: "gif") == nil && PictureFormat(ending: nil) == nil)
    #expect(PictureFormat(beginning: [0xFF, 0xD8]) == nil)
    #expect(PictureFormat(beginning: Array("RIFF1234WAVE".utf8)) == nil)
  }

  @Test(arguments: PictureFormat.stored)
  func `what a store holds has a name and a header that are read again`(
    _ format: PictureFormat
  ) throws {
    let bytes = try file(format)
    guard case .size(let stated) = PictureHeader.read(bytes, as: format) else {
      Issue.record("\(format.name) has no header that is read.")
      return
    }
    #expect(stated == size)
    #expect(PictureHeader.decodedByteCount(of: bytes) == 3 * size.area)
    let record = try #require(RecordID("0123456789abcdef-01234567"))
    for role in StoredFileName.Role.allCases {
      let name = StoredFileName(role, of: record, as: format)
      #expect(StoredFileName(name.description) == name)
      #expect(ImageFileKind(name.description) == .prepared(name))
    }
    let imported = ImportedFileName(.image, of: ContentDigest(of: bytes), as: format)
    #expect(ImportedFileName(imported.description) == imported)
  }

  @Test func `recipes ask for formats that a store may hold`() throws {
    let recipe = Recipe(algorithmVersion: 1)
    let record = try #require(RecordID("0123456789abcdef-01234567"))
    let formats = recipe.fileNames(of: record).map(\.format)
    #expect(formats.count == 4 && formats.allSatisfy(PictureFormat.stored.contains))
  }
}
