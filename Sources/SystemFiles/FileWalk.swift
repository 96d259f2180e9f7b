import HostPlatform
package import SystemPackage

/// The regular files at and below some paths, one after the other, in the order of their bytes.
///
/// A root that is a symbolic link is followed. Below a folder no link is followed: links, hidden names, FIFOs, sockets
/// and devices are counted in ``skipped`` and ignored. A folder that cannot be read is reported once and the walk
/// continues with the others.
///
/// The walk holds a page of names of each open folder, never a whole tree or folder.
package struct FileWalk: Sequence, IteratorProtocol {
  package enum Entry: Sendable {
    case file(FilePath, FileStatus)
    /// A path that could not be read, or is neither a regular file nor a folder.
    case unreadable(FilePath, PhotoprepError)
  }

  package struct Skipped: Hashable, Sendable {
    /// Files and folders whose names start with a dot.
    package var hidden = 0
    /// Those of them that stand for files which iCloud keeps.
    package var inCloud = 0
    /// Symbolic links below a folder.
    package var symbolicLinks = 0
    /// FIFOs, sockets and devices below a folder.
    package var special = 0
    /// Folders that the walk is already in, reached again through a mount.
    package var loops = 0
    /// How often the excluded folder was met.
    package var excluded = 0
  }

  /// The counts so far.
  package private(set) var skipped = Skipped()

  private let fileSystem: any FileSystem
  private let readAhead: Int
  private let excluded: FileStatus?
  private let isPassedOver: (FilePath, FileStatus) -> Bool
  private let isEntered: (FilePath.Component) -> Bool
  private let takes: (FilePath) -> Bool
  private var roots: ArraySlice<FilePath>
  private var open: [Folder] = []

  /// A folder that the walk is in, with the names still to be visited.
  private struct Folder {
    let path: FilePath
    let status: FileStatus
    var entries: FolderEntries
  }

  /// Starts a walk over files and folders, in this order; `excluded` is not entered under any name.
  ///
  /// Folders that are passed over are not counted; a hidden name that is entered is as any other; files that are not
  /// taken, by their paths, are not visited. `readAhead` is how many names of a folder have their statuses read together.
  /// With 1, a file's status is read when the walk reaches it; with more, a walk over many files is faster.
  package init(
    _ roots: [FilePath], excluding excluded: FilePath? = nil,
    passingOver isPassedOver: @escaping (FilePath, FileStatus) -> Bool = { _, _ in false },
    entering isEntered: @escaping (FilePath.Component) -> Bool = { _ in false },
    taking takes: @escaping (FilePath) -> Bool = { _ in true }, readAhead: Int = 1,
    in fileSystem: any FileSystem
  ) {
    // A folder that does not exist, or has no readable status, cannot be reached by the walk either.
    self.excluded = excluded.flatMap { try? fileSystem.status(of: $0, followingLinks: true) }
    (self.isPassedOver, self.isEntered, self.takes) = (isPassedOver, isEntered, takes)
    self.roots = roots[...]
    (self.readAhead, self.fileSystem) = (readAhead, fileSystem)
  }

  /// Returns the next file or unreadable path, or `nil` at the end.
  package mutating func next() -> Entry? {
    while true {
      if let index = open.indices.last {
        let folder = open[index].path
        do {
          guard let entry = try open[index].entries.next() else {
            open.removeLast()
            continue
          }
          if let entry = visit(entry, in: folder) { return entry }
        } catch {
          open.removeLast()
          return .unreadable(folder, error)
        }
      } else {
        guard let root = roots.popFirst() else { return nil }
        if let entry = visit(root: root) { return entry }
      }
    }
  }

  private mutating func visit(root: FilePath) -> Entry? {
    do throws(PhotoprepError) {
      guard let status = try fileSystem.status(of: root, followingLinks: true) else {
        throw PhotoprepError(.status, root, .noSuchFileOrDirectory)
      }
      switch status.kind {
      case .regular: return .file(root, status)
      case .directory: try enter(root, status)
      case .symbolicLink, .special: throw .notARegularFile(root, status.kind)
      }
      return nil
    } catch {
      return .unreadable(root, error)
    }
  }

  private mutating func visit(_ entry: FolderEntries.Entry, in folder: FilePath) -> Entry? {
    if entry.name.isHidden, !isEntered(entry.name) {
      skipped.hidden += 1
      if entry.name.isOfFileInCloud { skipped.inCloud += 1 }
      return nil
    }
    let path = folder.appending(entry.name)
    do throws(PhotoprepError) {
      guard let status = try entry.status.get() else {
        // A file that was removed between the listing and this call is ignored; one whose path is too long for the
        // system is reported.
        guard path.bytes.count >= Int(PATH_MAX) else { return nil }
        throw PhotoprepError(.status, path, .fileNameTooLong)
      }
      switch status.kind {
      case .regular: return takes(path) ? .file(path, status) : nil
      case .directory: try enter(path, status)
      case .symbolicLink: skipped.symbolicLinks += 1
      case .special: skipped.special += 1
      }
      return nil
    } catch {
      return .unreadable(path, error)
    }
  }

  private mutating func enter(_ path: FilePath, _ status: FileStatus) throws(PhotoprepError) {
    if excluded?.isOfSameFile(as: status) == true {
      skipped.excluded += 1
      return
    }
    if isPassedOver(path, status) { return }
    if open.contains(where: { $0.status.isOfSameFile(as: status) }) {
      skipped.loops += 1
      return
    }
    let entries = try FolderEntries(in: path, readAhead: readAhead, fileSystem)
    open.append(Folder(path: path, status: status, entries: entries))
  }
}

