import Foundation
import PhotoStore
import PhotoWriting
import Testing
import _TestSupport

/// A codec that takes any bytes for a grey photo, as a test of what surrounds it needs no more.
private struct GreyCodec: PhotoCodec {
  let name = "grey"
  let size = PixelSize(width: 48, height: 32)

  func digest(of bytes: Data) -> ContentDigest {
    let digits = String(bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) }, radix: 16)
    let padded = String(repeating: "0", count: 64 - digits.count) + digits
    guard let digest = ContentDigest(String(padded.reversed())) else { fatalError("64 digits") }
    return digest
  }
  func facts(of photo: Data) -> PhotoFacts { PhotoFacts(size: size, format: "grey") }
  func decoded(_ photo: Data, longEdge: Int) -> PixelSize { size.fitting(longEdge: longEdge) }
  func cut(_ part: NormalizedRect, of picture: PixelSize, to size: PixelSize) -> PixelSize { size }
  func samples(of picture: PixelSize) -> [UInt8] { Array(repeating: 128, count: 3 * picture.area) }
  func jpeg(of picture: PixelSize, quality: Int) -> Data { Data([0xFF, 0xD8, 0xFF, 0xD9]) }
}

@Suite struct `The writer of the documentation` {
  let directory: TemporaryDirectory
  let group: URL
  let container: URL

  init() throws {
    directory = try TemporaryDirectory()
    group = try directory.folder("Group")
    container = try directory.folder("Container")
  }

  private func photo(_ name: String) throws -> URL {
    let file = directory.url.appending(path: name)
    try Data(name.utf8).write(to: file)
    return file
  }

  private func shows(_ folder: URL) -> Bool {
    PhotoReader(container: folder).photo(album: "Chosen", for: .medium, at: Date()).file != nil
  }

  @Test func `prepares a photo that the widget then shows`() throws {
    let record = try addPhoto(try photo("a.jpg"), to: group, codec: GreyCodec())
    #expect(record.preparation.sources.map(\.description) == ["a.jpg"])
    #expect(shows(group))
  }

  @Test func `prepares photos one after the other, and names those that are none`() async throws {
    let files = [try photo("a.jpg"), directory.url.appending(path: "gone.jpg"), try photo("b.jpg")]
    let (counts, heard) = AsyncStream<Int>.makeStream()
    let failures = try await addPhotos(files, to: group, codec: GreyCodec()) { heard.yield($0) }
    heard.finish()
    #expect(failures.map(\.file.lastPathComponent) == ["gone.jpg"])
    #expect(await counts.reduce(into: []) { $0.append($1) } == [1, 2, 3])
    #expect(try PhotoContainer(url: group).album("Chosen").entries.count == 2)
    let task = Task { [group] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await addPhotos(files, to: group, codec: GreyCodec()) { _ in }.count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a container comes out of a bundle and off a server`() async throws {
    let bundle = directory.url.appending(path: "App.bundle")
    let inside = bundle.appending(path: "Container")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    _ = try addPhoto(try photo("a.jpg"), to: inside, codec: GreyCodec())
    try await installPhotos(from: try #require(Bundle(url: bundle)), into: group)
    #expect(shows(group))

    let other = directory.url.appending(path: "Other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let server = Server(folder: inside)
    try await downloadPhotos(from: inside, into: other, fetch: server.fetch)
    #expect(shows(other) && server.asked.count == 1 + 5 + 1 + 1)
    server.asked = []
    try await downloadPhotos(from: inside, into: other, fetch: server.fetch)
    #expect(server.asked == ["files.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path + "/.download") != [])
  }

  @Test func `what a server lacks or changes is no photo, and comes when it is there`() async throws
  {
    _ = try addPhoto(try photo("a.jpg"), to: container, codec: GreyCodec())
    let server = Server(folder: container)
    server.broken = "smart-small"
    for _ in 0..<2 {
      await #expect(throws: URLError.self) {
        try await downloadPhotos(from: container, into: group, fetch: server.fetch)
      }
    }
    #expect(try PhotoContainer(url: group).recordIDs().isEmpty)
    server.broken = nil
    server.asked = []
    try await downloadPhotos(from: container, into: group, fetch: server.fetch)
    #expect(shows(group))
    // What came before the error is not asked for again.
    #expect(server.asked.count < 1 + 5 + 1 + 1)
    _ = try addPhoto(try photo("b.jpg"), to: container, codec: GreyCodec())
    try await downloadPhotos(from: container, into: group, fetch: server.fetch)
    #expect(try PhotoContainer(url: group).album("Chosen").entries.count == 2)
    // An album that changes alone comes too, whatever its name.
    let writer = try PhotoStoreWriter(container: container, codec: GreyCodec())
    try writer.add(Data("b.jpg".utf8), named: "b.jpg", toAlbum: "Wow...")
    try writer.remove(PhotoContainer(url: container).recordIDs()[0], fromAlbum: "Chosen")
    try await downloadPhotos(from: container, into: group, fetch: server.fetch)
    #expect(try PhotoContainer(url: group).album("Chosen").entries.count == 1)
    #expect(PhotoReader(container: group).albumNames == ["Chosen", "Wow..."])
    server.broken = "files.txt"
    await #expect(throws: URLError.self) {
      try await downloadPhotos(from: container, into: group, fetch: server.fetch)
    }
    server.broken = nil
    server.more = ["1 6 ../secret"]
    await #expect(throws: URLError.self) {
      try await downloadPhotos(from: container, into: group, fetch: server.fetch)
    }
  }
}

/// A container on a server, with the list that the guide makes of it; asked by one after the other.
private final class Server: @unchecked Sendable {
  let folder: URL
  var asked: [String] = []
  /// What the names begin with in whose place a page comes.
  var broken: String?
  var more: [String] = []

  init(folder: URL) { self.folder = folder }

  func fetch(_ address: URL) throws -> Data {
    let name = address.lastPathComponent
    asked.append(name)
    if let broken, name.hasPrefix(broken) { return Data("<!doctype html><p>404".utf8) }
    guard name == "files.txt" else { return try Data(contentsOf: address) }
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let lines = try files.filter { $0.contains("/") && !$0.hasPrefix(".") }.map { file in
      let bytes = try Data(contentsOf: folder.appending(path: file))
      // The grey codec's pictures are all the same bytes; those of a real one are not.
      let sum = (Data(file.utf8) + bytes).reduce(0) { ($0 &* 31) &+ Int($1) } & 0xFFFF_FFFF
      return "\(sum) \(bytes.count) \(file)"
    }
    return Data((lines + more).joined(separator: "\n").utf8)
  }
}
