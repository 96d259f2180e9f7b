import Foundation
import PhotoStore
import PhotoWriting
import Testing
import _TestSupport

@Suite struct `Bringing a container into an app` {
  let directory: TemporaryDirectory
  let source: URL
  let target: URL

  init() throws {
    directory = try TemporaryDirectory()
    source = try directory.folder("Container")
    target = try directory.folder("Group")
    let writer = try PhotoStoreWriter(container: source, codec: RasterCodec())
    for name in ["orientation/1.jpg", "orientation/6.jpg"] {
      try writer.add(
        try Data(contentsOf: Fixture.url(name)), named: name, toAlbum: "trip")
    }
  }

  private func files(_ folder: URL) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
  }

  @Test func `copies everything that readers use, once`() throws {
    let copy = try ContainerCopy(into: target)
    #expect(try copy.add(from: source) == 2)
    #expect(try files(target) == files(source))
    let reader = PhotoReader(container: target)
    #expect(reader.photo(album: "trip", for: .large, at: Date()).file != nil)
    #expect(try copy.add(from: source) == 0)
    #expect(try TreeDigest(of: target) == TreeDigest(of: source))
  }

  @Test func `completes an interrupted copy and replaces incomplete pictures`() throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let container = try PhotoContainer(url: target)
    let ids = try container.recordIDs()
    let half = try #require(
      try container.imageURL(container.record(ids[0]).preparation.master.name.description))
    try Data(try Data(contentsOf: half).prefix(100)).write(to: half)
    try FileManager.default.removeItem(
      at: target.appending(path: "\(container.layout.photos)/\(ids[1].fileName)"))
    #expect(try copy.add(from: source) == 1)
    #expect(try TreeDigest(of: target) == TreeDigest(of: source))
  }

  @Test func `keeps an existing album, and copies only regular files`() throws {
    let copy = try ContainerCopy(into: target)
    let container = try PhotoContainer(url: target)
    let place = target.appending(path: "\(container.layout.albums)/trip.json")
    let own = Album(sourceID: "own").bytes
    try Data(own).write(to: place)
    let images = source.appending(path: container.layout.images)
    let secret = directory.url.appending(path: "secret")
    try Data("secret".utf8).write(to: secret)
    try FileManager.default.createSymbolicLink(
      at: images.appending(path: "link.jpg"), withDestinationURL: secret)
    try FileManager.default.createDirectory(
      at: images.appending(path: "folder.jpg"), withIntermediateDirectories: true)
    try Data().write(to: images.appending(path: ".hidden.jpg"))
    try copy.add(from: source)
    #expect(try [UInt8](Data(contentsOf: place)) == own)
    let names = try files(target.appending(path: container.layout.images))
    #expect(names.isDisjoint(with: ["link.jpg", "folder.jpg", ".hidden.jpg"]) && names.count == 10)
  }

  @Test func `copies newer files of the source on request`() throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let container = try PhotoContainer(url: source)
    let writer = try PhotoStoreWriter(container: source, codec: RasterCodec())
    try writer.add(
      try Data(contentsOf: Fixture.url("orientation/3.jpg")), named: "3.jpg", toAlbum: "trip")
    var record = try container.record(container.recordIDs()[0])
    record.preparation = record.preparation.adding(sources: [SourceName("other.jpg")])
    try Data(record.bytes).write(
      to: source.appending(path: "\(container.layout.photos)/\(record.id.fileName)"))
    func album() throws -> Int { try PhotoContainer(url: target).album("trip").entries.count }
    #expect(try copy.add(from: source) == 1)
    #expect(try album() == 2 && PhotoContainer(url: target).record(record.id) == record)
    #expect(try copy.add(from: source, updating: true) == 0)
    #expect(try album() == 3 && TreeDigest(of: target) == TreeDigest(of: source))
  }

  @Test func `replaces an album only once another change of it has ended`() throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let albums = target.appending(path: ContainerLayout.standard.albums)
    let place = albums.appending(path: "trip.json")
    let arrived = try Data(contentsOf: place)
    let lock = try PlainFile.lock(folder: albums)
    try Data(Album(sourceID: "own").bytes).write(to: place)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [source] in
      _ = try? copy.add(from: source, updating: true)
      hasEnded.signal()
    }
    // It cannot end however long the wait is.
    #expect(hasEnded.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
    #expect(try Data(contentsOf: place) != arrived)
    try lock.close()
    hasEnded.wait()
    #expect(try Data(contentsOf: place) == arrived)
  }

  @Test func `leaves out and names a photo that lacks a picture`() throws {
    let container = try PhotoContainer(url: source)
    let record = try container.record(container.recordIDs()[0])
    let master = try #require(
      container.imageURL(record.preparation.master.name.description))
    let bytes = try Data(contentsOf: master)
    try Data("<!doctype html>".utf8).write(to: master)
    let copy = try ContainerCopy(into: target)
    let error = #expect(throws: PhotoprepError.self) { try copy.add(from: source) }
    #expect(error?.code == .photosIncomplete && error?.message.contains(record.id.fileName) == true)
    let arrived = try PhotoContainer(url: target)
    #expect(try arrived.recordIDs() == [container.recordIDs()[1]])
    #expect(try files(target).contains { $0.hasSuffix(master.lastPathComponent) } == false)
    try bytes.write(to: master)
    #expect(try copy.add(from: source) == 1)
    #expect(try TreeDigest(of: target) == TreeDigest(of: source))
  }

  @Test func `names records and albums that iCloud keeps, and brings the rest`() throws {
    let container = try PhotoContainer(url: source)
    let kept = [
      (container.layout.photos, try container.recordIDs()[0].fileName),
      (container.layout.albums, "trip.json"),
    ]
    for (folder, name) in kept {
      let place = source.appending(path: folder)
      try FileManager.default.moveItem(
        at: place.appending(path: name), to: place.appending(path: ".\(name).icloud"))
    }
    let error = #expect(throws: PhotoprepError.self) {
      try ContainerCopy(into: target).add(from: source)
    }
    #expect(error?.code == .photosIncomplete && error?.message.hasPrefix("2 files") == true)
    #expect(PhotoReader(container: target).photos.count == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func `leaves out and names what cannot be read, and brings the rest`() throws {
    let container = try PhotoContainer(url: source)
    let record = try container.record(container.recordIDs()[0])
    let master = try #require(container.imageURL(record.preparation.master.name.description))
    let other = source.appending(path: "\(container.layout.images)/image-1.jpg")
    try Data(contentsOf: master).write(to: other)
    for file in [master, other] {
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    }
    let error = #expect(throws: PhotoprepError.self) {
      try ContainerCopy(into: target).add(from: source)
    }
    #expect(error?.code == .photosIncomplete)
    #expect(PhotoReader(container: target).photos.count == 1)
  }

  @Test func `keeps complete files, whatever the source has in their place`() throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let before = try TreeDigest(of: target)
    let container = try PhotoContainer(url: source)
    let record = try container.record(container.recordIDs()[0])
    let small = try #require(container.imageURL(record.preparation.renders.small.name.description))
    try Data(try Data(contentsOf: small).prefix(500)).write(to: small)
    let place = source.appending(path: "\(container.layout.photos)/\(record.id.fileName)")
    for bytes in [Data("{".utf8), nil] {
      if let bytes {
        try bytes.write(to: place)
      } else {
        try FileManager.default.removeItem(at: place)
      }
      _ = try? copy.add(from: source, updating: true)
      #expect(try TreeDigest(of: target) == before)
    }
    let album = source.appending(path: "\(container.layout.albums)/trip.json")
    try Data("{".utf8).write(to: album)
    let error = #expect(throws: PhotoprepError.self) { try copy.add(from: source, updating: true) }
    #expect(error?.message.contains("trip.json") == true)
    #expect(try TreeDigest(of: target) == before)
  }

  @Test func `moves a damaged record to the trash before it brings another`() throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let id = try PhotoContainer(url: target).recordIDs()[0]
    let place = target.appending(path: "Photos/\(id.fileName)")
    try Data("{".utf8).write(to: place)
    #expect(try copy.add(from: source) == 1)
    #expect(try PhotoContainer(url: target).record(id) == PhotoContainer(url: source).record(id))
    let trashed = try files(target.appending(path: ".photoprep/trash"))
    #expect(trashed.count == 1 && trashed.first?.hasSuffix("-photos-\(id.fileName)") == true)
  }

  @Test func `keeps a newer version's record, says so, and brings the rest`() throws {
    let copy = try ContainerCopy(into: target)
    let ids = try PhotoContainer(url: source).recordIDs()
    let record = try PhotoContainer(url: source).record(ids[0])
    let newer = String(decoding: record.bytes, as: UTF8.self)
      .replacing("\"version\": ", with: "\"version\": 9")
    let place = target.appending(path: "Photos/\(ids[0].fileName)")
    try Data(newer.utf8).write(to: place)
    let error = #expect(throws: PhotoprepError.self) { try copy.add(from: source) }
    #expect(error?.code == .documentTooNew && error?.path == place.path)
    #expect(try Data(contentsOf: place) == Data(newer.utf8))
    #expect(try PhotoContainer(url: target).record(ids[1]).id == ids[1])
  }

  /// Records of a stranger, each in the place of the first photo: about the second one, with files of the second one,
  /// and about other bytes.
  @Test(arguments: 0..<3)
  func `leaves out a record that would replace what another photo has`(number: Int) throws {
    let copy = try ContainerCopy(into: target)
    try copy.add(from: source)
    let container = try PhotoContainer(url: target)
    let ids = try container.recordIDs()
    let mine = try container.record(ids[1]).setting(HandWork(revision: 1, stars: 5))
    let place = target.appending(path: "Photos/\(ids[1].fileName)")
    try Data(mine.bytes).write(to: place)
    let theirs = try PhotoContainer(url: source)
    var record = try theirs.record(ids[0])
    switch number {
    case 0: record = try theirs.record(ids[1])
    case 1:
      let picture = try #require(theirs.imageURL(mine.preparation.master.name.description))
      try Data("other".utf8).write(to: picture)
      record.preparation.master = StoredFile(
        name: mine.preparation.master.name, byteCount: 5, digest: mine.preparation.digest,
        size: mine.preparation.master.size, quality: nil)
    default:
      let digest = String(record.preparation.digest.description.prefix(16))
      record.preparation.digest = try #require(
        ContentDigest(digest + String(repeating: "0", count: 48)))
    }
    let before = try TreeDigest(of: target)
    try Data(record.bytes).write(to: source.appending(path: "Photos/\(ids[0].fileName)"))
    try FileManager.default.removeItem(at: source.appending(path: "Photos/\(ids[1].fileName)"))
    let error = #expect(throws: PhotoprepError.self) { try copy.add(from: source) }
    #expect(error?.code == .photosIncomplete && error?.message.contains(ids[0].fileName) == true)
    #expect(try TreeDigest(of: target) == before)
  }

  @Test func `takes the latest crops, and accepts read-only files in the source`() throws {
    let copy = try ContainerCopy(into: target)
    for file in try files(source) {
      let path = source.appending(path: file).path
      try FileManager.default.setAttributes(
        [.posixPermissions: file.contains(".j") ? 0o444 : 0o755], ofItemAtPath: path)
    }
    #expect(try copy.add(from: source) == 2)
    let container = try PhotoContainer(url: target)
    let record = try container.record(container.recordIDs()[0])
    // A picture is a new file of its folder: on a phone it would keep its original's protection too.
    let small = try #require(container.imageURL(record.preparation.renders.small.name.description))
    let mode = try FileManager.default.attributesOfItem(atPath: small.path)[.posixPermissions]
    #expect(mode as? Int != 0o444)
    var preparation = record.preparation
    preparation.decoder = "another 1"
    let older = PhotoRecord(preparation, preparedAt: Date(timeIntervalSinceReferenceDate: 0))
    let place = source.appending(path: "\(container.layout.photos)/\(record.id.fileName)")
    try FileManager.default.removeItem(at: place)
    try Data(older.bytes).write(to: place)
    #expect(try copy.add(from: source) == 0)
    #expect(try container.record(record.id) == record)
  }

  @Test func `copies into folders with other names`() throws {
    let settings = target.appending(path: ".photoprep/store.json")
    try FileManager.default.createDirectory(
      at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(#"{"version": 1, "imagesFolder": "Pictures", "albumsFolder": "Albums"}"#.utf8)
      .write(to: settings)
    try ContainerCopy(into: target).add(from: source)
    #expect(try files(target.appending(path: "Pictures")).count == 10)
    #expect(PhotoReader(container: target).albumNames == ["trip"])
  }

  @Test func `reports a folder that is not a container`() throws {
    let copy = try ContainerCopy(into: target)
    let error = #expect(throws: PhotoprepError.self) {
      try copy.add(from: directory.url.appending(path: "none"))
    }
    #expect(error?.code == .storeMissing)
    // Also the container of the published app, which has no records.
    let other = try directory.folder("other")
    try FileManager.default.createDirectory(
      at: other.appending(path: "WidgetWeaverImages"), withIntermediateDirectories: true)
    let missing = #expect(throws: PhotoprepError.self) { try copy.add(from: other) }
    #expect(missing?.code == .storeMissing && missing?.path == other.path)
    #expect(missing?.message == "There is no folder 'Photos' here, or the app may not read it.")
  }
}
