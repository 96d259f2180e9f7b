import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// Copies that are made while a photo is decoded, against those made of what was decoded.
@Suite("Copies while decoding") struct CopiesWhileDecodingTests {
  private static let files =
    (1...8).map { "orientation/\($0).jpg" } + [
      "scenes/boats.jpg", "formats/progressive.jpg", "formats/display-p3.jpg", "formats/grey.jpg",
      "formats/rgba.png", "formats/rotated.heic", "formats/exif-2.heic",
      "formats/gain-map-grid.heic",
    ]

  private func source(_ name: String) throws -> PhotoSource {
    try PhotoSource(bytes: try fixture(name), name: name)
  }

  @Test(arguments: files, [1, 0.5])
  func `a photo decoded only for copies has the same pixels as copies made later`(
    name: String, scale: Double
  ) throws {
    let source = try source(name)
    let size = source.header.size.scaled(by: scale * 0.7)
    let average = Reduction.average(longEdge: 32)
    let found = try source.decode(
      as: .exact(size), atLeast: scale, background: .white, making: [average])
    let whole = try source.decode(atLeast: scale, background: .white)
    #expect(found.size == size)
    #expect(try found.rgb() == whole.resized(to: size).rgb())
    #expect(try found.shrunk(longEdge: 32).rgb() == whole.shrunk(longEdge: 32).rgb())
    #expect(found.isSound == whole.isSound)
    let small = try source.decode(as: average, atLeast: scale, background: .white)
    #expect(try small.rgb() == whole.shrunk(longEdge: 32).rgb())
  }

  @Test(arguments: files)
  func `a photo decoded at its own size is unchanged`(name: String) throws {
    let source = try source(name)
    let size = source.header.size
    let found = try source.decode(as: .exact(size), atLeast: 1, background: .white)
    #expect(try found.rgb() == source.decode(atLeast: 1, background: .white).rgb())
  }

  @Test(arguments: files)
  func `copies made while decoding equal copies made later`(name: String) throws {
    let source = try source(name)
    let size = source.header.size.scaled(by: 0.6)
    let found = try source.decode(
      atLeast: 1, background: .white, making: [.exact(size), .average(longEdge: 20)])
    let later = try source.decode(atLeast: 1, background: .white)
    #expect(try found.rgb() == later.rgb())
    #expect(try found.resized(to: size).rgb() == later.resized(to: size).rgb())
    #expect(try found.shrunk(longEdge: 20).rgb() == later.shrunk(longEdge: 20).rgb())
    let other = size.scaled(by: 0.9)
    #expect(try found.resized(to: other).rgb() == later.resized(to: other).rgb())
  }

  @Test func `a photo whose data ends early is still refused`() throws {
    let whole = try fixture("scenes/boats.jpg")
    let cut = Array(whole.dropLast(whole.count / 8))
    var decoded = 0
    #expect(throws: PixelFailure.self) {
      try DecodedJPEG(cut, shrink: 1, isPassing: true) { _ in { decoded = $0 } }
    }
    #expect(decoded > 0)
  }
}
