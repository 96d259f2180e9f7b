/// A photo that could not be read, changed or written, with the step it failed at and the remedy.
public struct ImagingError: Error, Sendable, Equatable {
  /// What kind of failure this is.
  ///
  /// Match on this, never on ``message``.
  public let code: Code

  /// The step at which it failed.
  public let stage: Stage

  /// The photo's name, as the caller gave it.
  public let name: String

  /// What is so, in one sentence that ends with a full stop.
  public let message: String

  /// What the reader can do about it, as an imperative sentence, or `nil` when nothing can be done.
  public let remedy: String?

  /// What the decoder said, for logs, or `nil`.
  ///
  /// libvips keeps one error text for the whole process, so with photos prepared in parallel this
  /// may be about another one. It decides one thing: data whose decoding ended at libheif's
  /// "Security limit exceeded" is `too-much-work` instead of `corrupt-data`.
  public let detail: String?

  init(
    _ code: Code, at stage: Stage, name: String, message: String, remedy: String? = nil,
    detail: String? = nil
  ) {
    self.code = code
    self.stage = stage
    self.name = name
    self.message = message
    self.remedy = remedy
    self.detail = detail
  }
}

extension ImagingError: CustomStringConvertible {
  /// The name, the message and the remedy on one line.
  public var description: String {
    "\(name): \(message)" + (remedy.map { " \($0)" } ?? "")
  }
}

extension ImagingError {
  /// A step of reading or writing a photo.
  public struct Stage: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases.
    public let description: String
    private init(_ description: String) { self.description = description }

    /// Telling the format from the first bytes.
    public static let sniff = Stage("sniff")
    /// Holding the file against the limits.
    public static let limits = Stage("limits")
    /// Reading what the file says about itself.
    public static let header = Stage("header")
    /// Reading its pixels.
    public static let decode = Stage("decode")
    /// Making a smaller picture.
    public static let resize = Stage("resize")
    /// Writing a JPEG or PNG.
    public static let encode = Stage("encode")
  }
}

extension ImagingError {
  /// The kinds of failure this library reports.
  ///
  /// A struct rather than an enum, so that adding a kind does not break a caller's `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases, for logs and `--json`.
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The file has no bytes.
    public static let emptyFile = Code("empty-file")
    /// The bytes are of no format that is prepared.
    public static let unsupportedFormat = Code("unsupported-format")
    /// The file has more bytes than the limit.
    public static let fileTooLarge = Code("file-too-large")
    /// The picture has more pixels than the limit.
    public static let tooManyPixels = Code("too-many-pixels")
    /// The picture is too long, or too long for its width, to be cropped.
    public static let extremeShape = Code("extreme-shape")
    /// The file asks for more decoding work than its picture can need.
    public static let tooMuchWork = Code("too-much-work")
    /// The file's description of itself is damaged.
    public static let corruptHeader = Code("corrupt-header")
    /// The file ends before its picture does.
    public static let truncated = Code("truncated")
    /// The file's pixels are damaged.
    public static let corruptData = Code("corrupt-data")
    /// A picture could not be made in the size asked for.
    public static let resizeFailed = Code("resize-failed")
    /// A picture could not be written as JPEG or PNG.
    public static let encodeFailed = Code("encode-failed")
    /// libvips could not be started.
    public static let libraryUnavailable = Code("library-unavailable")
  }
}
