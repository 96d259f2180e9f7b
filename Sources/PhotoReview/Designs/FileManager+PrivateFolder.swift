internal import Foundation

extension FileManager {
  /// Makes a folder for temporary use that only this user can read.
  func makePrivateFolder() throws -> URL {
    let folder = temporaryDirectory.appending(path: "photoprep-\(UUID().uuidString)")
    try createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }
}
