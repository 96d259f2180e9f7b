public import Foundation

/// A photo with a render for each family and the master they were made from.
public struct SmartPhotoSpec: Hashable, Sendable {
  /// The name of the master in the folder of images; empty when the document names none.
  public let masterFileName: String
  /// The renders that exist.
  public let variants: [RenderFamily: SmartPhotoVariantSpec]
  /// The version of the algorithm that chose the crops, at least 0.
  public let algorithmVersion: Int
  /// When the renders were made.
  public let preparedAt: Date
  /// The name of the album this photo belongs to, if any.
  public let shuffleManifestFileName: String?
  /// Unknown keys, which are kept when the document is written again.
  public let unknownKeys: [String: JSONValue]

  /// Makes a smart photo; values out of their range are brought into it as the published app does.
  public init(
    masterFileName: String, variants: [RenderFamily: SmartPhotoVariantSpec], algorithmVersion: Int,
    preparedAt: Date, shuffleManifestFileName: String? = nil,
    unknownKeys: [String: JSONValue] = [:]
  ) {
    self.masterFileName = FileNameRule.sanitized(masterFileName) ?? ""
    self.variants = variants
    self.algorithmVersion = max(0, algorithmVersion)
    self.preparedAt = preparedAt
    self.shuffleManifestFileName = shuffleManifestFileName.flatMap(FileNameRule.sanitized)
    self.unknownKeys = unknownKeys
  }
}

extension SmartPhotoSpec {
  /// The render that a family shows: its own, else that of the family closest in shape.
  public func variant(for family: RenderFamily) -> SmartPhotoVariantSpec? {
    variants[family] ?? variants[family.substitute]
  }

  /// Reads a smart photo; every key that is missing or has the wrong type has its default.
  ///
  /// The default of `preparedAt` is 2001-01-01 UTC, so that the same document reads the same always.
  public init(json object: [String: JSONValue]) {
    var reader = DocumentReader(object)
    var variants: [RenderFamily: SmartPhotoVariantSpec] = [:]
    for family in RenderFamily.allCases {
      variants[family] = reader.take(family.rawValue)?.object.map(SmartPhotoVariantSpec.init(json:))
    }
    self.init(
      masterFileName: reader.string("masterFileName") ?? "", variants: variants,
      algorithmVersion: reader.integer("algorithmVersion") ?? 0,
      preparedAt: reader.take("preparedAt")?.date ?? Date(timeIntervalSinceReferenceDate: 0),
      shuffleManifestFileName: reader.string("shuffleManifestFileName"), unknownKeys: reader.rest)
  }

  /// The smart photo as the published app writes it, with the unknown keys.
  public func json(dates form: DateForm) -> JSONValue {
    var object: [String: JSONValue] = [
      "masterFileName": .string(masterFileName), "algorithmVersion": .integer(algorithmVersion),
      "preparedAt": .date(preparedAt, as: form),
    ]
    object["shuffleManifestFileName"] = shuffleManifestFileName.map(JSONValue.string)
    for (family, variant) in variants { object[family.rawValue] = variant.json }
    return .object(unknownKeys).overlaid(with: .object(object))
  }
}
