public import PhotoGeometry
internal import SystemPackage

extension PhotoprepError.Code {
  /// There is no photo at the paths that were named.
  public static let noPhotos = PhotoprepError.Code("no-photos")
}

extension PhotoprepError {
  /// What is said where nothing that was named is a photo or holds one.
  static func noPhotos(
    _ first: FilePath, of count: Int, skipped: SkippedFiles
  ) -> PhotoprepError {
    let place = count == 1 ? "here" : "at any of the \(count) paths"
    let found = skipped.total == 0 ? "nothing is there" : "what is there: \(skipped)"
    return PhotoprepError(
      .noPhotos, path: first.string, message: "There is no photo \(place); \(found).",
      remedy: skipped.links > 0
        ? "Links are not followed: name the folder that they lead to."
        : "Name photos, or a folder that holds some.")
  }
}
