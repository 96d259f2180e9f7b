import Testing

@testable import Imaging

@Suite("TIFF directory")
struct TIFFDirectoryTests {
  /// A file whose entries, of tags 1, 2 and 3, all have the same bytes for their values.
  private func file(type: UInt8, count: UInt8) -> ByteView {
    let entries = (1...3).flatMap { tag -> [UInt8] in
      [UInt8(tag), 0, type, 0, count, 0, 0, 0, 50, 0, 0, 0]
    }
    let directory = Array("II*\0".utf8) + [8, 0, 0, 0, 3, 0] + entries + [0, 0, 0, 0]
    return ByteView(directory + (1...40).map { UInt8($0) })
  }

  @Test func `only tags that are asked for are kept`() throws {
    let directory = try TIFFDirectory.first(in: file(type: 3, count: 20), tags: [1, 3, 4])
    #expect((1...4).map(directory.has) == [true, false, true, false])
    #expect(directory.first(1) == 0x0201 && directory.first(2) == nil && directory.first(4) == nil)
    #expect(directory.values(3).count == 20 && directory.values(2).isEmpty)
  }

  @Test(
    arguments: [
      (1, 1), (2, 1), (6, 1), (7, 1), (3, 2), (8, 2), (4, 4), (9, 4), (13, 4), (16, 8), (17, 8),
    ])
  func `integer values have their type's size`(type: UInt8, size: Int) throws {
    let directory = try TIFFDirectory.first(
      in: file(type: type, count: UInt8(40 / size)), tags: [2])
    let bytes = (1...40).map { UInt64($0) }
    let wanted = stride(from: 0, to: 40, by: size).compactMap { start in
      Int(exactly: bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | $1 })
    }
    #expect(Array(directory.values(2)) == wanted)
  }

  @Test func `of several values of a tag the first one counts`() throws {
    let entry = [UInt8](arrayLiteral: 18, 1, 3, 0, 1, 0, 0, 0)
    let entries = entry + [6, 0, 0, 0] + entry + [1, 0, 0, 0]
    let block = Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0] + entries + [0, 0, 0, 0]
    #expect(ExifBlock(block)?.orientation == 6)
  }

  @Test(arguments: [5, 12])
  func `values of other types are present but empty`(type: UInt8) throws {
    let directory = try TIFFDirectory.first(in: file(type: type, count: 5), tags: [2])
    #expect(directory.has(2) && directory.first(2) == nil)
  }

  @Test func `values beyond the file's end are refused even if the tag is not asked for`() throws {
    #expect(throws: ScanProblem.self) {
      try TIFFDirectory.first(in: file(type: 1, count: 41), tags: [])
    }
  }
}
