import Foundation

/// The kinds of failure in reading, changing and writing pictures.
extension PhotoprepError.Code {
  /// The file has no bytes.
  public static let emptyFile = Self("empty-file")
  /// The bytes are not of a supported format.
  public static let unsupportedFormat = Self("unsupported-format")
  /// The picture has more pixels than the limit.
  public static let tooManyPixels = Self("too-many-pixels")
  /// The picture is too long, or too long for its width, to be cropped.
  public static let extremeShape = Self("extreme-shape")
  /// The file needs more decoding work than its picture can justify.
  public static let tooMuchWork = Self("too-much-work")
  /// The file's header is damaged.
  public static let corruptHeader = Self("corrupt-header")
  /// The file ends before its picture does.
  public static let truncated = Self("truncated")
  /// The file's pixels are damaged.
  public static let corruptData = Self("corrupt-data")
  /// A library that the picture needs is missing or could not be started.
  public static let libraryUnavailable = Self("library-unavailable")
}

/// The wording of every failure, one function each, so that it can be tested as text.
extension PhotoprepError {
  static let supported = "Use JPEG, PNG, WebP, HEIC, AVIF, JPEG XL, TIFF, BMP or GIF."
  static let getWholeFile = "Copy or download the whole file again."
  static let exportAgain = "Open it in a photo editor and export it again."

  static func emptyFile(_ name: String) -> PhotoprepError {
    PhotoprepError(
      .emptyFile, path: name, message: "The file is empty, 0 bytes.",
      remedy: getWholeFile)
  }

  static func unsupported(
    _ name: String, is kind: String?, remedy: String = supported
  ) -> PhotoprepError {
    let message =
      kind.map { "The file is \($0), which is not prepared." }
      ?? "The file's first bytes belong to no known picture format."
    let isArchive = kind?.hasSuffix(" archive") ?? false
    return PhotoprepError(
      .unsupportedFormat, path: name, message: message,
      remedy: isArchive ? "Unpack it, and name the folder with its photos." : remedy)
  }

  static func fileTooLarge(_ name: String, bytes: Int, limit: Int) -> PhotoprepError {
    PhotoprepError(
      .fileTooLarge, path: name,
      message: "The file has \(bytes) bytes; the limit is \(limit) bytes.",
      remedy: "Export a smaller version, or raise the limit.")
  }

  static func tooManyPixels(_ name: String, width: Int, height: Int, limit: Int) -> PhotoprepError {
    let megapixels = [Double(width) * Double(height), Double(limit)].map {
      String(format: "%.4g", $0 / 1e6)
    }
    return PhotoprepError(
      .tooManyPixels, path: name,
      message: "The picture has \(megapixels[0]) megapixels (\(width)×\(height)); "
        + "the limit for its format is \(megapixels[1]).",
      remedy: "Export a smaller version, or raise the limit.")
  }

  static func header(_ name: String, _ problem: ScanProblem) -> PhotoprepError {
    switch problem {
    case .corrupt(let fact):
      PhotoprepError(
        .corruptHeader, path: name, message: fact, remedy: exportAgain)
    case .truncated(let fact):
      PhotoprepError(.truncated, path: name, message: fact, remedy: getWholeFile)
    case .excessive(let fact):
      PhotoprepError(.tooMuchWork, path: name, message: fact, remedy: exportAgain)
    case .tooManyPixels(let width, let height, let limit):
      tooManyPixels(name, width: width, height: height, limit: limit)
    case .extremeShape(let width, let height):
      PhotoprepError(
        .extremeShape, path: name,
        message: "The picture is \(width)×\(height) pixels; no side may have more than "
          + "\(PixelSize.sideLimit), nor more than \(PixelSize.shapeLimit) times the other.",
        remedy: "Cut out the part that is to be seen.")
    case .unsupported(let kind):
      unsupported(name, is: kind, remedy: "Open it in a photo editor and export it as a JPEG.")
    }
  }

  static func unreadableHeader(
    _ name: String, _ format: PhotoFormat, detail: String?
  ) -> PhotoprepError {
    undecodable(name, format, detail: detail)
      ?? PhotoprepError(
        .corruptHeader, path: name,
        message: "The \(format) file's header cannot be read.", remedy: exportAgain,
        detail: detail)
  }

  static func corruptData(_ name: String, _ format: PhotoFormat, detail: String?) -> PhotoprepError
  {
    undecodable(name, format, detail: detail)
      ?? PhotoprepError(
        .corruptData, path: name,
        message: "The \(format) file's pixels are damaged.",
        remedy: "Copy or download the file again.", detail: detail)
  }

  /// The error for a file that this system's libraries do not decode, even if it is whole; `nil` for others.
  private static func undecodable(
    _ name: String, _ format: PhotoFormat, detail: String?
  ) -> PhotoprepError? {
    // libheif's message for a picture that is too large for it, by its header or by its pixels.
    if detail?.contains("Security limit exceeded") == true {
      return PhotoprepError(
        .tooMuchWork, path: name,
        message: "The \(format) file is larger than its decoder allows.",
        remedy: "Export a smaller version.", detail: detail)
    }
    // Systems package libheif's decoders apart, and its message for a missing one differs by version.
    if let missing = format.missingDecoder {
      return PhotoprepError(
        .libraryUnavailable, path: name, message: "Nothing that reads \(format) is installed.",
        remedy: "Install a decoder: \(missing).", detail: detail)
    }
    // libheif's messages for unsupported files, for a primary picture in a coding that it does not know or has no
    // plugin for, for one that is another's copy (`iden`), and for a description that our own walk has read, and
    // libvips' for a size that libheif computes differently than the file means.
    let noPlugin = "No decoding plugin installed"
    let cannot = [
      "Unsupported feature", "Unsupported codec", "non-existing image", noPlugin,
      "Item has no data", "No 'meta' box", "bad image dimensions on decode",
    ]
    guard format == .heic || format == .avif, let detail, cannot.contains(where: detail.contains)
    else { return nil }
    return PhotoprepError(
      .unsupportedFormat, path: name,
      message: "This system's \(Decoders.libheif) cannot read this \(format) file, "
        + "which may be whole.",
      remedy: exportAgain + " Or install "
        + (detail.contains(noPlugin)
          ? "libheif's other decoders: 'sudo apt install libheif-plugins-all' (Debian)."
          : "a newer libheif."),
      detail: detail)
  }

  static func resizeFailed(
    _ name: String, from: String, to: PixelSize, detail: String?
  ) -> PhotoprepError {
    PhotoprepError(
      .resizeFailed, path: name,
      message: "A picture of \(to) could not be made from \(from).", detail: detail)
  }

  static func encodeFailed(
    _ name: String, _ size: PixelSize, as format: PictureFormat, detail: String?
  ) -> PhotoprepError {
    PhotoprepError(
      .encodeFailed, path: name,
      message: "A picture of \(size) could not be written as \(format.name).",
      remedy: format.missingEncoder.map { "Install an encoder: \($0)." },
      detail: detail)
  }

  static func libraryUnavailable(_ name: String, detail: String?) -> PhotoprepError {
    PhotoprepError(
      .libraryUnavailable, path: name, message: "libvips could not be started.",
      remedy: "Install libvips 8.14 or later.", detail: detail)
  }
}
