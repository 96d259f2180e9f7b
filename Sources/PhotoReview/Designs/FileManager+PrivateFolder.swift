internal import Foundation

extension FileManager {
  /// Makes a folder that only this user can look into, for what is needed for a while.
  func makePrivateFolder() throws -> URL {
    let folder = temporaryDirectory.appending(path: "photoprep-\(UUID().uuidString)")
    try createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }
}
