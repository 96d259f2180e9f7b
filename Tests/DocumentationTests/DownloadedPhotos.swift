import Foundation
import PhotoWriting

/// Fetches what is new in a container on a server, whose file `files.txt` lists its files.
///
/// `fetch` returns the bytes that the server has at an address now, never those of a cache:
/// `{ try await URLSession.shared.data(for: URLRequest(url: $0, cachePolicy: .reloadIgnoringLocalCacheData)).0 }`.
@concurrent
func downloadPhotos(
  from server: URL, into group: URL, fetch: @Sendable (URL) async throws -> Data
) async throws {
  let files = FileManager.default
  // What was fetched lies here by checksum and size until all is there, so that nothing is fetched twice.
  let work = group.appending(path: ".download")
  let done = work.appending(path: "done.txt")
  try files.createDirectory(at: work, withIntermediateDirectories: true)
  let list = String(decoding: try await fetch(server.appending(path: "files.txt")), as: UTF8.self)
  let known = Set(((try? String(contentsOf: done, encoding: .utf8)) ?? "").split(separator: "\n"))
  let lines = list.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
  // A checksum, the size, and a folder and a name in it; a list from elsewhere must not lead to other places.
  let isList = lines.allSatisfy { line in
    line.count == 3 && line[0...1].allSatisfy { Int($0) != nil }
      && line[2].split(separator: "/").count == 2 && !"/\(line[2])/".contains("/../")
  }
  guard !lines.isEmpty, isList else { throw URLError(.cannotParseResponse) }
  let new = lines.filter { !known.contains($0.joined(separator: " ")[...]) }
  let container = work.appending(path: UUID().uuidString)
  defer { try? files.removeItem(at: container) }
  try files.createDirectory(
    at: container.appending(path: "Photos"), withIntermediateDirectories: true)
  for line in new {
    let fetched = work.appending(path: "\(line[0])-\(line[1])")
    let place = container.appending(path: String(line[2]))
    if !files.fileExists(atPath: fetched.path) {
      let bytes = try await fetch(server.appending(path: String(line[2])))
      // A page that says why there is nothing has another size.
      guard String(bytes.count) == line[1] else { throw URLError(.badServerResponse) }
      try bytes.write(to: fetched, options: .atomic)
    }
    try files.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(at: fetched, to: place)
  }
  try ContainerCopy(into: group).add(from: container, updating: true)
  try Data(list.utf8).write(to: done, options: .atomic)
  for line in new { try? files.removeItem(at: work.appending(path: "\(line[0])-\(line[1])")) }
}
