extension XcodeProject {
  /// The catalogs and documents in synchronised folders that lie where the walk of the project's folder, which met
  /// some, does not look; and the folders that are not known, with the reasons.
  func elsewhere(
    _ project: IconProject, _ met: [Folder]
  ) -> (found: [Folder], unread: [(folder: SynchronizedFolder, reason: String)]) {
    let keys = met.map { IconProject.key(of: $0.path) }
    var left = Folder.searchLimit
    var (found, unread) = ([Folder](), [(folder: SynchronizedFolder, reason: String)]())
    for folder in folders where !(folder.targets.isEmpty && folder.added.isEmpty) {
      if keys.contains(where: { folder.path(of: $0) != nil }) { continue }
      let place = Folder(BuildConfigurationFiles.normal(folder.place))
      let said = "has the folder '\(project.name(of: place.path))', "
      func add(_ reason: String) { unread.append((folder, said + reason)) }
      if let target = place.brokenTarget.map(BuildConfigurationFiles.normal) {
        add("a link to '\(target)', which is not there")
      } else if !place.exists {
        add("which is not there")
      } else if (try? place.names())?.isEmpty == true {
        add("which is empty")
      } else if place.real == Folder(project.path).real {
        continue
      } else if Folder(project.path).relativePath(of: place.path) == project.name(of: place.path) {
        let parts = project.name(of: place.path).split(separator: "/").map(String.init)
        if parts.contains(where: ProjectFiles.skipped.contains) {
          add("which lies among other people's code, and is not read")
        }
      } else if let inner = place.catalogs(&left) {
        // Outside of the folder, or behind a link.
        found += inner
      } else {
        add("which cannot be looked through")
      }
    }
    return (found, unread)
  }
}
