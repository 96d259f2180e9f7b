public import Foundation

/// One prepared photo: an image any reader of designs understands, and how it was made.
///
/// On disk it is an ``ImageSpec`` with one key more, `photoprep`.
public struct PhotoRecord: Hashable, Sendable {
  /// The image: its file name is the medium render, its smart photo the master and all renders.
  public var image: ImageSpec
  /// How it was made.
  public var preparation: PhotoPreparation

  /// The key that distinguishes a record from an image of a design.
  public static let preparationKey = "photoprep"

  /// Makes a record from its two parts.
  public init(image: ImageSpec, preparation: PhotoPreparation) {
    (self.image, self.preparation) = (image, preparation)
  }

  /// Makes the record of a photo that was just prepared.
  public init(_ preparation: PhotoPreparation, preparedAt: Date) {
    self.init(
      image: ImageSpec(
        fileName: preparation.shownMedium.name.description,
        smartPhoto: SmartPhotoSpec(
          masterFileName: preparation.master.name.description,
          variants: preparation.variants(keeping: [:]),
          algorithmVersion: preparation.recipe.algorithmVersion, preparedAt: preparedAt)),
      preparation: preparation)
  }

  /// Returns the record with new hand work in place of the old.
  public func setting(_ hand: HandWork?) -> PhotoRecord {
    var preparation = preparation
    preparation.hand = hand
    let smart = image.smartPhoto
    return PhotoRecord(
      image: ImageSpec(
        fileName: preparation.shownMedium.name.description,
        contentMode: image.contentMode, height: image.height, cornerRadius: image.cornerRadius,
        filter: image.filter,
        smartPhoto: SmartPhotoSpec(
          masterFileName: preparation.master.name.description,
          variants: preparation.variants(keeping: smart?.variants ?? [:]),
          algorithmVersion: preparation.recipe.algorithmVersion,
          preparedAt: smart?.preparedAt ?? Date(timeIntervalSinceReferenceDate: 0),
          shuffleManifestFileName: smart?.shuffleManifestFileName,
          unknownKeys: smart?.unknownKeys ?? [:]),
        unknownKeys: image.unknownKeys),
      preparation: preparation)
  }

  /// The photo and the recipe.
  public var id: RecordID { preparation.id }

  /// When the photo was prepared; long ago when the record does not say.
  package var preparedAt: Date { image.smartPhoto?.preparedAt ?? .distantPast }

  /// The record's bytes; the same for the same record on every machine.
  public var bytes: [UInt8] {
    image.json(dates: .iso8601)
      .overlaid(with: .object([Self.preparationKey: preparation.json])).canonicalBytes
  }

  /// The record's bytes, checked by reading them back as the same photo, files and crops.
  ///
  /// - Throws: `unreadable-document` when they are not.
  public func bytesReadBack() throws(PhotoprepError) -> [UInt8] {
    let bytes = bytes
    let read = try PhotoRecord(bytes: bytes, path: id.fileName).preparation
    let isSame =
      read.families == preparation.families
      && zip(read.crops.values, preparation.crops.values).allSatisfy {
        $0.rect.isClose(to: $1.rect)
      }
    guard isSame, read.id == id, read.allFiles == preparation.allFiles else {
      throw .lacking("crops and files that can be written", path: id.fileName)
    }
    return bytes
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - path: The file, for errors.
  /// - Throws: `unreadable-document` or `document-too-new`.
  public init(bytes: [UInt8], path: String) throws(PhotoprepError) {
    var object = try JSONValue.document(bytes, path: path)
    guard let preparation = object.removeValue(forKey: Self.preparationKey)?.object else {
      throw .lacking("the key '\(Self.preparationKey)'", path: path)
    }
    self.init(
      image: ImageSpec(json: object),
      preparation: try PhotoPreparation(json: preparation, path: path))
  }

  /// Returns the record to keep if the same photo was prepared with the same recipe before.
  ///
  /// The names it was found under are joined, keys this software does not know are kept from the
  /// older record, and so is what a person set there, unless this record holds a later revision of
  /// it. When nothing else differs, the older date stays, so that preparing the same photo twice, in
  /// whichever order, leaves the same bytes. Nothing is kept of a record about other bytes.
  public func merged(over older: PhotoRecord) -> PhotoRecord {
    if older.preparation.digest != preparation.digest { return self }
    var preparation = preparation.adding(sources: older.preparation.sources)
    preparation.unknownKeys =
      JSONValue.object(older.preparation.unknownKeys)
      .overlaid(with: .object(preparation.unknownKeys)).object ?? [:]
    let hand = HandWork.later(preparation.hand, older.preparation.hand)
    preparation.hand = hand
    let isSame = preparation == older.preparation.adding(sources: preparation.sources)
    let merged = PhotoRecord(image: isSame ? older.image : image, preparation: preparation)
    return isSame || hand == self.preparation.hand ? merged : merged.setting(hand)
  }
}

extension NormalizedRect {
  /// Whether the edges are the same to a millionth, less than a pixel of any photo.
  fileprivate func isClose(to other: NormalizedRect) -> Bool {
    zip([x, y, width, height], [other.x, other.y, other.width, other.height])
      .allSatisfy { abs($0 - $1) < 1e-6 }
  }
}

extension HandWork {
  /// The one with the higher revision; if equal, the older record's.
  fileprivate static func later(_ newer: HandWork?, _ older: HandWork?) -> HandWork? {
    guard let newer, let older else { return newer ?? older }
    return newer.revision > older.revision ? newer : older
  }
}

extension PhotoPreparation {
  /// The file that older readers show for every family.
  fileprivate var shownMedium: StoredFile { hand?.renders[.medium]?.file ?? renders.medium }

  /// The variant of each family, with the keys of older variants that this software does not know.
  fileprivate func variants(
    keeping older: [RenderFamily: SmartPhotoVariantSpec]
  ) -> [RenderFamily: SmartPhotoVariantSpec] {
    var variants: [RenderFamily: SmartPhotoVariantSpec] = [:]
    for (family, crop) in crops.all {
      guard let file = shownRender(family) else { continue }
      let framing = hand?.renders[family]?.framing
      variants[family] = SmartPhotoVariantSpec(
        renderFileName: file.name.description,
        cropRect: framing?.cropRect ?? crop.rect, pixelSize: file.size,
        straightenDegrees: framing?.straightenDegrees, rotationQuarterTurns: framing?.quarterTurns,
        unknownKeys: older[family]?.unknownKeys ?? [:])
    }
    return variants
  }
}
