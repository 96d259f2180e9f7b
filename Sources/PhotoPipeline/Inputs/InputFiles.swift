internal import FocusReading
internal import Imaging
public import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// A file to prepare, as a walk found it.
struct InputFile: Sendable {
  /// Its path, as it was given.
  let path: FilePath
  /// Its status when it was found.
  let status: FileStatus
}

/// The photos at and below the paths that a person gave, one after the other, and the files that were skipped.
///
/// A path that was given is always treated as a photo. Below a folder a file is a photo if its name ends like a
/// photo's or its first bytes are a photo's (decision 0004); everything else is skipped and counted, except for
/// sidecars, which belong to photos. A path inside the store is rejected: its files are made from photos and would be
/// taken for photos. For the same reason the folder of any other store, or of the published app, is skipped as a
/// whole. So are folders of deleted photos, of copies and of libraries, unless they were given themselves (decision
/// 0812). A folder that was given is walked once, also if it lies in another one. The walk is lazy and holds no list of
/// the files it found.
final class InputFiles: Sequence, IteratorProtocol {
  /// An item of the walk: a file to prepare, or a path that cannot be read at all.
  typealias Item = Result<InputFile, Rejection>

  private(set) var skipped = SkippedFiles()

  private let fileSystem: any FileSystem
  private let excluded: FilePath?
  private var roots: ArraySlice<FilePath>
  private var walk: FileWalk?
  /// The given folders that were entered.
  private var entered: [(path: FilePath, status: FileStatus)] = []
  private let given: [FilePath]
  /// All given folders, asked about as the first is entered.
  private lazy var folders = given.compactMap {
    try? fileSystem.status(of: $0, followingLinks: true)
  }
  .filter { $0.kind == .directory }

  /// Starts a walk over files and folders, in this order; the store (`excluded`) is never entered.
  init(_ roots: [FilePath], excluding excluded: FilePath?, in fileSystem: any FileSystem) {
    (given, self.roots) = (roots, roots[...])
    (self.excluded, self.fileSystem) = (excluded, fileSystem)
  }

  func next() -> Item? {
    while true {
      if walk != nil {
        if let item = nextInWalk() { return item }
        if let done = walk { skipped.add(done.skipped) }
        walk = nil
      }
      guard let root = roots.popFirst() else { return nil }
      if let item = enter(root) { return item }
    }
  }

  /// Counts photos and rejections by a separate walk; `nil` when there are more than `limit`, and `goOn` is asked
  /// before each.
  func count(upTo limit: Int, while goOn: () -> Bool = { true }) -> Int? {
    let walk = InputFiles(Array(roots), excluding: excluded, in: fileSystem)
    var count = 0
    while count <= limit, goOn(), walk.next() != nil { count += 1 }
    return count <= limit ? count : nil
  }

  private func enter(_ root: FilePath) -> Item? {
    do {
      let status = try fileSystem.status(of: root, followingLinks: true)
      if let excluded, status != nil, try isInside(excluded, root) {
        return .failure(
          Rejection(
            path: root, code: "inside-store",
            message: "This is inside the store \(excluded.displayText), which holds pictures made "
              + "from photos.",
            remedy:
              "Name the photos they were made from, or move photos out of the store's folder."))
      }
      if let status, status.kind == .regular {
        guard FocusSidecar.isName(root) else {
          return .success(InputFile(path: root, status: status))
        }
        // `photos/*` names the sidecars too; a sidecar given alone is counted as a file that is not a photo.
        skipped.add(other: root)
        return nil
      }
      if let status, status.kind == .directory {
        if entered.contains(where: { $0.status.isOfSameFile(as: status) }) { return nil }
        entered.append((root, status))
      }
      walk = FileWalk(
        [root], excluding: excluded,
        passingOver: { [unowned self] folder, status in
          if fileSystem.holdsStore(folder) {
            skipped.stores += 1
            return true
          }
          if folders.contains(where: { $0.isOfSameFile(as: status) }) { return folder != root }
          guard let kind = SetAsideFolder(folder, in: fileSystem) else { return false }
          skipped.setAside[kind, default: 0] += 1
          return true
        },
        in: fileSystem)
      return nil
    } catch {
      return .failure(Rejection(root, error))
    }
  }

  /// Refuses to go on if a given folder is gone since it was entered, or is the empty one below its disk's as that was
  /// unmounted: all its other photos would be rejected, or not seen at all.
  ///
  /// With a path only the folders above it are asked about.
  func requireFolders(above path: FilePath? = nil) throws(PhotoprepError) {
    let gone = entered.first { folder, status in
      path?.starts(with: folder) != false
        && (try? fileSystem.status(of: folder, followingLinks: true))?.device != status.device
    }
    guard let gone else { return }
    throw PhotoprepError(
      .notFound, path: gone.path.string,
      message: "The folder vanished while its photos were read; its disk may have been unmounted.",
      remedy: "Mount its disk again, and repeat the command.")
  }

