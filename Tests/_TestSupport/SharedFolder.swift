public import Foundation

/// The folder of real photos and marked sets that lies beside a checkout and never inside it.
public enum SharedFolder {
  /// The root of this package, found from this file's place in it.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder `shared` beside the package, whether or not it exists.
  public static let root = packageRoot.deletingLastPathComponent().appending(path: "shared")

  /// Returns a place below the shared folder, or `nil` after printing why the test skips.
  public static func url(_ path: String) -> URL? {
    let url = root.appending(path: path)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    print("skipped: there is no folder '\(path)' beside this checkout")
    return nil
  }

  /// Whether a place below the shared folder exists; prints the reason for skipping when not.
  public static func has(_ path: String) -> Bool { url(path) != nil }
}

/// The small made pictures of this repository.
public enum Fixture {
  /// The folder `Fixtures/images`.
  public static let folder = SharedFolder.packageRoot.appending(path: "Fixtures/images")

  /// Returns the place of a fixture by its path below `Fixtures/images`.
  public static func url(_ name: String) -> URL { folder.appending(path: name) }
}

/// What the package builds beside the tests.
public enum BuiltProducts {
  /// The folder that holds the built products: the one the test runner itself is in.
  public static let folder: URL = {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    return bundles.first?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()

  /// The program: that beside the tests, or the one that the variable `PHOTOPREP_PROGRAM` names, such as the release build's, which
  /// starts in a third of the time.
  public static let photoprep: URL =
    ProcessInfo.processInfo.environment["PHOTOPREP_PROGRAM"].map { URL(filePath: $0) }
    ?? folder.appending(path: "photoprep")
}
