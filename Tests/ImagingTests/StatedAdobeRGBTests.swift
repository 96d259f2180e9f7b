import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// Cameras may state Adobe RGB by a mark in Exif and embed no profile: decision 0227.
@Suite("Adobe RGB stated by Exif") struct StatedAdobeRGBTests {
  /// A JPEG whose Exif states a colour space and has a mark of four characters.
  private func photo(_ jpeg: [UInt8], space: Int = 0xFFFF, mark: String = "R03\0") -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(count, 4) + value
    }
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
}
