import Testing

@testable import Imaging

/// Files that carry more beside their picture than any honest one; none of them reaches a decoder.
@Suite("Limits on metadata, profiles and frames")
struct MetadataLimitTests {
  private func problem(_ bytes: [UInt8], _ format: PhotoFormat) -> String? {
    do throws(ScanProblem) {
      _ = try PhotoScan.of(bytes, as: format, limits: .standard)
      return nil
    } catch {
      guard case .excessive(let text) = error else { return "\(error)" }
      return text
    }
  }

  private func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(part.count * count)
    for _ in 0..<count { all += part }
    return all
  }

  private static let tooMuch = "file has more than 67108864 bytes of metadata, the limit."
  private static let tooLarge = "file has a colour profile of more than 16707345 bytes, the limit."

  private func png(_ type: String, _ data: [UInt8], count: Int) -> [UInt8] {
    let whole = TestPNG(width: 1, height: 1, samples: [1, 2, 3]).bytes
    let chunk = data.count.bigEndian(bytes: 4) + Array(type.utf8) + data + [0, 0, 0, 0]
    return Array(whole.prefix(33)) + repeated(chunk, count) + Array(whole.dropFirst(33))
  }

  @Test func `a PNG's texts count at the size that they may unpack to`() {
    let data = [UInt8](repeating: 7, count: 7800)
    let packed = Array("k\0\u{1}\0\0\0".utf8) + data
    let plain = Array("k\0\0\0\0\0".utf8) + data
    #expect(problem(png("zTXt", data, count: 8), .png) == nil)
    #expect(problem(png("zTXt", data, count: 9), .png) == "The PNG \(Self.tooMuch)")
    #expect(problem(png("iCCP", data, count: 9), .png) == "The PNG \(Self.tooMuch)")
    #expect(problem(png("iTXt", packed, count: 9), .png) == "The PNG \(Self.tooMuch)")
    #expect(problem(png("iTXt", plain, count: 9), .png) == nil)
    // What libpng does not keep is no matter.
    #expect(problem(png("fdAT", data, count: 9), .png) == nil)
  }

  @Test func `the refusal of a photo states the number and the remedy`() {
    let bytes = png("zTXt", [UInt8](repeating: 7, count: 7800), count: 9)
    let error = failure(bytes, name: "a.png")
    #expect(error?.code == .tooMuchWork)
    #expect(
      error?.description
        == "a.png: The PNG \(Self.tooMuch) Open it in a photo editor and export it again.")
  }

  private func jpeg(_ marker: UInt8, _ data: [UInt8], count: Int) throws -> [UInt8] {
    let whole = try TestScene.jpeg(1)
    let segment = [0xFF, marker] + (data.count + 2).bigEndian(bytes: 2) + data
    return Array(whole.prefix(2)) + repeated(segment, count) + Array(whole.dropFirst(2))
  }

  @Test(arguments: [UInt8(0xE1), 0xFE])
  func `a JPEG's application data and comments are limited`(marker: UInt8) throws {
    let data = [UInt8](repeating: 7, count: 65_533)
    #expect(problem(try jpeg(marker, data, count: 1020), .jpeg) == nil)
    #expect(problem(try jpeg(marker, data, count: 1025), .jpeg) == "The JPEG \(Self.tooMuch)")
  }

  @Test func `a JPEG's profile has at most the 255 pieces that can be numbered`() throws {
    let data = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + [UInt8](repeating: 7, count: 65_519)
    #expect(problem(try jpeg(0xE2, data, count: 254), .jpeg) == nil)
    #expect(problem(try jpeg(0xE2, data, count: 257), .jpeg) == "The JPEG \(Self.tooLarge)")
  }

  @Test func `a GIF's frames are limited`() {
    let header: [UInt8] = Array("GIF89a".utf8) + [4, 0, 3, 0, 0, 0, 0]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 0x01, 0]
    #expect(problem(header + repeated(frame, 10_000) + [0x3B], .gif) == nil)
    #expect(
      problem(header + repeated(frame, 10_001) + [0x3B], .gif)
        == "The GIF file has more than 10000 frames, the limit.")
  }

  private func webp(_ type: String, _ data: [UInt8], count: Int) -> [UInt8] {
    let canvas: [UInt8] = Array("VP8X".utf8) + little(10, 4) + [0, 0, 0, 0, 15, 0, 0, 7, 0, 0]
    let chunk = Array(type.utf8) + little(data.count, 4) + data
    let chunks = canvas + repeated(chunk, count)
    return Array("RIFF".utf8) + little(4 + chunks.count, 4) + Array("WEBP".utf8) + chunks
  }

  @Test func `a WebP's frames, metadata and profile are limited`() {
    #expect(problem(webp("ANMF", [], count: 10_000), .webp) == nil)
    #expect(
      problem(webp("ANMF", [], count: 10_001), .webp)
        == "The WebP file has more than 10000 frames, the limit.")
    let megabyte = [UInt8](repeating: 7, count: 1 << 20)
    #expect(problem(webp("XMP ", megabyte, count: 64), .webp) == nil)
    #expect(problem(webp("XMP ", megabyte, count: 65), .webp) == "The WebP \(Self.tooMuch)")
    #expect(problem(webp("ICCP", megabyte, count: 16), .webp) == "The WebP \(Self.tooLarge)")
  }

  /// A TIFF of one pixel and some more entries, whose directory is followed by others.
  private func tiff(
    _ extra: [(tag: Int, type: Int, count: Int)] = [], emptyPages: Int = 0, next: Int? = nil
  ) -> [UInt8] {
    let entries = [(tag: 256, type: 3, count: 1), (tag: 257, type: 3, count: 1)] + extra
    let end = 8 + 2 + 12 * entries.count + 4
    var bytes = Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2)
    for entry in entries {
      bytes += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4) + little(1, 4)
    }
    bytes += little(next ?? (emptyPages == 0 ? 0 : end), 4)
    for page in 1...max(1, emptyPages) where emptyPages > 0 {
      bytes += little(0, 2) + little(page == emptyPages ? 0 : end + 6 * page, 4)
    }
    return bytes
  }

  @Test func `a TIFF's pages are counted and limited`() throws {
    #expect(problem(tiff(emptyPages: 9999), .tiff) == nil)
    #expect(
      problem(tiff(emptyPages: 10_000), .tiff)
        == "The TIFF file has more than 10000 pages, the limit.")
  }

  @Test(arguments: [8, 9_999])
  func `a TIFF whose list of pages loops or leaves the file is accepted`(next: Int) {
    #expect(problem(tiff(next: next), .tiff) == nil)
  }

  @Test func `a TIFF's entries cannot all claim the same megabytes`() {
    let entry = (tag: 50_000, type: 7, count: 30 << 20)
    #expect(problem(tiff([entry, entry]), .tiff) == nil)
    #expect(
      problem(tiff([entry, entry, entry]), .tiff)
        == "The TIFF file's entries claim 94371900 bytes; it has 74.")
  }

  @Test func `a TIFF's profile is limited`() {
    #expect(problem(tiff([(34675, 7, 16_707_345)]), .tiff) == nil)
    #expect(problem(tiff([(34675, 7, 16_707_346)]), .tiff) == "The TIFF \(Self.tooLarge)")
  }

  private func heif(_ boxes: [UInt8], properties: [UInt8] = []) -> [UInt8] {
    let size = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8])
    return box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", size + properties)) + boxes)
  }

  /// An `iloc` of version 1 with offsets and lengths of 4 bytes.
  private func locations(items: Int, pieces: Int, length: Int) -> [UInt8] {
    let piece = [0, 0, 0, 0] + length.bigEndian(bytes: 4)
    let item = [0, 1, 0, 0, 0, 0] + pieces.bigEndian(bytes: 2) + repeated(piece, pieces)
    return box("iloc", [1, 0, 0, 0, 0x44, 0] + items.bigEndian(bytes: 2) + repeated(item, items))
  }

  @Test func `a HEIF's pieces are limited in number and in total size`() {
    #expect(problem(heif(locations(items: 100, pieces: 100, length: 8)), .heic) == nil)
    #expect(
      problem(heif(locations(items: 101, pieces: 100, length: 8)), .heic)
        == "The HEIF file has more than 10000 pieces, the limit.")
    #expect(problem(heif(locations(items: 2, pieces: 1, length: 30 << 20)), .heic) == nil)
    #expect(
      problem(heif(locations(items: 3, pieces: 1, length: 30 << 20)), .heic)
        == "The HEIF file's entries claim 94371840 bytes; it has 112.")
  }

  @Test func `a HEIF with millions of empty pieces does not stall the scan`() {
    // 65,535 items of 65,535 pieces of no bytes each, as far as the box has room for items.
    let item: [UInt8] = [0, 1, 0, 0, 0xFF, 0xFF]
    let content = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + repeated(item, 1000)
    #expect(
      problem(heif(box("iloc", content)), .heic)
        == "The HEIF file has more than 10000 pieces, the limit.")
  }

  @Test func `a HEIF's profile is limited`() {
    let content = Array("prof".utf8) + [UInt8](repeating: 7, count: 16_707_346)
    #expect(
      problem(heif([], properties: box("colr", content)), .heic) == "The HEIF \(Self.tooLarge)")
  }
}
