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
  var sources: [SourceName]
  /// The file that was read, unless it is a master.
  var observation: SourceObservation?
  /// What an upgrade took the bytes from; `nil` where the photo was given.
  var origin: PhotoOrigin?
  /// How the photo was prepared before; where the bytes are its master and nowhere else.
  var earlier: PhotoPreparation?
  /// The renders of ``earlier`` that stay to the byte; empty where all are made again.
  var kept: [RenderFamily: [UInt8]] = [:]

  var photo: PhotoID { PhotoID(digest) }

  /// The flags that the pictures themselves do not show.
  var flags: [String] {
    earlier == nil || !kept.isEmpty ? [] : [PhotoFlag.fromMaster.rawValue]
  }

  /// What the photo's metadata named as a master's no longer does.
  var regions: [FocusRegion] {
    earlier?.regions.filter { $0.origin == .metadata } ?? []
  }
}

extension PhotoMaterial {
  /// Reads a photo's file whole, once, and tells which photo it is.
  ///
  /// - Throws: A ``Rejection``.
  static func read(
    _ path: FilePath, in environment: RunEnvironment, _ limits: ImagingLimits, _ times: StepTimes
  ) throws -> PhotoMaterial {
    let start = environment.clock()
    let contents = try times.measure("read") {
      try environment.fileSystem.readPhoto(path, limits: limits)
    }
    let digest = times.measure("digest") { ContentDigest(of: contents.bytes) }
    return PhotoMaterial(
      path: path, bytes: contents.bytes, digest: digest,
      sources: [SourceName(bytes: path.bytes)],
      observation: SourceObservation(
        of: PhotoID(digest), at: environment.absolute(path), contents.status, observedAt: start))
  }
}

extension PhotoPictures {
  /// The pictures under the names they will have, master first.
  func files(of record: RecordID) -> [(name: StoredFileName, bytes: [UInt8])] {
    zip(StoredFileName.Role.all(renders.families), all).map { role, picture in
      (StoredFileName(role, of: record, as: picture.format), picture.bytes)
    }
  }
}

extension PhotoPreparation {
  init(_ material: PhotoMaterial, recipe: Recipe, as id: RecordID, pictures: PhotoPictures) {
    func file(_ role: StoredFileName.Role, _ picture: EncodedPicture) -> StoredFile {
      StoredFile(
        name: StoredFileName(role, of: id, as: picture.format), of: picture.bytes,
        size: picture.size, quality: picture.quality)
    }
    self.init(
      digest: material.digest, recipe: recipe, recipeID: id.recipe, sources: material.sources,
      uprightSize: pictures.uprightSize, format: pictures.format,
      master: file(.master, pictures.master),
      renders: pictures.renders.map { file(.render($0), $1) },
      crops: pictures.crops, flags: pictures.flags + material.flags,
      analysis: pictures.analysis)
    taken = pictures.capture.time?.text
    decoder = pictures.decoder
  }
}

extension PhotoPreparation {
  /// Whether any render has a flag that asks for a person.
  var needsLook: Bool { families.contains(where: needsLook) }

  /// The risk from which on a crop is worth a look: of ten such crops, three lose something that another place would
  /// keep.
  private static let askingRisk = 0.3

  /// Whether a family's render has a flag that asks for a person, or its crop was chosen at a high risk.
  private func needsLook(_ family: RenderFamily) -> Bool {
    if hand?.renders[family] == nil, risk(family) ?? 0 >= Self.askingRisk { return true }
    return shownFlags(family).contains { flag in
      switch PhotoFlag(rawValue: flag) {
      case .fitted, .lowResolution, .vanishesTinted, .gainMapUnread, .gainMapLeftOut: false
      default: true
      }
    }
  }

  /// The flags of the render that a family shows.
  func shownFlags(_ family: RenderFamily) -> [String] {
    hand?.renders[family]?.flags ?? crops[family]?.flags ?? []
  }
}
