import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// The direct way from a JPEG's planes against the way through libvips.
@Suite("JPEG planes") struct JPEGPlanesTests {
  /// The mean difference of two pictures of the same size.
  private func difference(_ a: PlanarPicture, _ b: PlanarPicture) throws -> Double {
    meanDifference(try a.rgb(), try b.rgb())
  }

  @Test(arguments: [1, 2, 4, 8])
  func `planes look as libvips decodes them`(shrink: Int) throws {
    let bytes = try fixture("scenes/boats.jpg")
    let direct = try #require(try DecodedJPEG(bytes, shrink: shrink)).picture
    let other = try throughLibvips(bytes, shrink: shrink)
    #expect(direct.size == other.size)
    #expect(try difference(direct, other) < 1.5)
  }

  @Test(.enabled(if: SharedFolder.has("hostile/sample.tsv")))
  func `both ways accept and refuse the same files`() throws {
    let folder = try #require(SharedFolder.url("hostile/sample"))
    var (direct, refused) = (0, 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      guard let source = try? PhotoSource(bytes: bytes, name: file),
        case .sRGB = source.planeColours,
        source.header.size.area < 400_000
      else { continue }
      let other = try? throughLibvips(bytes)
      do {
        guard let decoded = try DecodedJPEG(bytes, shrink: 1) else { continue }
        direct += 1
        let wanted = try #require(other, "libvips refuses \(file)")
        #expect(decoded.picture.size == wanted.size, "\(file)")
        #expect(try difference(decoded.picture, wanted) < 3, "\(file)")
      } catch is PixelFailure {
        refused += 1
        #expect(other == nil, "libvips shows \(file)")
      }
    }
    print("\(direct) files decoded both ways, \(refused) refused")
    #expect(direct >= 10)
  }

  @Test func `data that ends early is refused`() throws {
    let whole = try TestScene.jpeg(1)
    let cut = Array(whole.dropLast(whole.count / 8))
    #expect(throws: PixelFailure.self) { try DecodedJPEG(cut, shrink: 1) }
  }

  @Test func `grey is left to libvips`() throws {
    let grey = try fixture("formats/grey.jpg")
    #expect(try DecodedJPEG(grey, shrink: 1) == nil)
  }
}

@Suite("Own JPEG") struct OwnJPEGTests {
  private func own(_ bytes: [UInt8], longEdge: Int = 3072, limit: Int = 1 << 20) throws -> [UInt8]?
  {
    try PhotoSource(bytes: bytes, name: "own").ownJPEG(longEdge: longEdge, byteLimit: limit)?.bytes
  }

  @Test(arguments: ["formats/gps.jpg", "formats/progressive.jpg", "scenes/boats.jpg"])
  func `pixels are kept and metadata is dropped`(name: String) throws {
    let bytes = try fixture(name)
    let kept = try #require(try own(bytes))
    let pictures = try [bytes, kept].map { file in
      try PhotoSource(bytes: file, name: name).decode(atLeast: 1, background: .white)
    }
    #expect(try pictures[0].rgb() == pictures[1].rgb())
    #expect(pictures[1].isSound)
    for word in ["Exif", "GPS", "http", "Photoshop"] {
      #expect(Data(kept).range(of: Data(word.utf8)) == nil, "\(word)")
    }
  }

  @Test func `comments, thumbnails, junk and trailing data are dropped`() throws {
    let plain = try TestScene.jpeg(1)
    let secret = Array("secret".utf8)
    let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(secret.count + 2)] + secret
    let noisy = Array(plain.prefix(2)) + comment + secret + plain.dropFirst(2) + secret
    #expect(try own(noisy) == own(plain))
  }

  @Test(arguments: 2...8)
  func `a picture that must be turned is not kept`(orientation: Int) throws {
    #expect(try own(try TestScene.jpeg(orientation)) == nil)
  }

  @Test(arguments: ["formats/display-p3.jpg", "formats/grey.jpg", "formats/cmyk.jpg"])
  func `other colours are not kept`(name: String) throws {
    #expect(try own(try fixture(name)) == nil)
  }

  @Test func `the size and the byte count stay within their limits`() throws {
    let bytes = try TestScene.jpeg(1)
    let kept = try #require(try own(bytes, longEdge: TestScene.size.longEdge))
    #expect(try own(bytes, longEdge: TestScene.size.longEdge - 1) == nil)
    #expect(try own(bytes, limit: kept.count) == kept)
    #expect(try own(bytes, limit: kept.count - 1) == nil)
  }

  @Test func `arithmetic coding is not kept`() throws {
    var bytes = try TestScene.jpeg(1)
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    bytes[frame + 1] = 0xC9
    #expect(BareJPEG(bytes) == nil)
  }

  @Test func `damaged data is noticed`() throws {
    let whole = try fixture("scenes/boats.jpg")
    var damaged = whole
    // A marker in the middle of the data: libjpeg goes on and warns.
    damaged.replaceSubrange(whole.count / 2..<whole.count / 2 + 2, with: [0xFF, 0xD3])
    let source = try PhotoSource(bytes: damaged, name: "damaged")
    let raster = try? source.decode(atLeast: 1, background: .white)
    #expect(raster?.isSound != true)
    #expect(
      try PhotoSource(bytes: whole, name: "whole").decode(atLeast: 1, background: .white).isSound)
  }
}
