extension Folder {
  /// The most folders outside of the project's that are searched, our choice, far above what apps have.
  static let searchLimit = 20_000

  /// The catalogs and documents of Icon Composer below it; `nil` if unknown, because a folder cannot be read or there
  /// are more folders than may be searched.
  func catalogs(_ left: inout Int) -> [Folder]? {
    guard left > 0 else { return nil }
    var (found, count) = ([Folder](), left)
    let closed =
      exists
      ? walk { folder in
        count -= 1
        if XcodeProject.holdsIcons(folder.path) {
          found.append(folder)
          return false
        }
        return count > 0 && !ProjectFiles.skipped.contains(folder.name)
      } : []
    left = count
    return left > 0 && closed.isEmpty ? found : nil
  }
}
