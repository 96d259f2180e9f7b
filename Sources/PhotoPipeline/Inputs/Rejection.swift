internal import PhotoStore
public import SystemPackage

/// Why one photo was not prepared: the file, the fact, what to do.
///
/// A rejection never ends a run; it affects one photo.
public struct Rejection: Error, Sendable {
  /// The photo, as it was given.
  public let path: FilePath
  /// The kind of reason, in stable kebab case; compare this, never ``message``.
  public let code: String
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it, or `nil` when nothing can be done.
  public let remedy: String?
  /// A library's message about it; may be about another file when photos are worked on in parallel.
  public let detail: String?

  /// Makes a rejection; control characters in its message are escaped.
  public init(
    path: FilePath, code: String, message: String, remedy: String?, detail: String? = nil
  ) {
    self.path = path
    self.code = code
    self.message = message.displayText
    self.remedy = remedy?.displayText
    self.detail = detail
  }
}

extension Rejection {
  /// The same rejection with another path for the photo.
  func named(_ path: FilePath) -> Rejection {
    Rejection(path: path, code: code, message: message, remedy: remedy, detail: detail)
  }
}

extension Rejection: CustomStringConvertible {
  /// File, fact and remedy on one line.
  public var description: String {
    let parts = ["\(path.displayText): \(message)", remedy]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
