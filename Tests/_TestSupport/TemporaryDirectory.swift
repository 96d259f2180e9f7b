public import Foundation

/// A fresh directory for one test, removed when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// Where the directory is.
  public let url: URL

  /// Makes an empty directory with a name of its own.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "photoprep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Makes an empty folder in the directory.
  public func folder(_ name: String) throws -> URL {
    let folder = url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
