import Foundation
import Imaging
import PhotoCatalog
import PhotoStore
import PhotoWriting

/// The program's own libraries as a codec, which stand in for ImageIO where there is none.
struct RasterCodec: PhotoCodec {
  let name = "raster-1"
  /// What is thrown in the place of the JPEG of this number, counted from 0.
  var failsAt: Int?
  /// What became of the calls.
  let log = CallLog()

  func digest(of bytes: Data) -> ContentDigest { ContentDigest(of: [UInt8](bytes)) }

  private func source(_ photo: Data) throws(PhotoprepError) -> PhotoSource {
    try PhotoSource(bytes: [UInt8](photo), name: "")
  }

  func facts(of photo: Data) throws(PhotoprepError) -> PhotoFacts {
    let source = try source(photo)
    return PhotoFacts(
      size: source.header.size, format: source.header.format.description.lowercased(),
      taken: source.metadata.capture.time?.text)
  }

  func decoded(_ photo: Data, longEdge: Int) throws(PhotoprepError) -> Raster {
    let source = try source(photo)
    let size = source.header.size.fitting(longEdge: longEdge)
    log.decoded.append(size)
    let scale = Double(longEdge) / Double(source.header.size.longEdge)
    return try source.decode(atLeast: min(1, scale), background: .black).resized(to: size)
  }

  func cut(
    _ part: NormalizedRect, of picture: Raster, to size: PixelSize
  ) throws(PhotoprepError) -> Raster {
    try picture.cropped(to: part, straightenedBy: 0, resizedTo: size)
  }

  func samples(of picture: Raster) throws(PhotoprepError) -> [UInt8] { try picture.rgb() }

  func jpeg(of picture: Raster, quality: Int) throws(PhotoprepError) -> Data {
    log.qualities.append(quality)
    if log.qualities.count - 1 == failsAt { throw .fault }
    return Data(try picture.jpeg(quality: quality))
  }
}

/// What a codec was asked for.
final class CallLog: @unchecked Sendable {
  // Each test asks from one thread, or looks only after its threads have ended.
  var decoded: [PixelSize] = []
  var qualities: [Int] = []
}

extension PhotoprepError {
  /// An error of a test's own.
  static let fault = PhotoprepError(Code("fault"), path: "", message: "It was told to fail.")
}