extension FilePath {
  /// The name under which macOS 13 and older have a file that iCloud keeps and that is not downloaded: `.NAME.icloud`.
  package var placeInCloud: FilePath {
    removingLastComponent().appending(".\(lastComponent?.string ?? "").icloud")
  }
}

extension FilePath.Component {
  /// Whether this is such a name; bytes count, as some characters make one with the dot behind them.
  fileprivate var isOfFileInCloud: Bool {
    isHidden && bytes.suffix(7).elementsEqual(".icloud".utf8)
  }
}

/// The names in a folder with their statuses, in the order of the names' bytes.
///
/// Statuses are read for some names ahead, which costs a fraction of reading each by its path.
package struct FolderEntries {
  /// How many names have their statuses read together by default; our choice: more is not faster.
  package static let standardReadAhead = 512

  private let folder: FilePath
  private let readAhead: Int
  private let fileSystem: any FileSystem
  private var names: FolderNames
  private var ahead: ArraySlice<Entry> = []

  package struct Entry {
    package let name: FilePath.Component
    /// The status, `nil` when the name was removed since the folder was listed, or the error of reading it.
    package let status: Result<FileStatus?, PhotoprepError>
  }

  /// Lists the folder; the statuses of `readAhead` names are read together, and with 1 each on request.
  package init(
    in folder: FilePath, readAhead: Int = standardReadAhead, _ fileSystem: any FileSystem
  ) throws(PhotoprepError) {
    (self.folder, self.readAhead, self.fileSystem) = (folder, readAhead, fileSystem)
    names = try FolderNames(in: folder, fileSystem)
  }

  package mutating func next() throws(PhotoprepError) -> Entry? {
    if ahead.isEmpty { ahead = look(at: try names.next(readAhead))[...] }
    return ahead.popFirst()
  }

  /// Visits every entry; none if the folder does not exist.
  package static func forEach(
    in folder: FilePath, of fileSystem: any FileSystem,
    _ visit: (FilePath.Component, FileStatus) throws -> Void
  ) throws {
    guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return }
    var entries = try FolderEntries(in: folder, fileSystem)
    while let entry = try entries.next() {
      if let status = try entry.status.get() { try visit(entry.name, status) }
    }
  }

  private func look(at names: [FilePath.Component]) -> [Entry] {
    if names.count > 1, let statuses = try? fileSystem.statuses(of: names, in: folder) {
      return zip(names, statuses).map { Entry(name: $0, status: .success($1)) }
    }
    // A name without a readable status does not hide the others.
    return names.map { name in
      Entry(
        name: name,
        status: Result { () throws(PhotoprepError) in
          try fileSystem.status(of: folder.appending(name), followingLinks: false)
        })
    }
  }
}

/// The names in a folder, one after the other in the order of their bytes.
///
/// Names are read a page at a time, so that memory holds one page whatever the folder's size; a folder of *n* names is
/// read *n* / page size times. Names that are added or removed meanwhile may or may not be visited; every other name
/// is visited once.
package struct FolderNames {
  /// How many names a page holds.
  ///
  /// Our choice: 65,536 names take about 20 MB while they are selected, and a folder of a million is read 16 times in
  /// its walk, a quarter of a second each.
  package static let pageSize = 65_536

  private let folder: FilePath
  private let pageSize: Int
  private let fileSystem: any FileSystem
  private var page: ArraySlice<FilePath.Component>
  private var last: FilePath.Component?
  private var isLastPage: Bool

  /// Reads the first page; a page is the most names in memory, at least 1.
  package init(
    in folder: FilePath, pageSize: Int = FolderNames.pageSize, _ fileSystem: any FileSystem
  ) throws(PhotoprepError) {
    (self.folder, self.pageSize, self.fileSystem) = (folder, pageSize, fileSystem)
    page = try fileSystem.list(folder, after: nil, limit: pageSize)[...]
    isLastPage = page.count < pageSize
  }

  package mutating func next() throws(PhotoprepError) -> FilePath.Component? {
    if page.isEmpty, !isLastPage {
      page = try fileSystem.list(folder, after: last, limit: pageSize)[...]
      isLastPage = page.count < pageSize
    }
    last = page.popFirst()
    return last
  }

  /// Returns at most `limit` further names; none at the end.
  mutating func next(_ limit: Int) throws(PhotoprepError) -> [FilePath.Component] {
    var names: [FilePath.Component] = []
    while names.count < limit, let name = try next() { names.append(name) }
    return names
  }

  /// Visits the names in a folder; none when the folder is not there.
  package static func forEach(
    in folder: FilePath, of fileSystem: any FileSystem, _ visit: (FilePath.Component) throws -> Void
  ) throws {
    guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return }
    var names = try FolderNames(in: folder, fileSystem)
    while let name = try names.next() { try visit(name) }
  }
}