  /// Whether a path leads to a folder or into it, through any links and names.
  private func isInside(_ folder: FilePath, _ path: FilePath) throws(PhotoprepError) -> Bool {
    guard let folder = try fileSystem.status(of: folder, followingLinks: true) else { return false }
    var place = try fileSystem.realPath(of: path)
    repeat {
      let status = try fileSystem.status(of: place, followingLinks: false)
      if status?.isOfSameFile(as: folder) == true { return true }
    } while place.removeLastComponent()
    return false
  }

  private func nextInWalk() -> Item? {
    while let entry = walk?.next() {
      switch entry {
      case .unreadable(let path, let error): return .failure(Rejection(path, error))
      case .file(let path, _) where FocusSidecar.isName(path):
        if FocusSidecar.isStray(path, Self.photoEndings, in: fileSystem) { skipped.strays += 1 }
      case .file(let path, let status):
        if isPhoto(path) { return .success(InputFile(path: path, status: status)) }
        skipped.add(other: path)
      }
    }
    return nil
  }

  /// The endings of photos' names, in lower case: the formats that are read, under their usual names.
  private static let photoEndings = rawEndings.union([
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff",
    "gif", "jxl", "bmp",
  ])

  static let rawEndings: Set = [
    "dng", "cr2", "cr3", "crw", "nef", "arw", "raf", "orf", "pef", "rw2", "kdc",
  ]

  private func isPhoto(_ path: FilePath) -> Bool {
    if let ending = path.extension, Self.photoEndings.contains(ending.lowercased()) {
      return true
    }
    // A file that cannot be opened and does not even look like a photo is skipped.
    return !isCompanion(path) && beginsAsPhoto(path)
  }

  /// Whether a file is a camera's picture of a video or another photo (`MVI_0001.THM`; DJI's `.SCR`), or what ExifTool
  /// or GNU's tools kept of a file beside it that they changed (`beach.jpg_original`, `beach.jpg~`): decision 0004.
  private func isCompanion(_ path: FilePath) -> Bool {
    if let ending = path.extension, ["thm", "scr"].contains(ending.lowercased()) { return true }
    let name = path.lastComponent?.string ?? ""
    return ["_original", "~"].contains { ending in
      guard name.hasSuffix(ending),
        let changed = FilePath.Component(String(name.dropLast(ending.count)))
      else { return false }
      return fileSystem.holds(path.removingLastComponent().appending(changed))
    }
  }

  /// Whether any remaining file begins like a photo; skips all files before it.
  func findPhoto() -> Bool {
    contains { if case .success(let file) = $0 { beginsAsPhoto(file.path) } else { false } }
  }

  private func beginsAsPhoto(_ path: FilePath) -> Bool {
    guard let prefix = try? fileSystem.readPrefix(of: path, count: PhotoFormat.sniffLength)
    else { return false }
    return PhotoFormat.sniff(prefix) != nil
  }
}

extension FileSystem {
  fileprivate func holds(_ path: FilePath) -> Bool {
    (try? status(of: path, followingLinks: false)) != nil
  }

  /// Whether a folder is a store, or a container of the published app.
  fileprivate func holdsStore(_ folder: FilePath) -> Bool {
    ContainerLayout.marks.contains { name in
      let status = try? status(of: folder.appending(name), followingLinks: false)
      return status?.kind == .directory
    }
  }
}

extension PhotoprepError.Code {
  /// There is no photo at the given paths.
  public static let noPhotos = PhotoprepError.Code("no-photos")
}

extension PhotoprepError {
  /// The error when no given path is or holds a photo.
  static func noPhotos(
    _ first: FilePath, of count: Int, skipped: SkippedFiles
  ) -> PhotoprepError {
    let place = count == 1 ? "here" : "at any of the \(count) paths"
    let found = skipped.total == 0 ? "nothing is there" : "what is there: \(skipped)"
    let remedy =
      if !skipped.setAside.isEmpty {
        "Export the photos of a library from its program, or name the folder itself."
      } else if skipped.archives > 0 {
        "Unpack the archives, and name the folder with their photos."
      } else if skipped.links > 0 {
        "Links are not followed: name the folder that they lead to."
      } else if skipped.inCloud > 0 {
        "Download the files from iCloud, in the Finder for example."
      } else {
        "Name photos, or a folder that holds some."
      }
    return PhotoprepError(
      .noPhotos, path: first.string, message: "There is no photo \(place); \(found).",
      remedy: remedy)
  }
}

/// How many files below the given folders were skipped, and why.
public struct SkippedFiles: Hashable, Sendable {
  /// Hidden files and folders, without those of iCloud.
  public var hidden = 0
  /// Files that iCloud keeps and that are not downloaded, as macOS 13 and older have them: `.NAME.icloud`.
  package private(set) var inCloud = 0
  /// Symbolic links, and folders that were visited already.
  public var links = 0
  /// FIFOs, sockets and devices.
  public var special = 0
  /// Files that are not photos by name or content, by the ending of their names: `MOV`; the empty text for names
  /// without a usual ending.
  public private(set) var kinds: [String: Int] = [:]

