import CPlanes
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Conversion from a wide colour space") struct RecolouringTests {
  /// Luma, blue and red of a picture, rows close together.
  private struct Planes: Equatable {
    var luma, blue, red: [UInt8]
    let size: PixelSize
    let subsampling: Int

    var chroma: PixelSize {
      PixelSize(
        width: (size.width + subsampling - 1) / subsampling,
        height: (size.height + subsampling - 1) / subsampling)
    }

    init(_ size: PixelSize, subsampling: Int, sample: () -> UInt8) {
      (self.size, self.subsampling, luma, blue, red) = (size, subsampling, [], [], [])
      luma = (0..<size.area).map { _ in sample() }
      blue = (0..<chroma.area).map { _ in sample() }
      red = (0..<chroma.area).map { _ in sample() }
    }

    /// One colour everywhere.
    init(_ luma: UInt8, _ blue: UInt8, _ red: UInt8, subsampling: Int) {
      self.init(PixelSize(width: 4, height: 4), subsampling: subsampling) { luma }
      self.blue = self.blue.map { _ in blue }
      self.red = self.red.map { _ in red }
    }

    /// The means of the three.
    var means: [Double] {
      [luma, blue, red].map { plane in
        let sum = plane.reduce(0) { $0 + Int($1) }
        return Double(sum) / Double(plane.count)
      }
    }
  }

  /// The planes converted by cells of their own.
  private func converted(
    _ planes: Planes, luma: [Int16], chroma: [Int16], with registers: cplanes_registers
  ) -> Planes {
    var result = planes
    let (stride, size) = (planes.chroma.width, planes.size)
    luma.withUnsafeBufferPointer { luma in
      chroma.withUnsafeBufferPointer { chroma in
        result.luma.withUnsafeMutableBufferPointer { y in
          result.blue.withUnsafeMutableBufferPointer { blue in
            result.red.withUnsafeMutableBufferPointer { red in
              var way = cplanes_recolouring(luma: luma.baseAddress, chroma: chroma.baseAddress)
              var picture = cplanes_ycc(
                luma: y.baseAddress, blue: blue.baseAddress, red: red.baseAddress,
                luma_stride: size.width, chroma_stride: stride, width: Int32(size.width),
                height: Int32(size.height), subsampling: Int32(planes.subsampling))
              cplanes_recolour(&way, &picture, registers)
            }
          }
        }
      }
    }
    return result
  }

  @Test(arguments: [(1, 1), (2, 2), (15, 3), (16, 2), (17, 5), (33, 4), (64, 7), (70, 33)])
  func `registers of every size give the same samples`(width: Int, height: Int) {
    var generator = SplitMix64(seed: 5)
    let cells = Int(CPLANES_CELLS)
    let numbers = (0..<12 * cells).map { _ in Int16.random(in: -9000...9000, using: &generator) }
    let (luma, chroma) = (Array(numbers[..<(4 * cells)]), Array(numbers[(4 * cells)...]))
    for subsampling in [1, 2] {
      let planes = Planes(PixelSize(width: width, height: height), subsampling: subsampling) {
        UInt8.random(in: 0...255, using: &generator)
      }
      let plain = converted(planes, luma: luma, chroma: chroma, with: CPLANES_PLAIN)
      #expect(plain != planes)
      #expect(converted(planes, luma: luma, chroma: chroma, with: cplanes_widest()) == plain)
    }
  }

  @Test(arguments: [1, 2])
  func `grey stays as it is`(subsampling: Int) throws {
    let way = try displayP3()
    for grey in UInt8.min...UInt8.max {
      let planes = Planes(grey, 128, 128, subsampling: subsampling)
      #expect(
        converted(planes, luma: way.luma, chroma: way.chroma, with: cplanes_widest()) == planes)
    }
  }

  @Test func `colours of Display P3 are converted as by the formula`() throws {
    let way = try displayP3()
    var (sum, most, count) = (0.0, 0.0, 0.0)
    for (luma, blue, red) in Self.colours {
      let planes = Planes(luma, blue, red, subsampling: 2)
      let found = converted(planes, luma: way.luma, chroma: way.chroma, with: cplanes_widest())
      let wanted = Self.formula(Double(luma), Double(blue), Double(red))
      let shown = Self.rgb(found.means).map { min(max($0, 0), 255) }
      let differences = zip(shown, wanted).map { abs($0 - $1) }
      sum += differences.reduce(0, +) / 3
      most = max(most, differences.max() ?? 255)
      count += 1
    }
    #expect(count > 3000)
    #expect(sum / count < 0.5, "mean \(sum / count)")
    // The red of pure greens, which are at the end of sRGB: ΔE 2.3.
    #expect(most < 20, "at most \(most)")
  }

  private func displayP3() throws -> Recolouring {
    let matrix = try #require(MatrixProfile(try JPEGProfile.displayP3()))
    return try #require(Recolouring(from: matrix))
  }

  /// Colours that are within Display P3.
  private static let colours: [(UInt8, UInt8, UInt8)] = {
    let (lumas, differences) = (stride(from: 3, to: 256, by: 9), stride(from: 1, to: 256, by: 11))
    var colours: [(UInt8, UInt8, UInt8)] = []
    for luma in lumas {
      for blue in differences {
        for red in differences
        where rgb([Double(luma), Double(blue), Double(red)]).allSatisfy((0...255).contains) {
          colours.append((UInt8(luma), UInt8(blue), UInt8(red)))
        }
      }
    }
    return colours
  }()

  /// Red, green and blue: JFIF 1.02, page 3.
  private static func rgb(_ ycc: [Double]) -> [Double] {
    let (luma, blue, red) = (ycc[0], ycc[1] - 128, ycc[2] - 128)
    return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
  }

  /// A colour of Display P3 in sRGB, by the matrices of CSS Color 4.
  private static func formula(_ luma: Double, _ blue: Double, _ red: Double) -> [Double] {
    let light = rgb([luma, blue, red]).map { sample -> Double in
      let value = sample / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let matrix = [
      [1.2249401763, -0.2249401763, 0.0], [-0.0420569547, 1.0420569547, 0.0],
      [-0.0196375546, -0.0786360456, 1.0982736001],
    ]
    return matrix.map { row -> Double in
      let sum = zip(row, light).map(*).reduce(0, +)
      let value = sum <= 0.0031308 ? 12.92 * sum : 1.055 * pow(sum, 1 / 2.4) - 0.055
      return min(max(value * 255, 0), 255)
    }
  }
}
