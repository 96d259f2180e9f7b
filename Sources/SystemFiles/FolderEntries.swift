package import SystemPackage

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

  /// A name and its status.
  package struct Entry {
    package let name: FilePath.Component
    /// The status, `nil` when the name was removed since the folder was listed, or the error of reading it.
    package let status: Result<FileStatus?, PhotoprepError>
  }

  /// Lists the folder; the statuses of `readAhead` names are read together, and with 1 each on request.
  ///
  /// - Throws: Errors of listing a folder.
  package init(
    in folder: FilePath, readAhead: Int = standardReadAhead, _ fileSystem: any FileSystem
  ) throws(PhotoprepError) {
    (self.folder, self.readAhead, self.fileSystem) = (folder, readAhead, fileSystem)
    names = try FolderNames(in: folder, fileSystem)
  }

  /// Returns the next entry, or `nil` at the end.
  ///
  /// - Throws: Errors of listing a folder, when more names cannot be read.
  package mutating func next() throws(PhotoprepError) -> Entry? {
    if ahead.isEmpty { ahead = look(at: try names.next(readAhead))[...] }
    return ahead.popFirst()
  }

  /// Visits every entry; none if the folder does not exist.
  ///
  /// - Throws: Errors of reading the folder or an entry; errors of `visit`.
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
