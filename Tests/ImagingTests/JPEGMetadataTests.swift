import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// Headers of JPEGs are read without libvips, which is asked here whether it reads the same: decision 0606.
@Suite("Metadata of JPEGs") struct JPEGMetadataTests {
  /// The segments before the picture of a JPEG.
  private func photo(_ segments: [(UInt8, [UInt8])]) throws -> [UInt8] {
    let bare = try #require(
      BareJPEG(
        try Raster(size: PixelSize(width: 8, height: 8), rgb: Array(repeating: 90, count: 192))
          .jpeg(quality: 90)))
    return Array(bare.stream.prefix(2)) + segments.flatMap { JPEGFile.segment($0, $1) }
      + bare.stream.dropFirst(2)
  }

  private func piece(_ number: UInt8, of count: UInt8, _ bytes: [UInt8]) -> (UInt8, [UInt8]) {
    (0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
  }

  @Test func `the first of each kind counts, and what follows the picture does not`() throws {
    let exif: [(UInt8, [UInt8])] = (1...2).map { (UInt8(0xE1), Array("Exif\0\0".utf8) + [$0]) }
    let xmp: [(UInt8, [UInt8])] = (1...2).map {
      (UInt8(0xE1), Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [$0])
    }
    let found = JPEGMetadata(try photo(exif + xmp))
    #expect(found.exif == [1] && found.xmp == [1] && found.profile == nil)
    let behind = JPEGMetadata(
      try photo([]).dropLast(2) + JPEGFile.segment(0xE1, exif[0].1) + JPEGSegments.endMarker)
    #expect(behind == JPEGMetadata(try photo([])))
    #expect(JPEGMetadata([]) == behind)
  }

  @Test func `a profile is put together from its pieces in any order`() throws {
    #expect(
      JPEGMetadata(try photo([piece(2, of: 2, [3]), piece(1, of: 2, [1, 2])])).profile == [1, 2, 3])
    #expect(JPEGMetadata(try photo([piece(2, of: 2, [3])])).profile == nil)
    #expect(JPEGMetadata(try photo([piece(1, of: 0, [3])])).profile == nil)
    #expect(JPEGMetadata(try photo([piece(0, of: 1, [3])])).profile == nil)
    #expect(JPEGMetadata(try photo([piece(1, of: 2, [1]), piece(2, of: 3, [2])])).profile == nil)
    #expect(JPEGMetadata(try photo([(0xE2, Array("ICC_PROFILE\0".utf8) + [1])])).profile == nil)
  }

  /// JPEGs that cameras and others wrote.
  private static let folders = ["photos/camera", "hostile/orientation"]

  @Test(.enabled(if: SharedFolder.has("photos/camera")), arguments: folders)
  func `libvips reads the same metadata`(folder: String) throws {
    var count = 0
    for file in try files(in: folder) {
      let bytes = try [UInt8](Data(contentsOf: file))
      guard PhotoFormat.sniff(bytes) == .jpeg,
        let source = try? PhotoSource(bytes: bytes, name: file.path)
      else { continue }
      let picture = try bytes.withUnsafeBytes { try VipsPicture.open($0, as: .jpeg, shrink: 1) }
      let found = JPEGMetadata(bytes)
      count += 1
      #expect(picture.size == source.header.storedSize, "\(file.path)")
      #expect(picture.orientation == source.header.orientation, "\(file.path)")
      #expect(picture.profile == found.profile, "\(file.path)")
      #expect(
        picture.exif?.dropFirst(6).elementsEqual(found.exif ?? []) ?? (found.exif == nil),
        "\(file.path)")
      #expect(picture.xmp(limit: .max) == found.xmp, "\(file.path)")
    }
    #expect(count > 0)
  }

  private func files(in folder: String) throws -> [URL] {
    let root = try #require(SharedFolder.url(folder))
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
  }
}
