package import SystemPackage

/// The names in a folder and what is known about each, in the order of their bytes.
///
/// The folder is looked at some names ahead, which costs a fraction of a look at every path.
package struct FolderEntries {
  /// How many names are looked at together where nothing else is said; our choice: more does not make it
  /// faster.
  package static let standardReadAhead = 512

  private let folder: FilePath
  private let readAhead: Int
  private let fileSystem: any FileSystem
  private var names: FolderNames
  private var ahead: ArraySlice<Entry> = []

  /// A name and what is known about it.
  package struct Entry {
    /// The name.
    package let name: FilePath.Component
    /// What is known, `nil` when the name is gone since the folder was listed, or why that cannot be
    /// told.
    package let status: Result<FileStatus?, PhotoprepError>
  }

  /// Lists the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - readAhead: How many names are looked at together, at least 1; with 1 nothing is known
  ///     earlier than it is asked for.
  ///   - fileSystem: Where the folder is.
  /// - Throws: What listing a folder throws.
  package init(
    in folder: FilePath, readAhead: Int = standardReadAhead, _ fileSystem: any FileSystem
  ) throws(PhotoprepError) {
    (self.folder, self.readAhead, self.fileSystem) = (folder, readAhead, fileSystem)
    names = try FolderNames(in: folder, fileSystem)
  }

  /// Returns the next entry, or `nil` at the end.
  ///
  /// - Throws: What listing a folder throws, when more names cannot be read.
  package mutating func next() throws(PhotoprepError) -> Entry? {
    if ahead.isEmpty { ahead = look(at: try names.next(readAhead))[...] }
    return ahead.popFirst()
  }

  /// Visits every entry; none if the folder does not exist.
  ///
  /// - Throws: The error of reading the folder or an entry; what `visit` throws.
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
    // One name that cannot be looked at does not hide the others.
    return names.map { name in
      Entry(
        name: name,
        status: Result { () throws(PhotoprepError) in
          try fileSystem.status(of: folder.appending(name), followingLinks: false)
        })
    }
  }
}
