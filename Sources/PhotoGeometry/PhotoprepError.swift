/// Why something could not be done: the path, the fact and the remedy.
public struct PhotoprepError: Error, Hashable, Sendable {
  /// The kind of failure; match on this, never on ``message``.
  public let code: Code
  /// The file or folder it was about, or the name that the caller gave a picture.
  public let path: String
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do, as an imperative sentence; `nil` if nothing can be done.
  public let remedy: String?
  /// The message of a library or the system, for logs.
  ///
  /// libvips keeps one error text for the whole process, so with photos prepared in parallel this
  /// may be about another photo.
  public let detail: String?

  /// Makes an error from its parts.
  public init(
    _ code: Code, path: String, message: String, remedy: String? = nil, detail: String? = nil
  ) {
    (self.code, self.path, self.message, self.remedy) = (code, path, message, remedy)
    self.detail = detail
  }

  package func about(_ path: String) -> PhotoprepError {
    PhotoprepError(code, path: path, message: message, remedy: remedy, detail: detail)
  }
}

extension PhotoprepError: CustomStringConvertible {
  /// Path, message and remedy on one line; control characters show as `\xNN`.
  public var description: String {
    ("\(path): \(message)" + (remedy.map { " " + $0 } ?? "")).displayText
  }
}

extension PhotoprepError {
  /// The kinds of failure.
  ///
  /// A struct rather than an enum, so that adding a kind does not break a caller's `switch`; each library adds its own.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases, for logs and `--json`.
    public let description: String

    /// Makes a kind from its name in kebab case.
    package init(_ description: String) { self.description = description }

    /// There is nothing of this name.
    public static let notFound = Code("not-found")
    /// The file has more bytes than the limit.
    public static let fileTooLarge = Code("file-too-large")
    /// There is no image in it that can be decoded.
    public static let imageUndecodable = Code("image-undecodable")
    /// A picture could not be made in the size asked for.
    public static let resizeFailed = Code("resize-failed")
    /// A picture could not be written in a format.
    public static let encodeFailed = Code("encode-failed")
  }
}
