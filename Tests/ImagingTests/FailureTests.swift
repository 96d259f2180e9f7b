import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

/// What a photo fails with, or `nil` when it is decoded.
func failure(
  _ bytes: [UInt8], name: String = "a.jpg", limits: ImagingLimits = .standard
) -> PhotoprepError? {
  do throws(PhotoprepError) {
    _ = try PhotoSource(bytes: bytes, name: name, limits: limits)
      .decode(atLeast: 1, background: .white)
    return nil
  } catch { return error }
}

@Suite("Refused photos") struct FailureTests {
  @Test func `an empty file is called empty`() {
    let error = failure([])
    #expect(error?.code == .emptyFile)
    #expect(
      error?.description
        == "a.jpg: The file is empty, 0 bytes. Copy or download the whole file again.")
  }

  @Test func `the detail of a refusal has no warnings about earlier photos`() throws {
    var warned = TestPNG(
      width: 4, height: 4, samples: [UInt8](repeating: 9, count: 48), extra: [("quIx", [1])]
    ).bytes
    let chunk = try #require(Data(warned).firstRange(of: Data("quIx".utf8)))
    warned[chunk.upperBound + 1] ^= 1
    #expect(failure(warned) == nil)
    var webp = try fixture("formats/lossy.webp")
    webp.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    let error = failure(webp)
    #expect(error?.code == .corruptHeader)
    let detail = error?.detail ?? ""
    #expect(!detail.contains("quIx"), "\(detail)")
  }

  @Test func `a file of another kind is named`() {
    let error = failure(Array("%PDF-1.7".utf8), name: "x/scan.jpg")
    #expect(error?.code == .unsupportedFormat)
    #expect(
      error?.description == "x/scan.jpg: The file is a PDF document, which is not prepared. "
        + "Use JPEG, PNG, WebP, HEIC, AVIF, JPEG XL, TIFF, BMP or GIF.")
    let archive = failure(Array("PK\u{03}\u{04}".utf8), name: "takeout.zip")
    #expect(
      archive?.description == "takeout.zip: The file is a ZIP archive, which is not prepared. "
        + "Unpack it, and name the folder with its photos.")
    let deep = TestTIFF(width: 1, height: 1, samples: [1, 2], bands: 1, bitsPerSample: 12)
    #expect(
      failure(deep.bytes, name: "a.tif")?.description
        == "a.tif: The file is a TIFF of 12-bit samples, which is not prepared. "
        + "Open it in a photo editor and export it as a JPEG.")
  }

  @Test(arguments: [(1_638_433, 3), (4_001, 1), (1, 4_001)])
  func `a shape that cannot be cropped is refused with its numbers`(width: Int, height: Int) {
    let samples = [UInt8](repeating: 9, count: width * height)
    let png = TestPNG(width: width, height: height, kind: .grey, samples: samples).bytes
    let error = failure(png)
    #expect(error?.code == .extremeShape)
    #expect(
      error?.message
        == "The picture is \(width)×\(height) pixels; no side may have more than 1000000, nor more "
        + "than 4000 times the other.")
    let most = TestPNG(width: 4000, height: 1, kind: .grey, samples: Array(samples.prefix(4000)))
    #expect(failure(most.bytes) == nil)
    #expect(!PixelSize.isUsable(width: 1_000_001, height: 300))
  }

  @Test func `too many pixels are refused with both numbers`() {
    let png = TestPNG(width: 20, height: 10, samples: [UInt8](repeating: 9, count: 600)).bytes
    #expect(failure(png, limits: ImagingLimits(maxPixels: 200)) == nil)
    let error = failure(png, limits: ImagingLimits(maxPixels: 199))
    #expect(error?.code == .tooManyPixels)
    #expect(
      error?.message
        == "The picture has 0.0002 megapixels (20×10); the limit for its format is 0.000199.")
  }

  @Test func `too many bytes are refused with both numbers`() throws {
    let jpeg = try TestScene.jpeg(1)
    #expect(failure(jpeg, limits: ImagingLimits(maxBytes: jpeg.count)) == nil)
    let error = failure(jpeg, limits: ImagingLimits(maxBytes: 100))
    #expect(error?.code == .fileTooLarge)
    #expect(error?.message == "The file has \(jpeg.count) bytes; the limit is 100 bytes.")
  }

  @Test func `every cut of a JPEG, PNG or TIFF is refused as cut`() throws {
    // The end marks of JPEG and PNG may be missing.
    for (whole, kept) in [
      (try TestScene.jpeg(6), 8), (TestScene.png(6), 13), (TestScene.tiff(1), 1),
    ] {
      #expect(failure(whole) == nil)
      for length in Set([8, 12, whole.count - kept, whole.count - kept - 1])
        .union(stride(from: 10, to: whole.count - kept, by: max(1, whole.count / 40)))
      {
        let error = failure(Array(whole.prefix(length)))
        #expect(error?.code == .truncated, "\(length) of \(whole.count) bytes: \(error as Any)")
      }
    }
  }

  @Test(
    .enabled(if: SharedFolder.has("photos/formats")),
    arguments: [
      "4.webp", "animated-loop-3.webp", "avif-orientation-6.avif", "image1.heic",
      "ultra-hdr.jpg", "cielab-dagams.tiff",
    ])
  func `every cut of a real photo is refused`(file: String) throws {
    let whole = try shared("photos/formats/\(file)")
    for part in 1...12 {
      let length = whole.count * part / 13
      let error = failure(Array(whole.prefix(length)))
      #expect(error?.code == .truncated, "\(length) of \(whole.count) bytes: \(error as Any)")
    }
  }

  @Test func `damaged pixels are refused at decoding`() {
    var png = TestPNG(width: 20, height: 10, samples: [UInt8](repeating: 9, count: 600)).bytes
    png[60] ^= 0xFF
    let error = failure(png)
    #expect(error?.code == .corruptData)
    // Not every libvips minds.
    #expect(error?.detail == "a chunk IDAT has a wrong checksum")
  }
}

/// The bytes of a file beside this checkout.
func shared(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: try #require(SharedFolder.url(path))))
}

/// The bytes of a fixture by its path.
func fixture(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: Fixture.url(path))) }
