internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore

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
  /// Describes pictures that were just staged.
  init(
    _ material: PhotoMaterial, recipe: Recipe, recipeID: RecipeID, pictures: PhotoPictures,
    staged: StagedPhoto
  ) {
    let files = zip(staged.files, pictures.pictures).map { file, entry in
      StoredFile(
        name: file.name, byteCount: file.byteCount, digest: file.digest, size: entry.picture.size,
        quality: entry.picture.quality)
    }
    self.init(
      digest: material.digest, recipe: recipe, recipeID: recipeID, sources: material.sources,
      uprightSize: pictures.uprightSize, format: pictures.format, master: files[0],
      renders: PerFamily(pictures.renders.families) { family in
        files[1 + (pictures.renders.families.firstIndex(of: family) ?? 0)]
      },
      crops: pictures.crops, flags: pictures.flags + material.flags,
      analysis: pictures.analysis.json)
    taken = pictures.capture.time?.text
    decoder = pictures.decoder
  }
}
