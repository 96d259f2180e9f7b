public import Foundation

extension PhotoprepError: LocalizedError {
  /// What it was about, and the fact: what an alert shows first.
  public var errorDescription: String? {
    path.isEmpty ? message.displayText : "\(path): \(message)".displayText
  }

  /// What the reader can do about it.
  public var recoverySuggestion: String? { remedy?.displayText }

  /// What a library or the system said.
  public var failureReason: String? { detail }
}
