import Foundation
import PhotoGeometry

/// The wording of every failure, one function each, so that it can be tested as text.
extension ImagingError {
  static let supported = "Use JPEG, PNG, WebP, HEIC, AVIF, JPEG XL, TIFF, BMP or GIF."
  static let getWholeFile = "Copy or download the whole file again."
  static let exportAgain = "Open it in a photo editor and export it again."

  static func emptyFile(_ name: String) -> ImagingError {
    ImagingError(
      .emptyFile, at: .sniff, name: name, message: "The file is empty, 0 bytes.",
      remedy: getWholeFile)
  }

  static func unsupported(_ name: String, is kind: String?, at stage: Stage) -> ImagingError {
    let message =
      kind.map { "The file is \($0), which is not prepared." }
      ?? "The file's first bytes belong to no known picture format."
    return ImagingError(
      .unsupportedFormat, at: stage, name: name, message: message, remedy: supported)
  }

  static func fileTooLarge(_ name: String, bytes: Int, limit: Int) -> ImagingError {
    ImagingError(
      .fileTooLarge, at: .limits, name: name,
      message: "The file has \(bytes) bytes; the limit is \(limit) bytes.",
      remedy: "Export a smaller version, or raise the limit.")
  }

  static func tooManyPixels(_ name: String, width: Int, height: Int, limit: Int) -> ImagingError {
    let megapixels = [Double(width) * Double(height), Double(limit)].map {
      String(format: "%.4g", $0 / 1e6)
    }
    return ImagingError(
      .tooManyPixels, at: .limits, name: name,
      message: "The picture has \(megapixels[0]) megapixels (\(width)×\(height)); "
        + "the limit for its format is \(megapixels[1]).",
      remedy: "Export a smaller version, or raise the limit.")
  }

  static func header(_ name: String, _ problem: ScanProblem) -> ImagingError {
    switch problem {
    case .corrupt(let fact):
      ImagingError(
        .corruptHeader, at: .header, name: name, message: fact, remedy: exportAgain)
    case .truncated(let fact):
      ImagingError(.truncated, at: .header, name: name, message: fact, remedy: getWholeFile)
    case .excessive(let fact):
      ImagingError(.tooMuchWork, at: .limits, name: name, message: fact, remedy: exportAgain)
    case .tooManyPixels(let width, let height, let limit):
      tooManyPixels(name, width: width, height: height, limit: limit)
    case .extremeShape(let width, let height):
      ImagingError(
        .extremeShape, at: .limits, name: name,
        message: "The picture is \(width)×\(height) pixels; no side may have more than "
          + "\(PixelSize.sideLimit), nor more than \(PixelSize.shapeLimit) times the other.",
        remedy: "Cut out the part that is to be seen.")
    case .unsupported(let kind):
      unsupported(name, is: kind, at: .header)
    }
  }

  static func unreadableHeader(
    _ name: String, _ format: PhotoFormat, detail: String?
  ) -> ImagingError {
    ImagingError(
      .corruptHeader, at: .header, name: name,
      message: "The \(format) file's header cannot be read.", remedy: exportAgain, detail: detail)
  }

  static func corruptData(_ name: String, _ format: PhotoFormat, detail: String?) -> ImagingError {
    // libheif's word for what is larger than it decodes.
    if detail?.contains("Security limit exceeded") == true {
      return ImagingError(
        .tooMuchWork, at: .decode, name: name,
        message: "The \(format) file is larger than its decoder allows.",
        remedy: "Export a smaller version.", detail: detail)
    }
    return ImagingError(
      .corruptData, at: .decode, name: name,
      message: "The \(format) file's pixels are damaged.",
      remedy: "Copy or download the file again.", detail: detail)
  }

  static func resizeFailed(
    _ name: String, from: String, to: PixelSize, detail: String?
  ) -> ImagingError {
    ImagingError(
      .resizeFailed, at: .resize, name: name,
      message: "A picture of \(to) could not be made from \(from).", detail: detail)
  }

  static func encodeFailed(
    _ name: String, _ size: PixelSize, as format: PhotoFormat, detail: String?
  ) -> ImagingError {
    ImagingError(
      .encodeFailed, at: .encode, name: name,
      message: "A picture of \(size) could not be written as \(format).", detail: detail)
  }

  static func libraryUnavailable(_ name: String, detail: String?) -> ImagingError {
    ImagingError(
      .libraryUnavailable, at: .decode, name: name, message: "libvips could not be started.",
      remedy: "Install libvips 8.14 or later.", detail: detail)
  }
}
