import Testing

@testable import Imaging

@Suite("TIFF directory")
struct TIFFDirectoryTests {
  @Test func `values that claim the same bytes are read until the file's length is spent`() throws {
    let entries = (1...3).flatMap { tag -> [UInt8] in
      [UInt8(tag), 0, 1, 0, 40, 0, 0, 0, 8, 0, 0, 0]
    }
    let file = Array("II*\0".utf8) + [8, 0, 0, 0, 3, 0] + entries + [0, 0, 0, 0]
    let tags = try TIFFDirectory.first(in: ByteView(file + [UInt8](repeating: 7, count: 10))).tags
    #expect(tags[1]?.count == 40 && tags[2] == [] && tags[3] == [])
  }
}
