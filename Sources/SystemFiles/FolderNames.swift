package import SystemPackage

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
  ///
  /// - Throws: Errors of listing a folder.
  package init(
    in folder: FilePath, pageSize: Int = FolderNames.pageSize, _ fileSystem: any FileSystem
  ) throws(PhotoprepError) {
    self.folder = folder
    self.pageSize = pageSize
    self.fileSystem = fileSystem
    page = try fileSystem.list(folder, after: nil, limit: pageSize)[...]
    isLastPage = page.count < pageSize
  }

  /// Returns the next name, or `nil` at the end.
  ///
  /// - Throws: Errors of listing a folder, when the next page cannot be read.
  package mutating func next() throws(PhotoprepError) -> FilePath.Component? {
    if page.isEmpty, !isLastPage {
      page = try fileSystem.list(folder, after: last, limit: pageSize)[...]
      isLastPage = page.count < pageSize
    }
    last = page.popFirst()
    return last
  }

  /// Returns at most `limit` further names; none at the end.
  ///
  /// - Throws: As ``next()``.
  mutating func next(_ limit: Int) throws(PhotoprepError) -> [FilePath.Component] {
    var names: [FilePath.Component] = []
    while names.count < limit, let name = try next() { names.append(name) }
    return names
  }
}
