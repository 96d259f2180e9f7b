import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite struct `Merging stores by links` {
  /// Two stores on the disk, whose catalogs have rows: the one given, or one with three photos and
  /// documents, and an empty one.
  private func twoStores(
    _ given: StoreHarness? = nil
  ) throws -> (source: StoreHarness, target: StoreHarness) {
    let source = try given ?? StoreHarness.full(.disk)
    let other = source.container.removingLastComponent().appending("other")
    try Store.create(at: other, in: source.environment("create"))
    return (source, StoreHarness(source, at: other))
  }

  private func merge(
    _ source: StoreHarness, into target: StoreHarness, _ images: MergedImages,
    _ fileSystem: (any FileSystem)? = nil, onEvent report: @escaping (MergeEvent) -> Void = { _ in }
  ) throws -> MergeSummary {
    let other = try Store.open(
      at: source.container, for: .read, in: target.environment("other", fileSystem))
    return try other.closing { other in
      try target.open("merge", fileSystem).closing { store in
        try StoreMerge(from: other, into: store, images: images).run { report($0) }
      }
    }
  }

  private func contents(_ harness: StoreHarness) throws -> [String: [UInt8]] {
    let prefix = harness.container.string.count
    return Dictionary(
      uniqueKeysWithValues: try harness.tree().map { (String($0.key.dropFirst(prefix)), $0.value) })
  }

  private func files(_ harness: StoreHarness, _ number: Int) -> [FilePath] {
    let id = SamplePhoto(number).id
    return [harness.record(id)]
      + StoredFileName.Role.all(RenderFamily.always).map {
        harness.image(StoredFileName($0, of: id))
      }
  }

  @Test func `everything comes in as it does by copying, and photos are the same files`() throws {
    let (source, target) = try twoStores()
    let summary = try merge(source, into: target, .link)
    #expect(summary.photosAdded == 3 && summary.conflicts == 0 && summary.unreferenced == 0)
    #expect(summary.imagesAdded == 1 && summary.albumsAdded == 1 && summary.designsAdded == 4)
    #expect(try contents(target) == contents(source))
    for number in 1...3 {
      for (path, other) in zip(files(target, number), files(source, number)) {
        let status = try target.base.status(of: path, followingLinks: false)
        let before = try target.base.status(of: other, followingLinks: false)
        #expect(status?.inode == before?.inode, "\(path)")
      }
    }
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
    let again = try merge(source, into: target, .link)
    #expect(again.photosPresent == 3 && again.photosAdded == 0)
  }

  @Test func `no image and no record is read for a photo that is new`() throws {
    let given = try StoreHarness(.disk)
    try given.create()
    try given.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    let (full, target) = try twoStores(given)
    let counting = FaultyFileSystem(target.base, failing: .max, .once)
    let summary = try merge(full, into: target, .link, counting)
    #expect(summary.photosAdded == 3)
    // The settings of both stores.
    #expect(counting.readCount == 2)
  }

  @Test func `images that are left stay where they are`() throws {
    let (source, target) = try twoStores()
    let summary = try merge(source, into: target, .leave)
    #expect(summary.photosAdded == 3 && summary.conflicts == 0 && summary.imagesAdded == 0)
    #expect(try target.names(target.images) == [])
    for number in 1...3 {
      #expect(try target.bytes(files(target, number)[0]) == source.bytes(files(source, number)[0]))
    }
  }

  @Test(arguments: [MergedImages.link, .leave])
  func `a photo in both stores is known by the names of both`(_ images: MergedImages) throws {
    let (source, target) = try twoStores()
    try target.run("before") { try $0.add(SamplePhoto(1), foundAs: [SourceName("b.jpg")]) }
    let summary = try merge(source, into: target, images)
    #expect(summary.photosJoined == 1 && summary.photosAdded == 2 && summary.conflicts == 0)
    let names = try target.run("look") { try $0.record(SamplePhoto(1).id).preparation.sources }
    #expect(names == [SourceName("a.jpg"), SourceName("b.jpg")])
    // The source's own record has one name as before.
    let before = try source.run("look") { try $0.record(SamplePhoto(1).id).preparation.sources }
    #expect(before == [SourceName("a.jpg")])
  }

  @Test func `a photo whose image is missing or cut is a conflict, and the others come`() throws {
    let (source, target) = try twoStores()
    try source.base.removeFile(at: files(source, 1)[2])
    try source.replace(files(source, 2)[3], [0xFF])
    let (summary, names) = try photosInConflict {
      try merge(source, into: target, .link, onEvent: $0)
    }
    #expect(summary.photosAdded == 1)
    #expect(Set(names) == [SamplePhoto(1).id.fileName, SamplePhoto(2).id.fileName])
  }

  @Test func `a record that changed behind its catalog is read, not linked damaged`() throws {
    let (source, target) = try twoStores()
    var bytes = try source.bytes(files(source, 1)[0])
    bytes[0] = UInt8(ascii: "[")
    try source.replace(files(source, 1)[0], bytes)
    let (summary, names) = try photosInConflict {
      try merge(source, into: target, .link, onEvent: $0)
    }
    #expect(names == [SamplePhoto(1).id.fileName] && summary.photosAdded == 2)
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
  }

  @Test func `cut off at any call it can be repeated`() throws {
    let (whole, target) = try twoStores(.small(.disk))
    let counting = FaultyFileSystem(target.base, failing: .max, .once)
    _ = try merge(whole, into: target, .link, counting)
    let expected = try contents(target)
    #expect(counting.callCount > 80)
    for call in 1...counting.callCount {
      let (source, target) = try twoStores(.small(.disk))
      let faulty = FaultyFileSystem(target.base, failing: call, .crash)
      _ = try? merge(source, into: target, .link, faulty)
      #expect(try target.check(readData: true).allSatisfy { $0.severity == .note }, "call \(call)")
      _ = try merge(source, into: target, .link)
      #expect(try contents(target) == expected, "call \(call)")
    }
  }
}
