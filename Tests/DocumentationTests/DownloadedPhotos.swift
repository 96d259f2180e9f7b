import Foundation
import PhotoWriting

/// Fetches what is new in a container on a server, whose file `files.txt` lists its files.
///
/// `fetch` returns the bytes of an address: `{ try await URLSession.shared.data(from: $0).0 }`.
func downloadPhotos(
  from server: URL, into group: URL, fetch: (URL) async throws -> Data
) async throws {
  let files = FileManager.default
  // What was fetched before something failed is not fetched again, and neither is what was brought in.
  let work = group.appending(path: ".download")
  let (download, pending) = (work.appending(path: "files"), work.appending(path: "pending.txt"))
  let done = work.appending(path: "done.txt")
  func lines(_ file: URL) -> [Substring] {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self).split(separator: "\n")
  }
  let list = try await fetch(server.appending(path: "files.txt"))
  if (try? Data(contentsOf: pending)) != list { try? files.removeItem(at: download) }
  try files.createDirectory(at: download, withIntermediateDirectories: true)
  try list.write(to: pending)
  let known = Set(lines(done))
  for line in lines(pending) where !known.contains(line) {
    // A checksum, the size, and a folder and a name in it; a list from elsewhere must not lead to other places.
    let parts = line.split(separator: " ", maxSplits: 2)
    let path = parts.last?.split(separator: "/") ?? []
    guard parts.count == 3, path.count == 2, !path.contains("..") else {
      throw URLError(.cannotParseResponse)
    }
    let place = download.appending(path: String(parts[2]))
    if files.fileExists(atPath: place.path) { continue }
    let bytes = try await fetch(server.appending(path: String(parts[2])))
    // A page that says why there is nothing has another size.
    guard String(bytes.count) == parts[1] else { throw URLError(.badServerResponse) }
    try files.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: place, options: .atomic)
  }
  if files.fileExists(atPath: download.appending(path: "Photos").path) {
    try ContainerCopy(into: group).add(from: download, updating: true)
  }
  try list.write(to: done, options: .atomic)
  try files.removeItem(at: download)
}
