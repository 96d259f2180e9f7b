import SystemPackage

/// The names of a folder in memory as they were when it was opened.
final class MemoryFolderNames: FolderNames {
  private var rest: ArraySlice<FilePath.Component>

  init(_ names: [FilePath.Component]) { rest = names[...] }

  func next(_ count: Int) throws(SystemError) -> [FilePath.Component] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
