public import Foundation

/// Every regular file below a folder with its bytes, to tell whether anything changed.
public struct TreeDigest: Equatable {
  private let files: [String: Data]

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - ignored: The name of a folder directly inside it that does not count.
  /// - Throws: What listing or reading throws.
  public init(of folder: URL, ignoring ignored: String? = nil) throws {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where ignored.map({ path != $0 && !path.hasPrefix($0 + "/") }) ?? true {
      var isDirectory: ObjCBool = false
      let url = folder.appending(path: path)
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      if !isDirectory.boolValue { files[path] = try Data(contentsOf: url) }
    }
    self.files = files
  }

  /// The number of files.
  public var count: Int { files.count }
}
