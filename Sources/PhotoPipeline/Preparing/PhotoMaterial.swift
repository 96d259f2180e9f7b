internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop
internal import SystemPackage

/// What a photo's pictures are made from: its own bytes, or its master where these are gone.
struct PhotoMaterial: Sendable {
  /// Where the photo is or was, as it was named.
  let path: FilePath
  let bytes: [UInt8]
  /// The SHA-256 of the photo itself.
  let digest: ContentDigest
  /// The names the photo was found under.
  let sources: [SourceName]
  /// The file that was read, unless it is a master.
  let observations: [SourceObservation]
  /// What an upgrade took the bytes from; `nil` where the photo was given.
  var origin: PhotoOrigin?
  /// How the photo was prepared before; where the bytes are its master and nowhere else.
  var earlier: PhotoPreparation?
  /// The renders of ``earlier`` that stay to the byte; empty where all are made again.
  var kept: [RenderFamily: [UInt8]] = [:]

  /// The flags that the pictures themselves do not show.
  var flags: [String] {
    earlier == nil || !kept.isEmpty ? [] : [PhotoFlag.fromMaster.rawValue]
  }

  /// What the photo's metadata named as a master's no longer does.
  var regions: [FocusRegion] {
    earlier?.regions.filter { $0.origin == .metadata } ?? []
  }
}

/// What an upgrade takes a photo's pixels from.
public enum PhotoOrigin: Hashable, Sendable {
  /// The photo itself.
  case photo
  /// The master that is kept in the store.
  case master(Reason)

  /// Why it is not the photo itself.
  public enum Reason: String, Hashable, Sendable {
    /// The store does not know where the photo is.
    case unknownPlace = "place-unknown"
    /// There is nothing where the photo was.
    case missing = "photo-missing"
    /// Something else is where the photo was.
    case changed = "photo-changed"
    /// What is where the photo was cannot be read.
    case unreadable = "photo-unreadable"
    /// Its other renders are kept, and one of a further family is made beside them.
    case furtherFamily = "further-family"
  }

  /// `photo` or `master`.
  public var name: String { self == .photo ? "photo" : "master" }

  /// Why it is not the photo itself; `nil` when it is.
  public var reason: Reason? {
    if case .master(let reason) = self { reason } else { nil }
  }
}

extension PhotoOrigin.Reason: CustomStringConvertible {
  /// The reason in a few words, for people.
  public var description: String {
    switch self {
    case .unknownPlace: "where the photo is is not known"
    case .missing: "the photo is no longer there"
    case .changed: "another photo is in its place"
    case .unreadable: "the photo cannot be read"
    case .furtherFamily: "the other renders are kept"
    }
  }
}

extension PhotoPictures {
  /// Returns pictures that were made from a master as those of the photo it was made of.
  ///
  /// The master stays to the byte. Rectangles are fractions, so that they hold for both; pixels are
  /// counted in the photo.
  func asPictures(of photo: PhotoPreparation, master: [UInt8]) -> PhotoPictures {
    let isOver = master.count > photo.recipe.master.byteLimit
    return PhotoPictures(
      format: photo.format, uprightSize: photo.uprightSize,
      master: EncodedPicture(photo.master, master, isOverLimit: isOver), renders: renders,
      crops: crops.map { $1.counted(in: photo.uprightSize) }, risk: risk,
      regions: regions, texts: texts, capture: photo.capture,
      decoder: photo.decoder, assessment: assessment)
  }
}

extension PhotoPictures {
  /// Returns the pictures with renders, crops and risks of an earlier preparation in the place of its families', and
  /// with what it says of the photo's file and of the way its renders were made.
  func keeping(_ kept: [RenderFamily: [UInt8]], of photo: PhotoPreparation) -> PhotoPictures {
    let renders = renders.map { family, picture in
      guard let bytes = kept[family], let file = photo.renders[family] else { return picture }
      let isOver = photo.crops[family]?.flags.contains(PhotoFlag.overByteLimit.rawValue) == true
      return EncodedPicture(file, bytes, isOverLimit: isOver)
    }
    return PhotoPictures(
      format: format, uprightSize: uprightSize, master: master, renders: renders,
      crops: crops.map { family, crop in kept[family] == nil ? crop : photo.crops[family] ?? crop },
      risk: risk.map { family, risk in kept[family] == nil ? risk : photo.risk(family) ?? risk },
      regions: photo.regions, texts: texts,
      notes: photo.flags.compactMap(PhotoFlag.init(rawValue:)).filter {
        [.reading, .upgrading].contains($0.step)
      }, capture: capture, decoder: decoder, assessment: photo.assessment ?? assessment)
  }
}

extension EncodedPicture {
  /// A file of a record with its bytes.
  fileprivate init(_ file: StoredFile, _ bytes: [UInt8], isOverLimit: Bool) {
    self.init(
      bytes: bytes, format: file.name.format, size: file.size, quality: file.quality,
      isOverLimit: isOverLimit)
  }
}

extension FamilyCrop {
  fileprivate func counted(in photo: PixelSize) -> FamilyCrop {
    let width = (rect.width * Double(photo.width)).rounded()
    let height = (rect.height * Double(photo.height)).rounded()
    return FamilyCrop(
      rect: rect, pixelSize: PixelSize(width: max(1, Int(width)), height: max(1, Int(height))),
      score: score, flags: flags)
  }
}

extension PhotoPictures {
  /// The pictures under the names they will have, master first.
  func files(of record: RecordID) -> [(name: StoredFileName, bytes: [UInt8])] {
    pictures.map { (StoredFileName($0.role, of: record, as: $0.picture.format), $0.picture.bytes) }
  }

  fileprivate var pictures: [(role: StoredFileName.Role, picture: EncodedPicture)] {
    [(.master, master)] + renders.all.map { (.render($0.family), $0.value) }
  }
}

extension PhotoPreparation {
  /// Describes pictures under the names they will have.
  init(_ material: PhotoMaterial, recipe: Recipe, as id: RecordID, pictures: PhotoPictures) {
    let files = pictures.pictures.map { role, picture in
      StoredFile(
        name: StoredFileName(role, of: id, as: picture.format), of: picture.bytes,
        size: picture.size, quality: picture.quality)
    }
    self.init(
      digest: material.digest, recipe: recipe, recipeID: id.recipe, sources: material.sources,
      uprightSize: pictures.uprightSize, format: pictures.format, master: files[0],
      renders: PerFamily(pictures.renders.families) { family in
        files[1 + (pictures.renders.families.firstIndex(of: family) ?? 0)]
      },
      crops: pictures.crops, flags: pictures.flags + material.flags,
      analysis: pictures.analysis)
    taken = pictures.capture.time?.text
    decoder = pictures.decoder
  }
}
