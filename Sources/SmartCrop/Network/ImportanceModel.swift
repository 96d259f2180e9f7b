public import Foundation
import SmartCropModel

/// A model learned from marked photos; make it once and use it for any number of photos, on any thread.
public struct ImportanceModel: Sendable {
  private let importance: MapNetwork
  /// Finds people's heads.
  let heads: HeadNetwork
  /// Finds animals' heads.
  let animals: HeadNetwork
  private let extents: MapNetwork
  /// Judges the networks' summaries; `nil` if the weights do not have it.
  let appeal: AppealModel?

  /// Makes a model from the bytes of a weights file that `Training/pack.py` wrote, with those of the appeal last or
  /// left out; `nil` for other bytes.
  public init?(_ bytes: Data) {
    var rest = bytes
    func next(_ output: NetworkOutput) -> NetworkWeights? {
      let count = NetworkWeights.byteCount(of: output)
      defer { rest = rest.dropFirst(count) }
      return NetworkWeights(rest.prefix(count), output)
    }
    guard let importance = next(.importance), let heads = next(.heads),
      let animals = next(.heads), let extents = next(.extents)
    else { return nil }
    appeal = AppealModel(rest)
    guard rest.isEmpty || appeal != nil else { return nil }
    self.importance = MapNetwork(importance)
    self.heads = HeadNetwork(heads)
    self.animals = HeadNetwork(animals)
    self.extents = MapNetwork(extents)
  }

  /// Returns the importance network's maps of a picture, and its summary.
  func look(at picture: NetworkPicture) -> (maps: NetworkMaps, summary: [Float]) {
    importance.read(picture) { (NetworkMaps($0), $1) }
  }

  /// Returns the ends of the subject by the network of extents, and its summary.
  func extents(in picture: NetworkPicture) -> (extents: SubjectExtents, summary: [Float]) {
    extents.read(picture) { (SubjectExtents($0), $1) }
  }

  /// The model that comes with the library; `nil` only if its numbers were damaged, which a test rules out.
  public static let standard = standardBytes.flatMap { ImportanceModel($0) }

  /// The version of ``standard``; it grows with every training.
  public static let version = StandardWeights.version
  /// The SHA-256 of the network weights of ``standard``; it identifies crops that they chose.
  public static let digest = StandardWeights.digest

  /// The weights of ``standard``, of all networks and the appeal; `nil` when one of them is not base64.
  static var standardBytes: Data? {
    let all = [
      StandardWeights.importance, StandardWeights.heads, StandardWeights.animals,
      StandardWeights.extents, StandardWeights.appeal,
    ].compactMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
    return all.count == 5 ? all.reduce(Data(), +) : nil
  }
}
