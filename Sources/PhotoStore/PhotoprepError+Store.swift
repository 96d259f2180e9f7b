public import Foundation

extension PhotoprepError.Code {
  /// There is no container, or the container is not a store.
  public static let storeMissing = Self("store-missing")
  /// The store was made by a newer version of this software.
  public static let storeTooNew = Self("store-too-new")
  /// The store's settings differ from the requested ones, or cannot be read.
  public static let storeSettings = Self("store-settings")
  /// A document's bytes are not JSON, or lack keys that this software needs.
  public static let unreadableDocument = Self("unreadable-document")
  /// A document was written by a newer version of this software.
  public static let documentTooNew = Self("document-too-new")
  /// The catalog did not answer.
  public static let catalog = Self("catalog")
  /// The catalog is damaged, or not a database.
  public static let catalogDamaged = Self("catalog-damaged")
  /// A cleanup cannot tell which files are in use, so nothing was removed.
  public static let cleanupRefused = Self("cleanup-refused")
  /// A document or a pin names a file that should be removed.
  public static let inUse = Self("in-use")
  /// A name that cannot be the name of a file in a store.
  public static let nameInvalid = Self("name-invalid")
  /// Another process holds the store in a mode that excludes this.
  public static let storeLocked = Self("store-locked")
  /// Another process changed the same thing meanwhile.
  public static let changedMeanwhile = Self("changed-meanwhile")
  /// It was interrupted before it was done.
  public static let interrupted = Self("interrupted")
  /// The call needs a store that is open, or open for writing.
  public static let notOpenForWriting = Self("not-open-for-writing")
}

extension PhotoprepError: LocalizedError {
  /// The path and the fact, which an alert shows first.
  public var errorDescription: String? {
    path.isEmpty ? message.displayText : "\(path): \(message)".displayText
  }

  /// The remedy.
  public var recoverySuggestion: String? { remedy?.displayText }

  /// The message of a library or the system.
  public var failureReason: String? { detail }
}
