import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// Cameras may state Adobe RGB by a mark in Exif and embed no profile: decision 0227.
@Suite("Adobe RGB stated by Exif") struct StatedAdobeRGBTests {
  private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    little(tag, 2) + little(type, 2) + little(count, 4) + value
  }

  /// A JPEG whose Exif states a colour space and has a mark of four characters.
  private func photo(_ jpeg: [UInt8], space: Int = 0xFFFF, mark: String = "R03\0") -> [UInt8] {
    let main = little(1, 2) + entry(34665, 4, 1, little(26, 4)) + little(0, 4)
    let details =
      little(2, 2) + entry(40961, 3, 1, little(space, 4)) + entry(40965, 4, 1, little(56, 4))
      + little(0, 4)
    let marks = little(1, 2) + entry(1, 2, 4, Array(mark.utf8)) + little(0, 4)
    let exif = Array("Exif\0\0II*\0".utf8) + little(8, 4) + main + details + marks
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
  }

  /// A JPEG of ours without its profile, all of one colour.
  private func flat(_ rgb: [UInt8]) throws -> [UInt8] {
    let size = PixelSize(width: 16, height: 16)
    let samples = Array(repeating: rgb, count: size.area).flatMap { $0 }
    return try #require(BareJPEG(try Raster(size: size, rgb: samples).jpeg(quality: 100))).stream
  }

  private func colour(_ bytes: [UInt8]) throws -> [UInt8] {
    let raster = try PhotoSource(bytes: bytes, name: "stated")
      .decode(atLeast: 1, background: .white)
    return Array(try raster.rgb().prefix(3))
  }

  @Test func `its samples are converted to the same colours in sRGB`() throws {
    // Computed by hand from both sets of primaries and both curves.
    let wanted: [([UInt8], [UInt8])] = [
      ([200, 100, 50], [227, 100, 42]), ([60, 90, 160], [36, 90, 164]),
      ([128, 128, 128], [129, 129, 129]), ([255, 255, 255], [255, 255, 255]),
      ([0, 255, 0], [0, 255, 0]),
    ]
    for (stored, converted) in wanted {
      let found = try colour(photo(try flat(stored)))
      #expect(largestDifference(found, converted) <= 2, "\(stored) became \(found)")
    }
  }

  @Test func `its JPEG is not kept as sRGB`() throws {
    let source = try PhotoSource(bytes: photo(try flat([200, 100, 50])), name: "stated")
    #expect(source.ownJPEG(longEdge: 3072, byteLimit: 1 << 20) == nil)
  }

  @Test func `Samsung's own number for Adobe RGB counts beside the mark`() throws {
    let bytes = photo(try flat([200, 100, 50]), space: 2)
    #expect(largestDifference(try colour(bytes), [227, 100, 42]) <= 2)
  }

  @Test(arguments: [(1, "R03\0"), (0xFFFF, "R98\0"), (0xFFFF, "R03"), (2, "R98\0")])
  func `other values mean sRGB`(space: Int, mark: String) throws {
    // A text that is too short has the wrong end.
    let end = mark.count == 3 ? "R0" + "\0\0" : mark
    let bytes = photo(try flat([200, 100, 50]), space: space, mark: end)
    #expect(largestDifference(try colour(bytes), [200, 100, 50]) <= 2)
  }

  @Test func `an embedded profile takes precedence`() throws {
    let bytes = JPEGProfile.added(to: photo(try flat([200, 100, 50])), SRGBProfile.bytes)
    #expect(largestDifference(try colour(bytes), [200, 100, 50]) <= 2)
  }

  @Test func `planes and libvips give the same colours`() throws {
    let boats = try fixture("scenes/boats.jpg")
    let bytes = photo(try #require(BareJPEG(boats)).stream)
    let found = try PhotoSource(bytes: bytes, name: "stated")
      .decode(atLeast: 1, background: .white).rgb()
    let wanted = try throughLibvips(bytes, profile: AdobeRGBProfile.bytes).rgb()
    #expect(meanDifference(found, wanted) < 1.5)
  }

  /// A raw file whose first directory, or Canon's box, also leads to what its camera states.
  private func raw(_ kind: String) throws -> [UInt8] {
    let file = try fixture("formats/preview.\(kind)")
    let date = Array("2018:02:21 12:01:28\0".utf8)
    if kind == "cr3" { return try canonRaw(file, date) }
    let view = ByteView(file)
    let old = try #require(view.number(at: 4, bytes: 4, bigEndian: false))
    let count = try #require(view.number(at: old, bytes: 2, bigEndian: false))
    let details = file.count
    let dated = entry(36867, 2, date.count, little(details + 66, 4))
    var data: [UInt8]
    if kind == "nef" {
      let note = Array("Nikon\0\u{2}\u{10}\0\0".utf8) + block(entry(30, 3, 1, little(2, 4)))
      data = little(2, 2) + dated + entry(37500, 7, note.count, little(details + 86, 4))
      data += [UInt8](repeating: 0, count: 66 - data.count) + date + note
    } else {
      data = little(3, 2) + dated + entry(40961, 3, 1, little(0xFFFF, 4))
      data += entry(40965, 4, 1, little(details + 86, 4))
      data += [UInt8](repeating: 0, count: 66 - data.count) + date
      data += little(1, 2) + entry(1, 2, 4, Array("R03\0".utf8)) + little(0, 4)
    }
    let first = details + data.count
    data += little(count + 1, 2) + file[old + 2..<old + 2 + 12 * count]
    data += entry(34665, 4, 1, little(details, 4)) + little(0, 4)
    return Array(file[..<4]) + little(first, 4) + Array(file[8...]) + data
  }

  /// A file of one directory with one entry, and data behind it at byte 26.
  private func block(_ entry: [UInt8], _ data: [UInt8] = []) -> [UInt8] {
    Array("II*\0".utf8) + little(8, 4) + little(1, 2) + entry + little(0, 4) + data
  }

  private func canonRaw(_ file: [UInt8], _ date: [UInt8]) throws -> [UInt8] {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      (content.count + 8).bigEndian(bytes: 4) + Array(type.utf8) + content
    }
    let more =
      box("CMT2", block(entry(36867, 2, date.count, little(26, 4)), date))
      + box("CMT3", block(entry(180, 3, 1, little(2, 4))))
    var file = file
    let chunk = try #require(file.firstRange(of: Array("co64".utf8))).lowerBound + 16
    // The sizes of `moov` and of Canon's box, and the preview's place.
    for place in [24, 32, chunk] {
      let number = try #require(ByteView(file).u32(at: place)) + more.count
      file.replaceSubrange(place..<place + 4, with: number.bigEndian(bytes: 4))
    }
    file.insert(contentsOf: more, at: 32 + 58)
    return file
  }

  @Test(arguments: ["arw", "cr2", "cr3", "nef"])
  func `a preview has the colours that only its raw file states, and its date`(kind: String) throws
  {
    let source = try PhotoSource(bytes: try raw(kind), name: kind)
    #expect(source.header.orientation == 6)
    #expect(source.metadata.capture.time?.text == "2018-02-21T12:01:28")
    #expect(source.planeColours?.recolouring != nil)
  }

  @Test func `the preview of a DNG may be a converter's, whatever its camera stated`() throws {
    let source = try PhotoSource(bytes: try raw("dng"), name: "dng")
    #expect(source.planeColours.map { $0.recolouring == nil } == true)
  }
}
