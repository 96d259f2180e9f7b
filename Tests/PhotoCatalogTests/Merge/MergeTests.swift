import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite struct `Merging stores` {
  /// Merges what a harness holds into another, whose file system is the same.
  private func merge(
    _ source: FilePath, into harness: StoreHarness, _ fileSystem: (any FileSystem)? = nil,
    while keepGoing: @escaping () -> Bool = { true },
    onEvent report: @escaping (MergeEvent) -> Void = { _ in }
  ) throws -> MergeSummary {
    let target = try harness.open("merge", fileSystem)
    let other = try Store.open(
      at: source, for: .read, in: harness.environment("other", fileSystem))
    defer { try? other.close() }
    do {
      let summary = try StoreMerge(from: other, into: target).run(while: keepGoing) { report($0) }
      try target.close()
      return summary
    } catch {
      try? target.close()
      throw error
    }
  }

  /// Two stores on one file system: `/store` and `/other`, of which the other is full.
  private func twoStores() throws -> (harness: StoreHarness, other: FilePath) {
    let full = try StoreHarness.full()
    let other: FilePath = "/other"
    try Store.create(at: other, in: full.environment("create"))
    return (full, other)
  }

  private func other(_ harness: StoreHarness) throws -> StoreHarness {
    StoreHarness(harness, at: "/other")
  }

  @Test func `everything comes in with its bytes, and again nothing does`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let summary = try merge(full.container, into: target)
    #expect(summary.photosAdded == 3 && summary.conflicts == 0)
    #expect(summary.imagesAdded == 1 && summary.albumsAdded == 1 && summary.designsAdded == 4)
    #expect(try relative(target.tree()) == relative(full.tree()))
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
    let before = try target.tree()
    let again = try merge(full.container, into: target)
    #expect(again.photosPresent == 3 && again.othersPresent == 6)
    #expect(again.photosAdded + again.imagesAdded + again.albumsAdded + again.designsAdded == 0)
    #expect(try target.tree() == before)
  }

  private func relative(_ tree: [String: [UInt8]]) -> [String: [UInt8]] {
    Dictionary(
      tree.map { (String($0.key.drop { $0 == "/" }.drop { $0 != "/" }), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func `a photo in both stores is known by the names of both`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.run("before") { try $0.add(SamplePhoto(1), foundAs: [SourceName("b.jpg")]) }
    let summary = try merge(full.container, into: target)
    #expect(summary.photosJoined == 1 && summary.photosAdded == 2 && summary.conflicts == 0)
    let names = try target.run("look") { try $0.record(SamplePhoto(1).id).preparation.sources }
    #expect(names == [SourceName("a.jpg"), SourceName("b.jpg")])
  }

  @Test func `what differs under one name stays in both stores and is reported`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.put(PackageSamples.design("Mine", .null), "Designs/alps.json")
    try target.put(PackageSamples.album([]), "WidgetWeaverSmartPhoto/smart-shuffle-A.json")
    try target.run("before") { try $0.add(SamplePhoto(3)) }
    let record = target.record(SamplePhoto(3).id)
    try target.edit(record, "\"lowResolution\"", "\"tooDark\"")
    let before = try target.tree()
    var conflicts: [String] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        guard case .conflict(let kind, let name, let error) = event else { return }
        conflicts.append(name)
        let rename = "Rename one of them, as by 'photoprep album rename \(name) NEW-NAME --store "
        #expect((kind == .album) == (error.remedy?.hasPrefix(rename) == true), "\(error)")
      })
    // The design that shows the other album, and the album of the photo that differs, depend on it.
    #expect(
      conflicts == [SamplePhoto(3).id.fileName, "smart-shuffle-A.json", "alps.json", "beach.json"])
    #expect(summary.conflicts == 4)
    let after = try target.tree()
    for (path, bytes) in before { #expect(after[path] == bytes, "\(path)") }
    #expect(try target.names(target.designs) == ["alps.json", "list.json", "one.json"])
  }

  @Test func `a record here that cannot be read stays, and what to do is said`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.run("before") { try $0.add(SamplePhoto(3)) }
    let record = target.record(SamplePhoto(3).id)
    try target.replace(record, Array("{".utf8))
    var error: PhotoprepError?
    _ = try merge(
      full.container, into: target,
      onEvent: { event in if case .conflict(.photo, _, let found) = event { error = found } })
    #expect(error?.code == .unreadableDocument && error?.path == record.string)
    #expect(error?.remedy == "Restore it from a backup, or move it out of its folder.")
    #expect(try target.bytes(record) == Array("{".utf8))
  }

  @Test func `a folder in the place of a record costs that photo alone`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let record = target.record(SamplePhoto(1).id)
    try target.base.createDirectory(at: record)
    var refused: [String] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .conflict(.photo, let name, _) = event { refused.append(name) }
      })
    #expect(refused == [SamplePhoto(1).id.fileName] && summary.photosAdded == 2)
    #expect(try target.base.status(of: record, followingLinks: false)?.kind == .directory)
  }

  /// Changes one photo's record in a store: who decoded it, and with what pictures.
  private func decode(
    _ photo: SamplePhoto, in harness: StoreHarness, by decoder: String?, flag: String,
    _ other: [(String, String)] = []
  ) throws {
    let record = harness.record(photo.id)
    try harness.edit(record, "\"lowResolution\"", "\"\(flag)\"")
    if let decoder {
      try harness.edit(
        record, "\"format\": \"jpeg\"", "\"decoder\": \"\(decoder)\", \"format\": \"jpeg\"")
    }
    for (text, new) in other { try harness.edit(record, text, new) }
  }

  @Test func `what another library decoded stays as it is here, and what shows it comes in`() throws
  {
    let (full, _) = try twoStores()
    let target = try other(full)
    try decode(SamplePhoto(1), in: full, by: "libheif 1.15.1", flag: "tooDark")
    try target.run("before") { try $0.add(SamplePhoto(1), foundAs: [SourceName("b.jpg")]) }
    try decode(SamplePhoto(1), in: target, by: "libavcodec 59.37.100", flag: "flat")
    let images = try target.tree(target.images)
    var kept: [[String]] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .kept(let name, let own, let its) = event { kept.append([name, own, its]) }
      })
    #expect(kept == [[SamplePhoto(1).id.fileName, "libavcodec 59.37.100", "libheif 1.15.1"]])
    #expect(summary.photosKept == 1 && summary.conflicts == 0 && summary.photosAdded == 2)
    #expect(summary.designsAdded == 4 && summary.albumsAdded == 1)
    let record = try target.run("look") { try $0.record(SamplePhoto(1).id).preparation }
    #expect(record.decoder == "libavcodec 59.37.100" && record.flags == ["flat"])
    #expect(record.sources == [SourceName("a.jpg"), SourceName("b.jpg")])
    let after = try target.tree(target.images)
    for (path, bytes) in images { #expect(after[path] == bytes, "\(path)") }
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
    let tree = try target.tree()
    #expect(try merge(full.container, into: target).photosKept == 1)
    #expect(try target.tree() == tree)
  }

  @Test(
    arguments: [
      // No word on one side, the same library on both, and something that a person set.
      (nil, "libheif 1.15.1", []), ("libheif 1.15.1", nil, []),
      ("libheif 1.15.1", "libheif 1.15.1", []),
      ("libheif 1.15.1", "libavcodec 59.37.100", [("\"cornerRadius\": 16", "\"cornerRadius\": 8")]),
      (
        "libheif 1.15.1", "libavcodec 59.37.100",
        [("\"format\"", "\"hand\": {\"accepted\": true, \"revision\": 1}, \"format\"")]
      ),
    ] as [(String?, String?, [(String, String)])])
  func `what differs for another reason than its decoder is a conflict`(
    own: String?, its: String?, edits: [(String, String)]
  ) throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try decode(SamplePhoto(1), in: full, by: its, flag: "tooDark", edits)
    try target.run("before") { try $0.add(SamplePhoto(1)) }
    try decode(SamplePhoto(1), in: target, by: own, flag: "flat")
    var remedies: [String?] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .conflict(.photo, _, let error) = event { remedies.append(error.remedy) }
      })
    #expect(summary.photosKept == 0 && summary.conflicts > 0)
    // A record cannot be renamed.
    #expect(
      remedies.contains(
        "Move one of them out of its store, or rename it if it is no photo, and merge again."))
  }

  @Test func `a photo that looks otherwise in an app is a conflict`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.run("before") { try $0.add(SamplePhoto(1)) }
    let record = full.record(SamplePhoto(1).id)
    try full.edit(record, "\"cornerRadius\": 16", "\"cornerRadius\": 8")
    let (summary, conflicts) = try photosInConflict {
      try merge(full.container, into: target, onEvent: $0)
    }
    #expect(conflicts == [SamplePhoto(1).id.fileName] && summary.photosPresent == 0)
  }

  @Test func `a record of another photo than its name says does not come in`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try full.edit(
      full.record(SamplePhoto(1).id), "\"\(SamplePhoto(1).digest)\"",
      "\"\(SamplePhoto(2).digest)\"")
    let (summary, conflicts) = try photosInConflict {
      try merge(full.container, into: target, onEvent: $0)
    }
    #expect(conflicts == [SamplePhoto(1).id.fileName] && summary.photosAdded == 2)
    let isWhole = try target.run("look") { try $0.record(SamplePhoto(2).id).preparation }
    #expect(isWhole.allFiles.map(\.name) == SamplePhoto(2).files.map(\.name))
  }

  @Test func `a record whose recipe is another than its name says does not come in`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try full.edit(full.record(SamplePhoto(1).id), "\"qualityFloor\": 65", "\"qualityFloor\": 60")
    let (summary, conflicts) = try photosInConflict {
      try merge(full.container, into: target, onEvent: $0)
    }
    #expect(conflicts == [SamplePhoto(1).id.fileName] && summary.photosAdded == 2)
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
  }

  @Test func `a photo whose file is lost here is a conflict with another library's`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try decode(SamplePhoto(1), in: full, by: "libheif 1.15.1", flag: "tooDark")
    try target.run("before") { try $0.add(SamplePhoto(1)) }
    try decode(SamplePhoto(1), in: target, by: "libavcodec 59.37.100", flag: "flat")
    try target.base.removeFile(at: target.image(StoredFileName(.master, of: SamplePhoto(1).id)))
    let summary = try merge(full.container, into: target)
    #expect(summary.photosKept == 0 && summary.conflicts > 0)
  }

  @Test
  func
    `scores that another C library rounds otherwise are no conflict where every picture is the same`()
    throws
  {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.run("before") { try $0.add(SamplePhoto(1)) }
    try full.edit(full.record(SamplePhoto(1).id), "\"total\": 0.125", "\"total\": 0.126")
    #expect(
      try full.bytes(full.record(SamplePhoto(1).id))
        != target.bytes(target.record(SamplePhoto(1).id)))
    let summary = try merge(full.container, into: target)
    #expect(summary.photosKept == 0 && summary.conflicts == 0)
    #expect(summary.photosPresent + summary.photosJoined == 1)
  }

  @Test func `the same pictures are the same with any decoder`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    try target.run("before") { try $0.add(SamplePhoto(1)) }
    try decode(SamplePhoto(1), in: target, by: "libheif 1.15.1", flag: "lowResolution")
    let summary = try merge(full.container, into: target)
    #expect(summary.photosKept == 0 && summary.conflicts == 0)
  }

  @Test func `a damaged photo of the other store does not come in, the others do`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let image = full.image(StoredFileName(.master, of: SamplePhoto(2).id))
    var bytes = try full.bytes(image)
    bytes[10] ^= 1
    try full.replace(image, bytes)
    var codes: [String] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .conflict(_, _, let error) = event { codes.append(error.code.description) }
      })
    #expect(summary.photosAdded == 2)
    #expect(codes.first == "digest-mismatch")
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
    #expect(try target.run("look") { try !$0.isPrepared(SamplePhoto(2)) })
  }

  @Test func `a file that the store has lost comes back from the other`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    _ = try merge(full.container, into: target)
    try target.base.removeFile(at: target.image(StoredFileName(.master, of: SamplePhoto(1).id)))
    try target.replace(target.image(StoredFileName(.master, of: SamplePhoto(2).id)), [0xFF])
    let summary = try merge(full.container, into: target)
    #expect(summary.photosAdded == 2)
    #expect(try target.check(readData: true).allSatisfy { $0.severity == .note })
  }

  @Test func `a merge that is stopped goes on where it stopped`() throws {
    let (full, _) = try twoStores()
    let whole = try other(StoreHarness(copying: full))
    _ = try merge(full.container, into: whole)
    let expected = try whole.tree()
    for stop in 0...9 {
      let target = try other(StoreHarness(copying: full))
      var left = stop
      let summary = try merge(
        full.container, into: target,
        while: {
          left -= 1
          return left >= 0
        })
      #expect(summary.wasInterrupted == (stop < 8), "\(stop)")
      _ = try merge(full.container, into: target)
      #expect(try target.tree() == expected, "\(stop)")
    }
  }

  @Test(arguments: [FaultyFileSystem.Fault.once, .crash])
  func `cut off at any call it can be repeated`(_ fault: FaultyFileSystem.Fault) throws {
    let start = try StoreHarness.small()
    try Store.create(at: "/other", in: start.environment("create"))
    let source = try start.tree()
    let whole = try other(StoreHarness(copying: start))
    let counting = FaultyFileSystem(whole.base, failing: .max, .once)
    _ = try merge(start.container, into: whole, counting)
    let expected = try whole.tree()
    #expect(counting.callCount > 80)
    for call in 1...counting.callCount {
      let target = try other(StoreHarness(copying: start))
      _ = try? merge(
        start.container, into: target, FaultyFileSystem(target.base, failing: call, fault))
      (target.base as? MemoryFileSystem)?.endProcess()
      #expect(try target.check(readData: true).allSatisfy { $0.severity == .note }, "call \(call)")
      _ = try merge(start.container, into: target)
      #expect(try target.tree() == expected, "call \(call), \(fault)")
      let before = StoreHarness(target, at: "/store")
      #expect(try before.tree() == source, "call \(call), \(fault)")
    }
  }

  @Test func `designs in folders come in beside the others`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let folder = full.designs.appending("trips")
    try full.base.createDirectory(at: folder)
    try full.base.createDirectory(at: folder.appending("2026"))
    try full.put(PackageSamples.design("Alps", .null), "Designs/trips/2026/inner.json")
    #expect(try merge(full.container, into: target).designsAdded == 5)
    #expect(try target.names(target.designs).contains("inner.json"))
  }

  @Test func `designs in an app's preferences come in as files, with their images`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let inFile = PackageSamples.design("Alps", PackageSamples.image(1))
    try full.put(inFile, "Designs/same.json")
    let id = "0F948F29-DDC9-4A8C-8D98-9D5E00000001"
    let image = "image-0F948F29-DDC9-4A8C-8D98-9D5E00000002.jpg"
    try full.replace(full.images.appending(image), [1])
    let text = #"{"id": "\#(id)", "name": "Sea", "image": {"fileName": "\#(image)"}}"#
    let own = try JSONValue.parsing(Array(text.utf8), path: "")
    try full.putPreferences([inFile, own])
    // What is no image is not left behind as one.
    for name in [".DS_Store", "list.db"] { try full.replace(full.images.appending(name), [1]) }
    var added: [String] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .added(.design, let name) = event { added.append(name) }
      })
    #expect(summary.conflicts == 0 && summary.unreferenced == 0)
    #expect(added.last == "\(id).json" && added.count == 6)
    #expect(try target.names(target.designs).filter { $0.hasPrefix("0F9") } == ["\(id).json"])
    #expect(try target.bytes(target.images.appending(image)) == [1])
    let again = try merge(full.container, into: target)
    #expect(again.designsAdded == 0 && again.conflicts == 0)
  }

  @Test func `a design that the app has changed since stays behind and is named`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let id = "0F948F29-DDC9-4A8C-8D98-9D5E00000001"
    for name in ["Sea", "Ocean"] {
      let text = #"{"id": "\#(id)", "name": "\#(name)"}"#
      try full.putPreferences([try JSONValue.parsing(Array(text.utf8), path: "")])
      var left: [String] = []
      let summary = try merge(
        full.container, into: target,
        onEvent: { event in
          if case .conflict(.design, let name, let error) = event {
            left.append("\(name) \(error.code)")
          }
        })
      #expect(left == (name == "Sea" ? [] : ["Ocean different-content"]))
      #expect(summary.conflicts == left.count)
    }
    try full.replace(full.container.appending("Library/Preferences/a.plist"), [1, 2])
    var codes: [PhotoprepError.Code] = []
    _ = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .conflict(.design, "a.plist", let error) = event { codes.append(error.code) }
      })
    #expect(codes == [.unreadableDocument])
  }

  @Test func `pins come with what they keep`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let loose = "image-00000000-0000-8000-8000-000000000001.jpg"
    let twin = "image-00000000-0000-8000-8000-000000000002.jpg"
    let lost = "image-00000000-0000-8000-8000-000000000003.jpg"
    for name in [loose, twin, lost] { try full.replace(full.images.appending(name), [1]) }
    try target.replace(target.images.appending(twin), [2])
    let photo = SamplePhoto(3).name(0)
    _ = try full.run("pin") { try Pins(of: $0).add([loose, twin, lost, photo]) }
    try full.base.removeFile(at: full.images.appending(lost))
    var conflicts: [String] = []
    let summary = try merge(
      full.container, into: target,
      onEvent: { event in
        if case .conflict(.pin, let name, _) = event { conflicts.append(name) }
      })
    #expect(summary.pinsAdded == 2 && conflicts == [twin])
    #expect(try target.run("pins") { try Pins(of: $0).names() } == [loose, photo])
    #expect(try target.bytes(target.images.appending(loose)) == [1])
    let again = try merge(full.container, into: target)
    #expect(again.pinsAdded == 0)
  }

  @Test func `an earlier framing by hand that something names comes in`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let digest = ContentDigest(of: [7])
    let old = StoredFileName(.manual(.small, RenderTag(digest)), of: SamplePhoto(1).id)
    try full.replace(full.image(old), [7])
    try full.writeDesign("old.json", showing: [old.description])
    _ = try full.run("pin") { try Pins(of: $0).add([old.description]) }
    let summary = try merge(full.container, into: target)
    #expect(summary.conflicts == 0 && summary.pinsAdded == 1)
    #expect(try target.bytes(target.image(old)) == [7])
    #expect(try target.names(target.designs).contains("old.json"))
  }

  @Test func `a full device ends a merge instead of being every photo's conflict`() throws {
    let (full, _) = try twoStores()
    let target = try other(full)
    let faulty = FaultyFileSystem(target.base, failing: 60, .crash, errno: .noSpace)
    let error = #expect(throws: PhotoprepError.self) {
      try merge(full.container, into: target, faulty)
    }
    #expect(error?.code.description == "no-space")
  }

  @Test func `a store is not merged with itself`() throws {
    let full = try StoreHarness.full()
    let error = #expect(throws: PhotoprepError.self) { try merge(full.container, into: full) }
    #expect(error?.code == .sameStore)
  }
}

extension StoreHarness {
  /// Writes designs into the preferences of an app whose container the store is.
  fileprivate func putPreferences(_ designs: [JSONValue]) throws {
    let list: [String: Any] = [
      "widgetweaver.specs.v1": Data(JSONValue.array(designs).canonicalBytes)
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let place = container.appending("Library/Preferences/a.plist")
    try base.createDirectories(at: place.removingLastComponent())
    try replace(place, [UInt8](data))
  }
}

/// Runs a merge, and returns the names of the photos that it calls conflicts.
func photosInConflict(
  _ merge: (@escaping (MergeEvent) -> Void) throws -> MergeSummary
) rethrows -> (summary: MergeSummary, names: [String]) {
  var names: [String] = []
  let summary = try merge { event in
    if case .conflict(.photo, let name, _) = event { names.append(name) }
  }
  return (summary, names)
}
