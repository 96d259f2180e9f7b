import PhotoStore
import SystemFiles
import SystemPackage

/// A run's commits that could not be ended: their staged files, their lists, and the reason.
struct SetAsideCommit {
  /// The file that says why, as one line of text.
  static let reasonFile = "reason.txt"

  /// The folder they are in.
  let folder: FilePath

  /// Why the first of them could not be ended; `nil` when that cannot be read.
  func reason(in fileSystem: any FileSystem) -> String? {
    let contents = try? fileSystem.readFile(
      at: folder.appending(Self.reasonFile), limit: 65_536, followingLinks: false)
    return contents.map { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") }?
      .first.map(String.init)
  }
}
