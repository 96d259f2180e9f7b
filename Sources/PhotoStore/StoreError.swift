/// A failure in a store or one of its documents, with the file it happened to and what to do next.
public struct StoreError: Error, Sendable {
  /// What kind of failure this is; match on this, never on ``message``.
  public let code: Code
  /// The file or folder the operation was about.
  public let path: String
  /// What is so, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it, as an imperative sentence, or `nil` when nothing can be done.
  public let recovery: String?
  /// The error that caused this one, for logs.
  public let underlying: (any Error)?

  /// Makes an error from its parts.
  package init(
    _ code: Code, path: String, message: String, recovery: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.recovery = recovery
    self.underlying = underlying
  }
}

extension StoreError: CustomStringConvertible {
  /// Path, message and remedy on one line; control characters show as `\xNN`.
  public var description: String {
    ("\(path): \(message)" + (recovery.map { " " + $0 } ?? "")).displayText
  }
}

extension StoreError {
  /// The kinds of failure a store reports.
  ///
  /// A struct rather than an enum, so that adding a kind does not break a caller's `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases, for logs and `--json`.
    public let description: String

    /// Makes a kind; the names of file calls' kinds come from outside this target.
    package init(_ description: String) { self.description = description }

    /// There is no container, or the container is no store.
    public static let storeMissing = Code("store-missing")
    /// The store was made by a newer version of this software.
    public static let storeTooNew = Code("store-too-new")
    /// The store's settings differ from what was asked for, or cannot be read.
    public static let storeSettings = Code("store-settings")
    /// A document's bytes are not JSON, or lack what this software needs of them.
    public static let unreadableDocument = Code("unreadable-document")
    /// A document was written by a newer version of this software.
    public static let documentTooNew = Code("document-too-new")
    /// The catalog did not answer.
    public static let catalog = Code("catalog")
    /// The database for temporary data did not answer.
    public static let scratch = Code("scratch")
    /// Cleaning would have to guess what is in use, and so nothing was removed.
    public static let cleanupRefused = Code("cleanup-refused")
    /// There is nothing of this name.
    public static let notFound = Code("not-found")
    /// A name that cannot be the name of a file in a store.
    public static let nameInvalid = Code("name-invalid")
    /// Somebody else holds the store in a way that excludes this.
    public static let storeLocked = Code("store-locked")
    /// Somebody else changed what this was about to change.
    public static let changedMeanwhile = Code("changed-meanwhile")
    /// Somebody asked to stop before it was done.
    public static let interrupted = Code("interrupted")
    /// The call needs a store that was opened for writing, or opened at all.
    public static let notOpenForWriting = Code("not-open-for-writing")
  }
}
