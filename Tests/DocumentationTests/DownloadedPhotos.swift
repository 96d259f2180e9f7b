import Foundation
import PhotoWriting

/// Fetches what is missing of a container on a server, whose file `files.txt` lists its files.
///
/// `fetch` returns the bytes of an address: `{ try await URLSession.shared.data(from: $0).0 }`.
func downloadPhotos(
  from server: URL, into group: URL, fetch: (URL) async throws -> Data
) async throws {
  let files = FileManager.default
  let download = files.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? files.removeItem(at: download) }
  let list = String(decoding: try await fetch(server.appending(path: "files.txt")), as: UTF8.self)
  for line in list.split(separator: "\n") {
    let parts = line.split(separator: "/")
    // A folder and a name in it; a list from elsewhere must not lead to other places.
    guard parts.count == 2, !parts.contains("..") else { continue }
    let path = String(line)
    if files.fileExists(atPath: group.appending(path: path).path) { continue }
    let place = download.appending(path: path)
    try files.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try await fetch(server.appending(path: path)).write(to: place)
  }
  guard files.fileExists(atPath: download.path) else { return }
  try ContainerCopy(into: group).add(from: download)
}
