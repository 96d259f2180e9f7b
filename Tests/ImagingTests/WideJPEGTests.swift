import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("A JPEG in a wide colour space") struct WideJPEGTests {
  /// A JPEG whose numbers are said to be Display P3.
  private func photo(orientation: Int? = nil) throws -> [UInt8] {
    let bytes = try orientation.map(TestScene.jpeg) ?? boats()
    return JPEGProfile.added(to: bytes, try JPEGProfile.displayP3())
  }

  private func boats() throws -> [UInt8] {
    try fixture("scenes/boats.jpg")
  }

  private func decoded(_ bytes: [UInt8]) throws -> Raster {
    try PhotoSource(bytes: bytes, name: "wide").decode(atLeast: 1, background: .white)
  }

  @Test func `looks as libvips decodes it, but from its own planes`() throws {
    let bytes = try photo()
    let source = try PhotoSource(bytes: bytes, name: "wide")
    guard case .other = source.planeColours else {
      Issue.record("the planes are taken for \(String(describing: source.planeColours))")
      return
    }
    let wanted = try throughLibvips(bytes).rgb()
    #expect(meanDifference(try decoded(bytes).rgb(), wanted) < 1.5)
    // Without the conversion the colours are further away than that.
    let plain = try decoded(try boats()).rgb()
    #expect(meanDifference(plain, wanted) > 3)
  }

  @Test func `is converted once, however it is cropped, resized and encoded`() throws {
    let raster = try decoded(try photo())
    let whole = try raster.rgb()
    let size = raster.size
    #expect(meanDifference(try decoded(try raster.jpeg(quality: 98)).rgb(), whole) < 2)
    let same = try raster.cropped(to: .full, resizedTo: size)
    #expect(meanDifference(try same.rgb(), whole) < 2)
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    let small = try raster.resized(to: half)
    let sharp = try Raster(size: size, rgb: whole).resized(to: half)
    #expect(meanDifference(try small.rgb(), try sharp.rgb()) < 2)
    #expect(
      meanDifference(try small.resized(to: half).rgb(), try small.rgb()) == 0)
  }

  @Test(arguments: 1...8)
  func `is turned upright as well`(orientation: Int) throws {
    let upright = try decoded(try photo(orientation: 1)).rgb()
    #expect(meanDifference(try decoded(try photo(orientation: orientation)).rgb(), upright) < 3)
  }

  @Test func `is read as sRGB if its profile is broken`() throws {
    let plain = try boats()
    var profile = try JPEGProfile.displayP3()
    // The tag count: tags beyond the profile's end.
    profile.replaceSubrange(128..<132, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let broken = JPEGProfile.added(to: plain, profile)
    #expect(MatrixProfile(profile) == nil)
    #expect(meanDifference(try decoded(broken).rgb(), try decoded(plain).rgb()) < 1.5)
  }

  @Test(arguments: [[4, -4, -4], [-4, 4, -4], [4, -4, 4]])
  func `is left to libvips if its primaries are impossible`(primary: [Double]) throws {
    let profile = try JPEGProfile.matrix([primary, primary, primary])
    let matrix = try #require(MatrixProfile(profile))
    #expect(Recolouring(from: matrix) == nil)
    let bytes = JPEGProfile.added(to: try boats(), profile)
    #expect(try decoded(bytes).size == decoded(try boats()).size)
  }

  @Test func `samples in Display P3 are converted to the same colours in sRGB`() throws {
    // Computed by hand from both sets of primaries and the common curve.
    let wanted: [([UInt8], [UInt8])] = [
      ([200, 100, 50], [215, 93, 31]),
      ([40, 180, 90], [0, 183, 78]),
      ([128, 128, 128], [128, 128, 128]),
      ([10, 20, 200], [8, 20, 208]),
      ([255, 255, 255], [255, 255, 255]),
      ([255, 0, 0], [255, 0, 0]),
      ([90, 140, 110], [73, 142, 108]),
    ]
    for (stored, converted) in wanted {
      let size = PixelSize(width: 16, height: 16)
      let rgb = Array(repeating: stored, count: size.area).flatMap { $0 }
      let jpeg = try Raster(size: size, rgb: rgb).jpeg(quality: 100)
      let photo = JPEGProfile.added(to: jpeg, try JPEGProfile.displayP3())
      let found = try decoded(photo).rgb()[0..<3]
      let difference = zip(found, converted).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(difference <= 2, "\(stored) became \(found)")
    }
  }
}
