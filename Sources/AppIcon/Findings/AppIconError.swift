/// A failure about icons that is not a finding: nothing could be looked at, or placing was refused.
public struct AppIconError: Error, Sendable, Hashable {
  /// The kinds of failure.
  ///
  /// A struct rather than an enum, so that adding a kind does not break a caller's `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// What kind of failure this is.
  ///
  /// Match on this, never on ``message``.
  public let code: Code
  /// The file or folder the operation was about.
  public let path: String
  /// The fact, without the path, ending with a full stop.
  public let message: String
  /// What the reader can do about it, or `nil` when nothing can be done.
  public let remedy: String?

  init(_ code: Code, path: String, _ message: String, remedy: String? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.remedy = remedy
  }
}

extension AppIconError.Code {
  /// There is nothing at the path.
  public static let fileMissing = Self("file-missing")
  /// The path is a folder or a device where a file is needed.
  public static let notAFile = Self("not-a-file")
  /// The file cannot be opened or read.
  public static let fileUnreadable = Self("file-unreadable")
  /// The folder cannot be listed.
  public static let folderUnreadable = Self("folder-unreadable")
  /// The file has more bytes than the limit.
  public static let fileTooLarge = Self("file-too-large")
  /// The folder holds neither a catalog nor a project.
  public static let nothingToCheck = Self("nothing-to-check")
  /// A configuration file cannot be read as one.
  public static let configurationUnreadable = Self("configuration-unreadable")
}

extension AppIconError: CustomStringConvertible {
  /// Path, fact and remedy in one line.
  public var description: String {
    [path + ": " + message, remedy].compactMap { $0 }.joined(separator: " ").lineText
  }
}

extension AppIconError {
  static func fileMissing(_ path: String) -> Self {
    Self(.fileMissing, path: path, "There is no such file or folder.", remedy: "Check the path.")
  }

  static func nothingToCheck(_ path: String) -> Self {
    Self(
      .nothingToCheck, path: path,
      "The folder holds no asset catalog, no Icon Composer document and no project.",
      remedy: "Name a PNG, an .appiconset, an .xcassets, an .xcodeproj or a project folder.")
  }

  static func notChecked(_ path: String) -> Self {
    Self(
      .nothingToCheck, path: path,
      "The icons of tvOS and visionOS and those of sticker packs are made of layers or of sizes of their own, which are not checked.",
      remedy: "Build it with Xcode.")
  }

  static func notAFile(_ path: String) -> Self {
    Self(.notAFile, path: path, "This is no regular file.")
  }

  static func fileUnreadable(_ path: String) -> Self {
    Self(
      .fileUnreadable, path: path, "The file cannot be read.",
      remedy: "Check its permissions with 'ls -l'.")
  }

  static func folderUnreadable(_ path: String) -> Self {
    Self(
      .folderUnreadable, path: path, "The folder cannot be read.",
      remedy: "Check its permissions with 'ls -ld'.")
  }

  static func fileTooLarge(_ path: String, size: Int, limit: Int) -> Self {
    Self(.fileTooLarge, path: path, "The file has \(size) bytes; at most \(limit) are read.")
  }
}
