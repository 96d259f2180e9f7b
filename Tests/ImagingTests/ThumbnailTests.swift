import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

/// The small pictures that cameras put into photos: decision 0809.
@Suite("Thumbnails") struct ThumbnailTests {
  /// A picture whose left half is dark and right half light, below and above black bars.
  private func picture(_ size: PixelSize, bars: Int = 0, level: UInt8 = 0) throws -> [UInt8] {
    let samples = (0..<size.area).flatMap { place -> [UInt8] in
      let (x, y) = (place % size.width, place / size.width)
      if y < bars || y >= size.height - bars { return [level, level, level] }
      return x < size.width / 2 ? [60, 40, 40] : [200, 220, 210]
    }
    return try Raster(size: size, rgb: samples).jpeg(quality: 90)
  }

  private func source(
    _ size: PixelSize, thumbnail: [UInt8], orientation: Int = 1
  ) throws -> PhotoSource {
    try PhotoSource(
      bytes: CameraJPEG.file(try picture(size), thumbnail: thumbnail, orientation: orientation),
      name: "camera")
  }

  private let small = PixelSize(width: 160, height: 120)

  /// Red of the first and the last pixel.
  private func ends(_ raster: Raster) throws -> (Int, Int) {
    let rgb = try raster.rgb()
    return (Int(rgb[0]), Int(rgb[rgb.count - 3]))
  }

  @Test func `a thumbnail of the photo's shape is taken whole`() throws {
    let photo = try source(PixelSize(width: 400, height: 300), thumbnail: picture(small))
    let raster = try #require(photo.thumbnail())
    #expect(raster.size == small)
    let (first, last) = try ends(raster)
    #expect(abs(first - 60) < 8 && abs(last - 200) < 8)
  }

  @Test func `black bars are cut off`() throws {
    let photo = try source(PixelSize(width: 480, height: 320), thumbnail: picture(small, bars: 7))
    let raster = try #require(photo.thumbnail())
    #expect(raster.size == PixelSize(width: 160, height: 104))
    let (first, last) = try ends(raster)
    #expect(first > 40 && last > 180)
  }

  @Test func `a thumbnail is turned like the photo`() throws {
    let photo = try source(
      PixelSize(width: 480, height: 320), thumbnail: picture(small, bars: 7), orientation: 6)
    let raster = try #require(photo.thumbnail())
    #expect(raster.size == PixelSize(width: 104, height: 160))
    // The left half is at the top.
    let (first, last) = try ends(raster)
    #expect(first < 80 && last > 180)
  }

  @Test func `a thumbnail that may show something else is not used`() throws {
    let wide = PixelSize(width: 480, height: 320)
    // Another shape without bars, bars that are not black, too small, damaged, and none.
    for thumbnail in [
      try picture(small), try picture(small, bars: 7, level: 90),
      try picture(PixelSize(width: 96, height: 64)),
      Array(try picture(PixelSize(width: 159, height: 106)).prefix(700)), [1, 2, 3],
    ] {
      #expect(try source(wide, thumbnail: thumbnail).thumbnail() == nil)
    }
    #expect(try PhotoSource(bytes: try picture(wide), name: "none").thumbnail() == nil)
    // A black one of a band, which would be all bars.
    let black = try Raster(size: small, rgb: Array(repeating: 0, count: 3 * small.area))
    let band = PixelSize(width: 900, height: 30)
    #expect(try source(band, thumbnail: black.jpeg(quality: 90)).thumbnail() == nil)
  }

  /// How far two pictures of one shape are apart, seen from afar.
  private func difference(_ one: Raster, _ other: Raster) throws -> Int {
    let size = PixelSize(width: 16, height: 16)
    let (a, b) = (try one.resized(to: size).rgb(), try other.resized(to: size).rgb())
    return zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / a.count
  }

  private func fixture(_ name: String) throws -> PhotoSource {
    try PhotoSource(
      bytes: [UInt8](Data(contentsOf: Fixture.url("formats/\(name)"))), name: name)
  }

  @Test(arguments: ["thumbnail.heic", "thumbnail.avif"])
  func `the thumbnail inside a HEIC or an AVIF is taken`(name: String) throws {
    let photo = try fixture(name)
    let raster = try #require(photo.thumbnail())
    #expect(raster.size == PixelSize(width: 144, height: 96))
    #expect(try difference(raster, photo.decode(atLeast: 1, background: .white)) < 8)
  }

  @Test func `a HEIC without a thumbnail, or with one that is too small, has none`() throws {
    #expect(try fixture("hevc.heic").thumbnail() == nil)
    #expect(try fixture("gain-map.heic").thumbnail() == nil)
  }

  @Test(.enabled(if: SharedFolder.has("photos/camera")))
  func `thumbnails of cameras' photos look like the photos`() throws {
    var count = 0
    let folder = try #require(SharedFolder.url("photos/camera"))
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      let photo = try PhotoSource(bytes: [UInt8](Data(contentsOf: file)), name: file.path)
      guard let thumbnail = photo.thumbnail() else { continue }
      count += 1
      let whole = try photo.decode(atLeast: 0.1, background: .white)
      #expect(try difference(thumbnail, whole) < 12, "\(file.path)")
    }
    #expect(count >= 12)
  }
}