  /// How many of those are archives, which are not looked into.
  package var archives: Int {
    ["ZIP", "TGZ", "TAR", "GZ", "7Z", "RAR"].reduce(0) { $0 + (kinds[$1] ?? 0) }
  }

  /// Files that are not photos by name or content.
  public var other: Int { kinds.values.reduce(0, +) }

  /// Stores, and containers of the published app: their pictures are made from photos.
  public var stores = 0

  /// Folders of deleted photos, of copies, and of libraries.
  public fileprivate(set) var setAside: [SetAsideFolder: Int] = [:]

  /// Sidecars without a photo beside them, as after a mistake in their names.
  public internal(set) var strays = 0

  /// Every file and folder that was skipped.
  public var total: Int {
    hidden + inCloud + links + special + other + stores + setAside.values.reduce(0, +) + strays
  }

  /// The most kinds that are counted separately, and the longest ending; our choice.
  private static let (kindLimit, endingLimit) = (100, 8)

  /// Counts a file that is not a photo.
  mutating func add(other path: FilePath) {
    let ending = (path.extension ?? "").uppercased()
    let isUsual =
      ending.utf8.count <= Self.endingLimit
      && ending.utf8.allSatisfy(Self.lettersAndDigits.contains)
    let isTold = isUsual && (kinds[ending] != nil || kinds.count < Self.kindLimit)
    kinds[isTold ? ending : "", default: 0] += 1
  }

  private static let lettersAndDigits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

  mutating func add(_ walk: FileWalk.Skipped) {
    hidden += walk.hidden - walk.inCloud
    inCloud += walk.inCloud
    links += walk.symbolicLinks + walk.loops
    special += walk.special
    stores += walk.excluded
  }
}

extension SkippedFiles: CustomStringConvertible {
  /// The most kinds of files in a description.
  private static let namedKinds = 6

  /// The counts that are not zero, for example `3 hidden, 2 MOV, 1 PSD`.
  public var description: String {
    let known = kinds.filter { !$0.key.isEmpty }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.namedKinds)
    let unnamed = other - known.reduce(0) { $0 + $1.value }
    let parts =
      [
        (hidden, "hidden"), (inCloud, "in iCloud alone"),
        (links, links == 1 ? "symbolic link" : "symbolic links"),
        (special, special == 1 ? "pipe or device" : "pipes or devices"),
      ]
      + known.map { ($0.value, $0.key) }
      + [
        (unnamed, unnamed == 1 ? "other file" : "other files"),
        (stores, stores == 1 ? "store" : "stores"),
      ]
      + [(strays, "\(strays == 1 ? "focus file" : "focus files") without a photo")]
      + SetAsideFolder.allCases.map { (setAside[$0] ?? 0, $0.words(for: setAside[$0] ?? 0)) }
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

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

  /// The names in lower case: Synology, QNAP, Nextcloud, the originals that ACDSee keeps of edited photos, and pictures
  /// of videos on Sony's cards.
  private static let copyNames: Set = [
    "@eadir", "#snapshot", "@__thumb", "@recently-snapshot", "files_versions", "[originals]",
    "thmbnl",
  ]

  private static let libraryEndings: Set = [
    "photoslibrary", "photolibrary", "migratedphotolibrary", "aplibrary",
  ]

  /// The kind of a folder, by its name, the folder above, and the file with which Immich and PhotoPrism mark theirs;
  /// `nil` for others.
  init?(_ folder: FilePath, in fileSystem: any FileSystem) {
    let name = (folder.lastComponent?.string ?? "").lowercased()
    let above = folder.removingLastComponent()
    let ending = folder.extension?.lowercased()
    if Self.trashNames.contains(name) {
      self = .trash
    } else if Self.copyNames.contains(name) || ending == "lrdata" || name.hasPrefix("appdata_oc") {
      self = .copies
    } else if let ending, Self.libraryEndings.contains(ending) {
      self = .library
    } else if name == "resources", above.extension?.lowercased() == "photoslibrary" {
      self = .copies
    } else if ["thumbs", "profile"].contains(name) && fileSystem.holds(folder.appending(".immich"))
      || ["cache", "sidecar"].contains(name) && fileSystem.holds(above.appending(".ppstorage"))
    {
      self = .copies
    } else {
      return nil
    }
  }

  /// Whether a walk over a folder does not come to a file below it.
  static func holds(
    _ file: FilePath, below root: FilePath, in fileSystem: any FileSystem
  ) -> Bool {
    var folder = file.removingLastComponent()
    while folder != root, folder.starts(with: root) {
      if SetAsideFolder(folder, in: fileSystem) != nil { return true }
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
