import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Resampling") struct ResamplingTests {
  /// A picture of random samples, all three bands the same.
  private func noise(_ size: PixelSize, seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    return (0..<size.area).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private func raster(_ size: PixelSize, _ samples: [UInt8]) throws -> Raster {
    try Raster(size: size, rgb: samples.flatMap { [$0, $0, $0] })
  }

  private func firstBand(_ raster: Raster) throws -> [UInt8] {
    let rgb = try raster.rgb()
    return stride(from: 0, to: rgb.count, by: 3).map { rgb[$0] }
  }

  @Test(arguments: [
    (61, 47, 60, 46), (61, 47, 31, 24), (61, 47, 13, 5), (61, 47, 1, 1), (40, 9, 40, 3),
    (7, 61, 5, 8), (300, 3, 9, 1),
  ])
  func `smaller pictures match Lanczos-3 to within one level`(
    width: Int, height: Int, toWidth: Int, toHeight: Int
  ) throws {
    let from = PixelSize(width: width, height: height)
    let to = PixelSize(width: toWidth, height: toHeight)
    let samples = noise(from, seed: 11)
    let found = try firstBand(raster(from, samples).resized(to: to))
    let wanted = PlainResampling.lanczos3(
      samples, from, PixelRect(covering: from), to: to)
    #expect(largestDifference(found, wanted) <= 1)
  }

  @Test func `a crop matches Lanczos-3 of its own pixels only`() throws {
    let from = PixelSize(width: 50, height: 40)
    let samples = noise(from, seed: 12)
    let rect = PixelRect(x: 13, y: 6, width: 31, height: 29)
    let to = PixelSize(width: 17, height: 11)
    let found = try firstBand(raster(from, samples).cropped(to: rect, resizedTo: to))
    #expect(largestDifference(found, PlainResampling.lanczos3(samples, from, rect, to: to)) <= 1)
  }

  @Test(arguments: 1...8)
  func `a rectangle of whole pixels gives exactly those pixels, in any orientation`(
    orientation: Int
  ) throws {
    let stored = TestScene.stored(orientation)
    let picture = try PlanarPicture(size: stored.size, pixels: stored.rgb)
    let scene = Raster(picture, orientation: Orientation(orientation), name: "scene")
    for x in 0..<20 {
      let rect = PixelRect(x: x, y: x / 4, width: 12, height: 9)
      let wanted = TestScene.samples(rect.size) { TestScene.colour(x: x + $0, y: x / 4 + $1) }
      #expect(try scene.cropped(to: rect, resizedTo: rect.size).rgb() == wanted)
    }
  }

  @Test func `a picture of half the size shows the same part`() throws {
    // A ramp of 2 a column; its halved version has 4 a column, and a part that begins at an odd
    // column begins inside a pixel there.
    let size = PixelSize(width: 100, height: 4)
    let ramp = TestScene.samples(size) { x, _ in Array(repeating: UInt8(2 * x), count: 3) }
    let whole = try Raster(size: size, rgb: ramp)
    let half = try whole.shrunk(longEdge: 50)
    let part = NormalizedRect(PixelRect(x: 21, y: 0, width: 44, height: 4), in: size)
    let frame = PixelSize(width: 11, height: 1)
    let found = try [whole, half].map { try $0.cropped(to: part, resizedTo: frame).rgb() }
    #expect(largestDifference(found[0], found[1]) <= 1)
  }

  @Test func `nothing shifts when a picture becomes smaller`() throws {
    // A mirrored picture gives the mirrored result, so there is no shift to either side.
    let from = PixelSize(width: 96, height: 1)
    let samples = noise(from, seed: 13)
    let to = PixelSize(width: 37, height: 1)
    let found = try firstBand(raster(from, samples).resized(to: to))
    let mirrored = try firstBand(raster(from, samples.reversed()).resized(to: to))
    #expect(largestDifference(found, mirrored.reversed()) <= 1)
  }

  @Test(arguments: [Kernel.lanczos3, .catmullRom, .linear, .area], [0.4, 1, 1.3, 7, 2500])
  func `weights sum to one exactly`(kernel: Kernel, step: Double) {
    let span = AxisSpan(origin: 0, step: step, count: 9, range: 0..<max(1, Int(9 * step)))
    let axis = AxisWeights(span, Kernels(smaller: kernel, larger: kernel))
    for index in 0..<span.count {
      let weights = axis.weights[index * axis.taps..<(index + 1) * axis.taps]
      #expect(weights.map(Int.init).reduce(0, +) == AxisWeights.one)
    }
  }

  @Test(arguments: 1...8)
  func `cropping a turned picture gives the same as cropping the upright one`(orientation: Int)
    throws
  {
    let stored = TestScene.stored(orientation)
    let picture = try PlanarPicture(size: stored.size, pixels: stored.rgb)
    let turned = Raster(picture, orientation: Orientation(orientation), name: "turned")
    let upright = try Raster(size: TestScene.size, rgb: TestScene.rgb)
    #expect(turned.size == upright.size)
    let rect = PixelRect(x: 9, y: 3, width: 20, height: 12)
    let size = PixelSize(width: 11, height: 7)
    #expect(
      largestDifference(
        try turned.cropped(to: rect, resizedTo: size).rgb(),
        try upright.cropped(to: rect, resizedTo: size).rgb()) <= 1)
  }

  @Test(arguments: [(33, 17), (32, 16), (1, 1), (2, 31), (17, 1)])
  func `the chroma of pictures with odd sides keeps its place through every turn`(
    width: Int, height: Int
  ) throws {
    // A ramp in blue alone lives in the chroma planes; turned by 180° it must run the other way.
    let size = PixelSize(width: width, height: height)
    let ramp = TestScene.samples(size) { x, y in [100, 100, UInt8(60 + 4 * x + 2 * y)] }
    let jpeg = try Raster(size: size, rgb: ramp).jpeg(quality: 100)
    let decoded = try #require(try DecodedJPEG(jpeg, shrink: 1)).picture
    let plain = try Raster(decoded, name: "plain").rgb()
    let turned = try Raster(decoded, orientation: Orientation(3), name: "turned").rgb()
    let back = stride(from: turned.count - 3, through: 0, by: -3).flatMap { turned[$0..<$0 + 3] }
    #expect(largestDifference(plain, back) <= 2)
  }
}

/// The same convolution in plain floating point, one sample at a time and in no hurry.
enum PlainResampling {
  static func lanczos3(
    _ samples: [UInt8], _ size: PixelSize, _ rect: PixelRect, to result: PixelSize
  ) -> [UInt8] {
    let columns = weights(rect.x, rect.width, result.width)
    let rows = weights(rect.y, rect.height, result.height)
    return rows.flatMap { row in
      columns.map { column in
        let sum = row.map { y, down in
          down * column.map { x, across in across * Double(samples[y * size.width + x]) }.sum
        }.sum
        return UInt8(min(255, max(0, sum.rounded())))
      }
    }
  }

  private static func weights(_ start: Int, _ count: Int, _ made: Int) -> [[(Int, Double)]] {
    let step = Double(count) / Double(made)
    return (0..<made).map { index in
      let centre = Double(start) + (Double(index) + 0.5) * step
      let plain = (start..<start + count).map { sample in
        (sample, lanczos((Double(sample) + 0.5 - centre) / max(1, step)))
      }
      let sum = plain.map(\.1).sum
      return plain.map { ($0, $1 / sum) }
    }
  }

  private static func lanczos(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }
}

extension [Double] {
  var sum: Double { reduce(0, +) }
}
