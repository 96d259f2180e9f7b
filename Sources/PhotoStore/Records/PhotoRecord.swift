public import Foundation
import PhotoGeometry

/// One prepared photo: an image any reader of designs understands, and how it was made.
///
/// On disk it is an ``ImageSpec`` with one key more, `photoprep`.
public struct PhotoRecord: Hashable, Sendable {
  /// The image: its file name is the medium render, its smart photo the master and all renders.
  public var image: ImageSpec
  /// How it was made.
  public var preparation: PhotoPreparation

  /// The key that a record has and an image of a design has not.
  public static let preparationKey = "photoprep"

  /// Makes a record from its two parts.
  public init(image: ImageSpec, preparation: PhotoPreparation) {
    self.image = image
    self.preparation = preparation
  }

  /// Makes the record of a photo that was just prepared.
  public init(_ preparation: PhotoPreparation, preparedAt: Date) {
    var variants: [RenderFamily: SmartPhotoVariantSpec] = [:]
    for family in RenderFamily.allCases {
      let file = preparation.renders[family]
      variants[family] = SmartPhotoVariantSpec(
        renderFileName: file.name.description, cropRect: preparation.crops[family].rect,
        pixelSize: file.size)
    }
    self.init(
      image: ImageSpec(
        fileName: preparation.renders.medium.name.description,
        smartPhoto: SmartPhotoSpec(
          masterFileName: preparation.master.name.description, variants: variants,
          algorithmVersion: preparation.recipe.algorithmVersion, preparedAt: preparedAt)),
      preparation: preparation)
  }

  /// The photo and the recipe.
  public var id: RecordID { preparation.id }

  /// The record's bytes; the same for the same record on every machine.
  public var bytes: [UInt8] {
    image.json(dates: .iso8601)
      .overlaid(with: .object([Self.preparationKey: preparation.json])).canonicalBytes
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - path: The file, for errors.
  /// - Throws: `unreadable-document` or `document-too-new`.
  public init(bytes: [UInt8], path: String) throws(StoreError) {
    var object = try JSONValue.document(bytes, path: path)
    guard let preparation = object.removeValue(forKey: Self.preparationKey)?.object else {
      throw .lacking("the key '\(Self.preparationKey)'", path: path)
    }
    self.init(
      image: ImageSpec(json: object),
      preparation: try PhotoPreparation(json: preparation, path: path))
  }
}

extension PhotoRecord {
  /// Returns the record to keep when the same photo was prepared with the same recipe before.
  ///
  /// The names it was found under are joined and keys this software does not know are kept from
  /// the older record. When nothing else differs, the older date stays, so that preparing the same
  /// photo twice, in whichever order, leaves the same bytes.
  public func merged(over older: PhotoRecord) -> PhotoRecord {
    var preparation = preparation.adding(sources: older.preparation.sources)
    preparation.unknownKeys =
      JSONValue.object(older.preparation.unknownKeys)
      .overlaid(with: .object(preparation.unknownKeys)).object ?? [:]
    let isSame = preparation == older.preparation.adding(sources: preparation.sources)
    return PhotoRecord(image: isSame ? older.image : image, preparation: preparation)
  }
}
