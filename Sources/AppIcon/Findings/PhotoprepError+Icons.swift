public import PhotoGeometry

/// The kinds of failure about icons that are not findings: nothing could be checked, or placing was refused.
extension PhotoprepError.Code {
  /// There is nothing at the path.
  public static let fileMissing = Self("file-missing")
  /// The path is a folder or a device where a file is needed.
  public static let notAFile = Self("not-a-file")
  /// The file cannot be opened or read.
  public static let fileUnreadable = Self("file-unreadable")
  /// The folder cannot be listed.
  public static let folderUnreadable = Self("folder-unreadable")
  /// The folder holds neither a catalog nor a project.
  public static let nothingToCheck = Self("nothing-to-check")
  /// A configuration file cannot be read as one.
  public static let configurationUnreadable = Self("configuration-unreadable")
}

extension PhotoprepError {
  static func fileMissing(_ path: String) -> Self {
    Self(
      .fileMissing, path: path, message: "There is no such file or folder.",
      remedy: "Check the path.")
  }

  static func nothingToCheck(_ path: String, but passedOver: String? = nil) -> Self {
    Self(
      .nothingToCheck, path: path,
      message: "The folder holds no asset catalog, no Icon Composer document and no project."
        + (passedOver.map { " It \($0)." } ?? ""),
      remedy:
        "Name a PNG, an .appiconset, an .xcassets, an .xcodeproj, an .xcworkspace or a project folder."
    )
  }

  static func emptyWorkspace(_ path: String, _ projects: [String]) -> Self {
    let names = projects.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      .nothingToCheck, path: path,
      message: projects.isEmpty
        ? "The workspace lists no Xcode project, or only those of package managers."
        : "None of the workspace's projects is there: \(names).",
      remedy: projects.isEmpty
        ? "Name the app's .xcodeproj, or its folder."
        : "Make them with the tool that generates them, or name the app's folder.")
  }

  static func notChecked(_ path: String) -> Self {
    Self(
      .nothingToCheck, path: path,
      message:
        "The icons of tvOS and visionOS and those of sticker packs are made of layers or of sizes of their own, which are not checked alone.",
      remedy: "Check the catalog that holds it, which finds layers without pictures.")
  }

  static func onlyAPart(_ path: String) -> Self {
    Self(
      .nothingToCheck, path: path,
      message: "This is neither a picture nor a project, but may be a part of a project.",
      remedy: "Name the project or its folder; a file of XcodeGen has a key 'targets'.")
  }

  static func pointer(_ path: String) -> Self {
    Self(
      .configurationUnreadable, path: path,
      message: "is a Git LFS pointer; the file itself is not here",
      remedy: "Fetch it with 'git lfs pull'; a build server has to be told to.")
  }

  static func notAFile(_ path: String) -> Self {
    Self(.notAFile, path: path, message: "This is not a regular file.")
  }

  static func fileUnreadable(_ path: String) -> Self {
    Self(
      .fileUnreadable, path: path, message: "The file cannot be read.",
      remedy: "Check its permissions with 'ls -l'.")
  }

  static func folderUnreadable(_ path: String) -> Self {
    Self(
      .folderUnreadable, path: path, message: "The folder cannot be read.",
      remedy: "Check its permissions with 'ls -ld'.")
  }

  static func fileTooLarge(_ path: String, size: Int, limit: Int) -> Self {
    Self(
      .fileTooLarge, path: path, message: "The file has \(size) bytes; at most \(limit) are read.")
  }
}
