internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

/// Small copies of the store's pictures, each made once, kept within the limits of an app's cache.
struct ServedImages: Sendable {
  /// The purpose of a copy.
  enum Kind: String, Sendable {
    case sheet, stage
    /// Two photos that are compared, pixel by pixel.
    case whole
  }

  // A card shows a photo at most 440 points wide, the editor at most 1,100; both are sharp on a screen of two pixels a
  // point, or nearly.
  private let sheet = ImageLoader(decoder: CopyMaker(longEdge: 640, quality: 78), limits: .app)
  private let stage = ImageLoader(decoder: CopyMaker(longEdge: 1800, quality: 86), limits: .app)

  /// Returns a copy of a picture as a JPEG file; for ``Kind/whole`` the file itself, which is not cached.
  func copy(of file: URL, for kind: Kind) throws -> Data {
    switch kind {
    case .sheet: try sheet.imageNow(at: file)
    case .stage: try stage.imageNow(at: file)
    case .whole: Data(try StoreView.whole(file))
    }
  }
}

/// Makes the copies; the cache counts their bytes, and reserves room for their pixels before they are made.
private struct CopyMaker: ImageDecoder {
  let longEdge, quality: Int

  func byteCost(of file: URL) throws -> Int { 3 * longEdge * longEdge }

  func decode(_ file: URL) throws -> DecodedImage<Data> {
    let bytes = Data(try StoreView.copy(of: file, longEdge: longEdge, quality: quality))
    return DecodedImage(bytes, byteCost: bytes.count)
  }
}
