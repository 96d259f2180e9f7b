internal import SystemPackage

/// A kind of folder that a walk does not enter: its pictures are deleted, made from photos, or unusable without the
/// library that has them (decision 0812).
public enum SetAsideFolder: CaseIterable, Sendable {
  /// Deleted photos: of Windows, NAS systems, Nextcloud, and Apple's copy of iCloud Photos.
  case trash
  /// Small copies and earlier versions of photos.
  case copies
  /// A library of Apple Photos, iPhoto or Aperture, which has deleted, hidden and unedited photos as well.
  case library

  /// The names in lower case: Windows, Synology, QNAP, Nextcloud, Apple.
  private static let trashNames: Set = [
    "$recycle.bin", "recycler", "#recycle", "@recycle", "files_trashbin", "recently deleted",
  ]

  /// The names in lower case: Synology, QNAP, Nextcloud, and the originals that ACDSee keeps of edited photos.
  private static let copyNames: Set = [
    "@eadir", "#snapshot", "@__thumb", "@recently-snapshot", "files_versions", "[originals]",
  ]

  /// The kind of a folder, by its name and the folder above; `nil` for others.
  init?(_ folder: FilePath) {
    let name = (folder.lastComponent?.string ?? "").lowercased()
    let ending = folder.extension?.lowercased()
    if Self.trashNames.contains(name) {
      self = .trash
    } else if Self.copyNames.contains(name) || ending == "lrdata" {
      self = .copies
    } else if ["photoslibrary", "photolibrary", "aplibrary"].contains(ending) {
      self = .library
    } else if name == "resources",
      folder.removingLastComponent().extension?.lowercased() == "photoslibrary"
    {
      self = .copies
    } else {
      return nil
    }
  }

  /// Whether a walk over a folder does not come to a file below it.
  static func holds(_ file: FilePath, below root: FilePath) -> Bool {
    var folder = file.removingLastComponent()
    while folder != root, folder.starts(with: root) {
      if SetAsideFolder(folder) != nil { return true }
      folder.removeLastComponent()
    }
    return false
  }

  /// What so many are called.
  func words(for count: Int) -> String {
    switch self {
    case .trash: count == 1 ? "trash folder" : "trash folders"
    case .copies: count == 1 ? "folder of copies" : "folders of copies"
    case .library: count == 1 ? "photo library" : "photo libraries"
    }
  }
}
