internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore
internal import SystemPackage

/// Decodes the images that come in with packages before they may enter a store.
final class EmbeddedImages: Sendable {
  /// The processes that decode images; `nil` for this process.
  private let workers: PhotoWorkers?
  private let ending = Locked<(any Error)?>(nil)

  /// Limits for the decoder: three bytes a pixel; a JPEG may have twice the pixels of a limit.
  private static let limits = ImagingLimits(
    maxPixels: PackageLimits.standard.decodedByteCount / 6,
    maxBytes: PackageLimits.standard.byteCount)

  /// The settings of the workers.
  static var reading: ReadingSettings { .decodingOnly(limits: limits) }

  init(_ isolation: IsolationSettings?, interruption: Interruption) {
    workers = isolation.map {
      PhotoWorkers($0, reading: Self.reading, interruption: interruption)
    }
    workers?.startAhead()
  }

  /// What worker processes are not prevented from on this system, one sentence each.
  var isolationGaps: [String] { workers?.protection?.gaps ?? [] }

  /// Why no image can be decoded any more; not the fault of an image.
  var failure: (any Error)? { ending.withLock { $0 } }

  /// Ends all workers.
  func close() { workers?.close() }

  /// Decodes an image whole, as a JPEG and nothing else, and returns its upright size.
  func inspect(_ bytes: [UInt8], _ name: String) throws -> PixelSize {
    do {
      return try InspectionRequest(image: bytes).product(
        in: workers, reading: Self.reading, path: FilePath(name))
    } catch let rejection as Rejection {
      // No option raises this limit for images of packages.
      let isTooLarge = rejection.code == PhotoprepError.Code.tooManyPixels.description
      throw PhotoprepError(
        PhotoprepError.Code(rejection.code), path: name, message: rejection.message,
        remedy: isTooLarge ? "Export a smaller version." : rejection.remedy)
    } catch {
      ending.withLock { $0 = error }
      throw PhotoprepError(
        PhotoprepError.Code("not-decoded"), path: name, message: "The image cannot be decoded.")
    }
  }
}
