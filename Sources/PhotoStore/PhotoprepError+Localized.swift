public import Foundation

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
