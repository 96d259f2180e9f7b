import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `Packages between stores` {
  /// A package with every file name replaced by the number of its first appearance.
  private func withoutNames(_ bytes: [UInt8]) throws -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    let names = text.matches(of: /"(smart-[A-Za-z0-9-]+\.(jpg|json)|image-[A-Z0-9-]+\.jpg)"/)
    var seen: [String] = []
    for name in names where !seen.contains(String(name.1)) { seen.append(String(name.1)) }
    for (index, name) in seen.enumerated() { text = text.replacing(name, with: "file-\(index)") }
    // The digests are listed by name.
    let digests = text.matches(of: /"file-[0-9]+": "[0-9a-f]{64}"/).map { String($0.0) }
    for digest in digests { text = text.replacing(digest, with: "digest") }
    return text
  }

  @Test func `export, import and export again give equal packages but for names`() throws {
    let first = try StoreHarness.full()
    let package = try #require(try first.pack().first)
    let second = try StoreHarness.empty()
    try second.bring(try second.package(package))
    let again = try #require(try second.pack().first)
    #expect(try withoutNames(again) == withoutNames(package))
    #expect(again != package)
    let third = try StoreHarness.empty()
    try third.bring(try third.package(again))
    #expect(try third.pack() == [again])
  }

  @Test func `the same store makes the same bytes`() throws {
    #expect(try StoreHarness.full().pack() == StoreHarness.full().pack())
  }

  @Test func `every file a document names is there after an import, and nothing else`() throws {
    let first = try StoreHarness.full()
    let second = try StoreHarness.empty()
    try second.bring(try second.package(first.pack()[0]))
    let documents =
      try second.names(second.designs).map { try second.design($0) }
      + second.names(second.albums).map {
        try StoreDocument(.album, bytes: second.bytes(second.albums.appending($0)), path: $0)
      }
    let references = documents.flatMap(\.references)
    let images = try second.names(second.images)
    #expect(Set(references.filter(\.isImage).map(\.name)) == Set(images))
    #expect(
      Set(references.filter { !$0.isImage }.map(\.name)) == Set(try second.names(second.albums)))
    #expect(images.allSatisfy { ImportedFileName($0) != nil })
    for name in images {
      let digest = ContentDigest(of: try second.bytes(second.images.appending(name)))
      #expect(ImportedFileName(name)?.names(digest) == true)
    }
    #expect(try second.check(readData: true).allSatisfy { $0.severity == .note })
  }

  @Test func `a manual render stays one, and families stay what they are`() throws {
    let first = try StoreHarness.full()
    let second = try StoreHarness.empty()
    try second.bring(try second.package(first.pack()[0]))
    let image = try #require(try second.design("beach.json").images.first)
    let smart = try #require(image.smartPhoto)
    #expect(smart.variants[.small]?.renderFileName.hasPrefix("smart-small-manual-") == true)
    #expect(smart.variants[.medium]?.renderFileName.hasPrefix("smart-medium-") == true)
    #expect(smart.masterFileName.hasPrefix("smart-master-"))
    #expect(image.fileName == smart.variants[.medium]?.renderFileName)
    #expect(try second.design("one.json").images.count == 1)
    #expect(try second.design("list.json").json.array?.count == 2)
  }

  @Test func `importing again, or into the store it came from, changes nothing`() throws {
    let first = try StoreHarness.full()
    let package = try first.pack()[0]
    let before = try first.tree()
    let plan = try first.bring(try first.package(package))
    #expect(!plan.bringsSomething)
    #expect(try first.tree() == before)
    let second = try StoreHarness.empty()
    try second.bring(try second.package(package))
    let once = try second.tree()
    #expect(!(try second.bring(try second.package(package)).bringsSomething))
    #expect(try second.tree() == once)
  }

  @Test func `a design whose name or identifier is taken comes in beside the other`() throws {
    let first = try StoreHarness.full()
    let package = try first.package(first.pack()[0])
    try first.edit(first.designs.appending("alps.json"), "Alps", "Changed")
    let changed = try first.bytes(first.designs.appending("alps.json"))
    let plan = try first.bring(package)
    let item = try #require(plan.items.first { $0.name == "Alps" })
    guard case .renamed = item.outcome else { Issue.record("\(item)"); return }
    let name = try #require(item.fileName)
    #expect(name.hasPrefix("alps-") && name.hasSuffix(".json"))
    #expect(try first.bytes(first.designs.appending("alps.json")) == changed)
    let id = try first.design(name).json.object?["id"]?.string
    #expect(id != nil && id != "22222222-2222-4222-8222-222222222222")
    let after = try first.tree()
    #expect(!(try first.bring(package).bringsSomething))
    #expect(try first.tree() == after)
  }

  @Test func `an album that was turned on since it came in is left as it is`() throws {
    let first = try StoreHarness.full()
    let package = try first.pack()[0]
    let second = try StoreHarness.empty()
    let file = try second.package(package)
    try second.bring(file)
    let album = second.albums.appending(try #require(try second.names(second.albums).first))
    try second.edit(album, "\"currentIndex\": 0", "\"currentIndex\": 1")
    let before = try second.tree()
    #expect(!(try second.bring(file).bringsSomething))
    #expect(try second.tree() == before)
  }

  @Test func `albums come back under their names, and no design in a package names one`() throws {
    let first = try StoreHarness.full()
    let bytes = try first.pack()[0]
    let package = try JSONValue.parsing(bytes, path: "package")
    let specs = try #require(package.object?["specs"])
    let designs = try #require(StoreDocument(.design, json: specs))
    #expect(designs.references.allSatisfy { $0.isImage })
    let second = try StoreHarness.empty()
    try second.bring(try second.package(bytes))
    #expect(try second.names(second.albums) == first.names(first.albums))
    for name in try first.names(first.designs) {
      #expect(try second.design(name).albumNames == first.design(name).albumNames, "\(name)")
    }
    // Another album of that name stays, and the one that comes in stands beside it.
    let third = try StoreHarness.empty()
    try third.put(
      .object(["entries": .array([]), "sourceID": .string("other")]),
      "WidgetWeaverSmartPhoto/smart-shuffle-A.json")
    let before = try third.bytes(third.albums.appending("smart-shuffle-A.json"))
    try third.bring(try third.package(bytes))
    #expect(try third.bytes(third.albums.appending("smart-shuffle-A.json")) == before)
    let name = try #require(try third.design("beach.json").albumNames.first ?? nil)
    #expect(name != "smart-shuffle-A.json")
    #expect(try third.names(third.albums).contains(name))
  }

  @Test func `only the designs that are wanted come in, with what they name`() throws {
    let first = try StoreHarness.full()
    let package = try first.pack()[0]
    for name in ["Alps", "alps.json", "alps", "22222222-2222-4222-8222-222222222222"] {
      let second = try StoreHarness.empty()
      try second.bring(try second.package(package), only: [name])
      #expect(try second.names(second.designs) == ["alps.json"])
      #expect(try second.names(second.albums).isEmpty)
      #expect(try second.names(second.images).count == 4)
    }
    let second = try StoreHarness.empty()
    let file = try second.package(package)
    let before = try second.tree()
    let error = try #require(throws: PhotoprepError.self) { try second.bring(file, only: ["Alp"]) }
    #expect(error.code == .notInPackage)
    #expect(try second.tree() == before)
  }

  @Test func `a selection packs what it names and the album behind it`() throws {
    let first = try StoreHarness.full()
    let second = try StoreHarness.empty()
    try second.bring(try second.package(first.pack(ExportSelection(designs: ["beach"]))[0]))
    #expect(try second.names(second.designs) == ["beach.json"])
    #expect(try second.names(second.albums).count == 1)
    let third = try StoreHarness.empty()
    let album = ExportSelection(albums: ["smart-shuffle-A"])
    try third.bring(try third.package(first.pack(album)[0]))
    #expect(try third.names(third.designs).isEmpty)
    #expect(try third.names(third.albums).count == 1)
    #expect(try third.names(third.images).count == 9)
  }

  @Test func `what passes the limits goes into several packages, each complete`() throws {
    let first = try StoreHarness.full()
    // The design with the album needs 12 images, and all together 13.
    let limits = PackageLimits(byteCount: 1 << 20, imageCount: 12, decodedByteCount: 1 << 30)
    try first.edit(
      first.designs.appending("alps.json"), SamplePhoto(2).id.description,
      SamplePhoto(3).id.description)
    let packages = try first.pack(limits: limits)
    #expect(packages.count >= 2)
    let second = try StoreHarness.empty()
    for package in packages { try second.bring(try second.package(package), limits: limits) }
    let names = try second.names(second.designs)
    #expect(names == ["alps.json", "beach.json", "list.json", "one.json"])
    let error = try #require(throws: PhotoprepError.self) {
      try first.pack(
        limits: PackageLimits(byteCount: 1 << 20, imageCount: 3, decodedByteCount: 1 << 30))
    }
    #expect(error.code == .packageTooLarge)
  }

  @Test func `an album that no package holds goes in parts, whose names are free`() throws {
    let first = try StoreHarness.empty()
    try first.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    var album = try #require(PackageSamples.album([1, 2, 3]).object)
    // A person took the photo 9 out.
    let chosen = ["1", "2", "3", "9"].map(JSONValue.string)
    album["photoprep"] = .object(["chosen": .array(chosen)])
    try first.put(.object(album), "WidgetWeaverSmartPhoto/Trip.json")
    try first.put(PackageSamples.album([1]), "WidgetWeaverSmartPhoto/Trip-2.json")
    // Four images for each photo.
    let limits = PackageLimits(byteCount: 1 << 20, imageCount: 8, decodedByteCount: 1 << 30)
    let packages = try first.pack(limits: limits)
    let texts = packages.map { String(decoding: $0, as: UTF8.self) }
    #expect(packages.count == 2 && texts[1].contains("Trip-3.json"))
    #expect(texts[0].contains("Trip-2.json") && texts[0].contains("Trip.json"))
    let second = try StoreHarness.empty()
    for package in packages { try second.bring(try second.package(package), limits: limits) }
    let parts = try second.names(second.albums).map { name in
      try Album(bytes: second.bytes(second.albums.appending(name)), path: name)
    }
    #expect(
      parts.map { $0.entries.map(\.id) }.sorted { $0.joined() < $1.joined() } == [
        ["1"], ["1", "2"], ["3"],
      ])
    let last = try #require(parts.first { $0.entries.map(\.id) == ["3"] })
    let known = last.unknownKeys["photoprep"]?.object?["chosen"]?.array?.compactMap(\.string)
    #expect(known == ["3", "9"])
  }

  @Test func `a design whose album no package holds says what to do`() throws {
    let first = try StoreHarness.full()
    let error = try #require(throws: PhotoprepError.self) {
      try first.pack(
        limits: PackageLimits(byteCount: 1 << 20, imageCount: 11, decodedByteCount: 1 << 30))
    }
    #expect(
      error.message
        == "The package has 12 images; the limit is 11. The design shows the album smart-shuffle-A.json."
    )
    #expect(error.remedy?.contains("album make --package") == true)
  }

  @Test func `an export neither replaces a file nor packs a design without its images`() throws {
    let first = try StoreHarness.full()
    let file = first.container.removingLastComponent().appending("out.wwdesign")
    try first.base.createFile(at: file, bytes: [1])
    let error = try #require(throws: PhotoprepError.self) {
      try first.run("export") { store in
        try PackageExchange(of: store).export(ExportSelection(isEverything: true), to: file) { _ in
        }
      }
    }
    #expect(error.code.description == "already-exists")
    #expect(try first.bytes(file) == [1])
    try first.base.removeFile(at: first.image(StoredFileName(.master, of: SamplePhoto(2).id)))
    let missing = try #require(throws: PhotoprepError.self) { try first.pack() }
    #expect(missing.code == .missingImage)
    let absent = try #require(throws: PhotoprepError.self) {
      try first.pack(ExportSelection(designs: ["nowhere"]))
    }
    #expect(absent.code.description == "not-found")
  }

  @Test func `an export removes what one that was killed a day ago left, and nothing else`() throws
  {
    let first = try StoreHarness.full()
    let folder = first.container.removingLastComponent()
    let (day, now) = (Int64(86_400) * 1_000_000_000, first.clock.nanoseconds)
    let files = [
      (".photoprep-6407B99A-27C5-4E06-AE26-C87DC2E03564", now - day - 1),
      (".photoprep-4E83CDA0-7A5B-4E63-A88A-3F1C9F4C4E0A", now - day),
      (".photoprep-notes", now - 9 * day), (".photoprep.yml", now - 9 * day),
    ]
    for (name, modified) in files {
      try first.base.createFile(at: folder.appending(name), bytes: [1])
      try first.base.setModified(folder.appending(name), to: modified)
    }
    _ = try first.pack()
    let left = try first.names(folder).filter { $0.hasPrefix(".photoprep") }
    #expect(left == files.dropFirst().map(\.0).sorted())
  }

  @Test func `a design whose album is missing is not packed without it`() throws {
    let first = try StoreHarness.full()
    try first.base.removeFile(at: first.albums.appending("smart-shuffle-A.json"))
    let error = try #require(throws: PhotoprepError.self) { try first.pack() }
    #expect(error.code == .missingAlbum)
  }

  @Test func `designs whose names are one on some file systems go into packages of their own`()
    throws
  {
    let first = try StoreHarness.full()
    try first.put(PackageSamples.design("Other", .null), "Designs/ALPS.json")
    let packages = try first.pack()
    #expect(packages.count == 2)
    let second = try StoreHarness.empty()
    for package in packages { try second.bring(try second.package(package)) }
    #expect(try second.names(second.designs).count == 5)
  }

  @Test func `a name that no package may hold is not packed`() throws {
    let first = try StoreHarness.full()
    try first.put(PackageSamples.design("Other", .null), "Designs/line\nbreak.json")
    let error = try #require(throws: PhotoprepError.self) { try first.pack() }
    #expect(error.code == .nameInvalid)
  }
}
