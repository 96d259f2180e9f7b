internal import PhotoStore
public import SystemPackage

/// Why one photo was not prepared: the file, the fact, what to do.
///
/// A rejection never ends a run; it is one photo's outcome.
public struct Rejection: Error, Sendable {
  /// The photo, as it was named.
  public let path: FilePath
  /// What kind of reason this is, in stable kebab case; match on this, never on ``message``.
  public let code: String
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it, or `nil` when nothing can be done.
  public let remedy: String?
  /// What a library said about it; may be about another file when photos are worked on in parallel.
  public let detail: String?

  /// Makes a rejection; text from the file in its message is shown without control characters.
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
  /// The same reason, for the same photo under another name.
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
