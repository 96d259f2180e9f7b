public import Foundation

/// What an analysis has learned from marked photos; made once and used for any number of photos, on any thread.
public struct ImportanceModel: Sendable {
  let network: ImportanceNetwork

  /// Makes a model from the bytes of a weights file that `Training/train.py` wrote; `nil` when they are none.
  public init?(_ bytes: Data) {
    guard let weights = NetworkWeights(bytes) else { return nil }
    network = ImportanceNetwork(weights)
  }

  /// The model that comes with the library; `nil` only if its numbers were damaged, which a test rules out.
  public static let standard = Data(
    base64Encoded: StandardWeights.base64, options: .ignoreUnknownCharacters
  ).flatMap { ImportanceModel($0) }

  /// The version of ``standard``; it grows with every training.
  public static let version = StandardWeights.version
  /// The SHA-256 of the weights of ``standard``.
  public static let digest = StandardWeights.digest
}
