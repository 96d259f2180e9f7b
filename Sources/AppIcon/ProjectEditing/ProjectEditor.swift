import PhotoGeometry

/// Changes the text of an Xcode project; everything else stays byte for byte.
///
/// Each change is read back, and is made only if the project then differs by that change alone
/// (decision 0417).
protocol ProjectEditor {
  var text: String { get }
  var project: XcodeProject { get }
  /// The folder that holds the `.xcodeproj`.
  var folder: String { get }

  /// Adds a document, by its path below the project's folder, to a target, which must have a phase for resources.
  ///
  /// - Throws: `project-unusable` if that cannot be done, or not without other changes.
  mutating func add(_ path: String, to target: XcodeProject.Target) throws

  /// Sets a document's type, if the project has it as a folder.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: As ``add(_:to:)``.
  mutating func setType(of path: String) throws -> Bool

  mutating func setIconName(
    _ name: String, of target: XcodeProject.Target, in configurations: [String]
  ) throws
}

extension ProjectEditor {
  func compiles(_ path: String, _ target: XcodeProject.Target) -> Bool {
    let key = IconProject.key(of: folder + "/" + path)
    let target = project.targets.first { $0.id == target.id } ?? target
    return project.known(of: target, [key]).contains(key)
  }

  /// Refuses a document in a folder that Xcode synchronises for other targets.
  func checkFolders(_ path: String, _ file: String, _ target: String) throws {
    let key = IconProject.key(of: folder + "/" + path)
    guard project.folders.contains(where: { key.hasPrefix($0.key + "/") }) else { return }
    throw PhotoprepError.projectUnusable(
      file,
      "'\(path)' lies in a folder that Xcode keeps in step, and target '\(target)' does not have it.",
      "Tick the target in Xcode, in the file inspector of the document.")
  }
}

extension PhotoprepError {
  /// A change that could not be made in the text without others.
  static func projectNotChanged(_ file: String, _ change: String) -> Self {
    .projectUnusable(
      file, "It is not written as Xcode writes it, so \(change) was not done. Nothing has changed.",
      "Open the project in Xcode and save it, or make the change there.")
  }

  static func withoutResources(_ file: String, _ target: String) -> Self {
    .projectUnusable(
      file, "Target '\(target)' has no phase that copies resources.",
      "Add the phase 'Copy Bundle Resources' in Xcode.")
  }
}
