import Dispatch
import Foundation
import Imaging
import PhotoCatalog
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoWriting

@Suite struct `A writer in an app` {
  static let scenes = ["scenes/boats.jpg", "orientation/6.jpg", "formats/rgba.png"]

  let directory: TemporaryDirectory
  let container: URL

  init() throws {
    directory = try TemporaryDirectory()
    container = try directory.folder("Container")
  }

  private func writer(_ codec: RasterCodec = RasterCodec()) throws -> PhotoStoreWriter<RasterCodec>
  {
    try PhotoStoreWriter(
      container: container, codec: codec, clock: { Date(timeIntervalSince1970: 1_767_225_600) })
  }

  private func photo(_ name: String) throws -> Data { try Data(contentsOf: Fixture.url(name)) }

  /// What `photoprep store check --read-data` says of the container.
  private func findings() throws -> [Finding] {
    var findings: [Finding] = []
    let store = try Store.open(at: FilePath(container.path), for: .read, in: .now)
    _ = try StoreCheck(of: store, readData: true, generation: .today).run { findings.append($0) }
    try store.close()
    return findings
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: container.path).sorted()
  }

  @Test func `makes a container that passes a check and in which a reader finds every photo`()
    throws
  {
    let writer = try writer()
    for scene in Self.scenes {
      try writer.add(try photo(scene), named: scene, toAlbum: "holiday")
    }
    #expect(try findings() == [])
    let reader = PhotoReader(container: container)
    let ids = try PhotoContainer(url: container).recordIDs()
    #expect(ids.count == Self.scenes.count)
    for (family, frame) in WidgetScreen.largestPhone.frames.all {
      for id in ids {
        let file = try #require(reader.photo(id, for: family).file)
        let raster = try PhotoSource(bytes: [UInt8](Data(contentsOf: file)), name: "render")
        #expect(raster.header.size == frame)
      }
    }
    let album = try PhotoContainer(url: container).album("holiday.json")
    #expect(Set(album.entries.map(\.id)) == Set(ids.map(\.description)))
    #expect(album.entries.allSatisfy(\.isPrepared) && album.nextChangeDate != nil)
    #expect(try files().filter { $0.hasPrefix(".photoprep/staging/") } == [])
  }

  /// `prep` is the judge: the same photo gives the same record but for what the recipe decides.
  @Test(arguments: scenes)
  func `names files and writes records like prep`(scene: String) throws {
    let record = try writer().add(try photo(scene), named: Fixture.url(scene).path)
    let store = directory.url.appending(path: "Prepared")
    let request = PrepRequest(
      inputs: [FilePath(Fixture.url(scene).path)], store: FilePath(store.path))
    _ = try PrepRun(request).run { _ in }
    let prepared = try PhotoContainer(url: store)
    let other = try prepared.record(try #require(try prepared.recordIDs().first))
    var recipe = record.preparation.recipe
    #expect(recipe.codec == "raster-1")
    recipe.codec = nil
    #expect(recipe == other.preparation.recipe)
    #expect(record.id.photo == other.id.photo && record.id.recipe != other.id.recipe)
    let (mine, its) = (record.preparation, other.preparation)
    #expect(mine.files.map(\.size) == its.files.map(\.size))
    #expect(mine.files.map(\.name.role) == its.files.map(\.name.role))
    #expect(mine.sources == its.sources && mine.taken == its.taken && mine.format == its.format)
    // What a slightly other crop leaves of a photo's contrast may lie on the other side of its threshold.
    let flags = { (flags: [String]) in flags.filter { $0 != "vanishesTinted" } }
    #expect(mine.uprightSize == its.uprightSize && flags(mine.flags) == flags(its.flags))
    for (left, right) in mine.crops.beside(its.crops).values {
      #expect(left.pixelSize == right.pixelSize && left.score.keys == right.score.keys)
      #expect(abs(left.rect.x - right.rect.x) < 0.03 && abs(left.rect.y - right.rect.y) < 0.03)
    }
    // The library that decodes is the app's system's own.
    let keys = { (record: PhotoRecord) in
      record.preparation.json.object.map { Set($0.keys).subtracting(["decoder"]) }
    }
    #expect(keys(record) == keys(other))
  }

  @Test func `does not prepare a photo twice, and keeps both of its names`() throws {
    let codec = RasterCodec()
    let writer = try writer(codec)
    let first = try writer.add(try photo("scenes/boats.jpg"), named: "a.jpg")
    let encoded = codec.log.qualities.count
    let second = try writer.add(try photo("scenes/boats.jpg"), named: "b.jpg")
    #expect(codec.log.qualities.count == encoded && second.id == first.id)
    #expect(second.preparation.sources.map(\.description) == ["a.jpg", "b.jpg"])
    #expect(try PhotoContainer(url: container).record(first.id) == second)
    // A picture that was lost is made again.
    let lost = try #require(
      try PhotoContainer(url: container).imageURL(first.preparation.master.name.description))
    try FileManager.default.removeItem(at: lost)
    try writer.add(try photo("scenes/boats.jpg"), named: "a.jpg")
    #expect(try findings() == [] && codec.log.qualities.count == 2 * encoded)
  }

  @Test(arguments: 0..<5)
  func `leaves no record or picture when it fails at any picture`(number: Int) throws {
    var codec = RasterCodec()
    codec.failsAt = number
    let writer = try writer(codec)
    let error = #expect(throws: PhotoprepError.self) {
      try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg", toAlbum: "holiday")
    }
    #expect(error?.code == PhotoprepError.fault.code && error?.path == "boats.jpg")
    #expect(try findings() == [] && PhotoContainer(url: container).recordIDs() == [])
    #expect(try files().filter { $0.hasSuffix(".jpg") || $0.contains("staging/") } == [])
  }

  @Test func `keeps hand work when a photo is prepared again`() throws {
    let writer = try writer()
    let record = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    let accepted = record.setting(HandWork(revision: 1, isAccepted: true))
    let opened = try PhotoContainer(url: container)
    let place = container.appending(path: "\(opened.layout.photos)/\(record.id.fileName)")
    try Data(accepted.bytes).write(to: place)
    let lost = try #require(opened.imageURL(record.preparation.master.name.description))
    try FileManager.default.removeItem(at: lost)
    let again = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    #expect(again.preparation.hand?.isAccepted == true)
    #expect(
      try opened.record(record.id) == again && FileManager.default.fileExists(atPath: lost.path))
  }

  @Test func `moves a damaged record to the trash, where it stays until the photo is removed`()
    throws
  {
    let writer = try writer()
    let record = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    let place = container.appending(path: "Photos/\(record.id.fileName)")
    let trash = container.appending(path: ".photoprep/trash")
    func trashed() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: trash.path)
    }
    for number in 1...2 {
      try Data("{\(number)".utf8).write(to: place)
      #expect(try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg") == record)
      #expect(try PhotoContainer(url: container).record(record.id) == record)
      #expect(try trashed().count == number)
    }
    let texts = try trashed().map { try Data(contentsOf: trash.appending(path: $0)) }
    #expect(Set(texts) == [Data("{1".utf8), Data("{2".utf8)])
    #expect(try findings().map(\.code) == [.trashedFile, .trashedFile])
    // As `photoprep clean` names them.
    for name in [record.preparation.master.name.description, "IMG_1.jpg"] {
      try Data().write(to: trash.appending(path: "7-images-\(name)"))
    }
    try writer.remove(record.id)
    #expect(try trashed() == ["7-images-IMG_1.jpg"])
    #expect(try findings().map(\.code) == [.trashedFile])
  }

  @Test func `replaces no record that a newer version wrote or that cannot be opened`() throws {
    let writer = try writer()
    let record = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    let place = container.appending(path: "Photos/\(record.id.fileName)")
    func code() throws -> PhotoprepError.Code? {
      let error = #expect(throws: PhotoprepError.self) {
        try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
      }
      return error?.code
    }
    let newer = String(decoding: record.bytes, as: UTF8.self)
      .replacing("\"version\": ", with: "\"version\": 9")
    try Data(newer.utf8).write(to: place)
    #expect(try code() == .documentTooNew)
    #expect(try Data(contentsOf: place) == Data(newer.utf8))
    let elsewhere = directory.url.appending(path: "elsewhere.json")
    try FileManager.default.moveItem(at: place, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
    #expect(try code() == .unreadableDocument)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: place.path) == elsewhere.path)
  }

  @Test func `prepares a photo whose record is about other bytes of a digest that begins alike`()
    throws
  {
    let writer = try writer()
    let record = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    var other = record
    let digest = String(record.preparation.digest.description.prefix(16))
    other.preparation.digest = try #require(
      ContentDigest(digest + String(repeating: "0", count: 48)))
    let opened = try PhotoContainer(url: container)
    let place = container.appending(path: "\(opened.layout.photos)/\(record.id.fileName)")
    try Data(other.bytes).write(to: place)
    #expect(try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg") == record)
    #expect(try opened.record(record.id) == record)
  }

  @Test func `keeps a place that a person pointed at in every crop, in a record of its own`() throws
  {
    let writer = try writer()
    let plain = try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    let corner = try #require(
      FocusArea(NormalizedRect(x: 0.9, y: 0.02, width: 0.08, height: 0.08)))
    let pointed = try writer.add(
      try photo("scenes/boats.jpg"), named: "boats.jpg", focus: [corner])
    #expect(pointed.id != plain.id && pointed.preparation.recipe.focus == [corner])
    for crop in pointed.preparation.crops.values.map(\.rect) {
      #expect(crop.maxX >= corner.rect.maxX - 0.01 && crop.y <= corner.rect.y + 0.01)
    }
    #expect(try findings() == [])
  }

  @Test
  func `lowers the quality until a file is within its limit, and flags a file that cannot be`()
    throws
  {
    let size = PixelSize(width: 1200, height: 900)
    var random = SplitMix64(seed: 7)
    let noise = (0..<3 * size.area).map { _ in UInt8.random(in: 0...255, using: &random) }
    let bytes = Data(try Raster(size: size, rgb: noise).png())
    let record = try writer().add(bytes, named: "noise.png")
    let files = record.preparation.files
    let preparation = record.preparation
    let limits = preparation.recipe.renders.map { $1.byteLimit }
    #expect(limits == Recipe.standardRenders(of: preparation.families).map { $1.byteLimit })
    for (family, (file, limit)) in preparation.renders.beside(limits).all {
      let isOver = try #require(preparation.crops[family]).flags.contains("overByteLimit")
      #expect(isOver == (file.byteCount > limit))
      #expect(!isOver || file.quality == 65)
    }
    #expect(files.contains { $0.quality.map { $0 < 85 } == true })
    #expect(try findings() == [])
  }

  @Test func `decodes no more pixels than a share extension has room for`() throws {
    let codec = RasterCodec()
    let size = PixelSize(width: 9000, height: 1400)
    let bytes = Data(
      try Raster(size: size, rgb: Array(repeating: 90, count: 3 * size.area)).jpeg(quality: 60))
    try writer(codec).add(bytes, named: "panorama.jpg")
    try writer(codec).add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    #expect(codec.log.decoded.count == 2)
    for decoded in codec.log.decoded {
      #expect(decoded.area <= PhotoMaking<RasterCodec>.pixelLimit + decoded.longEdge)
    }
    #expect(try findings() == [])
  }

  @Test func `loses no entry of an album when several write at once`() async throws {
    let names = (1...8).map { "orientation/\($0).jpg" }
    let writer = try writer()
    let container = container
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask {
          let own = try PhotoStoreWriter(container: container, codec: RasterCodec())
          let bytes = try Data(contentsOf: Fixture.url(name))
          try own.add(bytes, named: name, toAlbum: "all.json")
        }
      }
      try await group.waitForAll()
    }
    let album = try PhotoContainer(url: container).album("all.json")
    #expect(album.entries.count == names.count)
    #expect(try writer.add([], toAlbum: "all") == album)
    #expect(try findings() == [])
  }

  @Test func `an album shows a photo with the focus that it was added with last`() throws {
    let writer = try writer()
    let names = ["orientation/1.jpg", "orientation/3.jpg"]
    let records = try names.map { try writer.add(try photo($0), named: $0, toAlbum: "all") }
    let focus = [try #require(FocusArea(x: 0.1, y: 0.1))]
    let focused = try writer.add(
      try photo(names[0]), named: names[0], focus: focus, toAlbum: "all")
    var album = try PhotoContainer(url: container).album("all")
    #expect(focused.id != records[0].id)
    #expect(album.entries.map(\.id) == [focused.id, records[1].id].map(\.description))
    #expect(album.entries[0].renders == AlbumEntry(focused).renders)
    #expect(try writer.add([focused, records[1]], toAlbum: "all") == album)
    #expect(try findings() == [])
    // What a person framed for the album stays.
    album.entries[0].renders[.small]?.manualFile = "framed.jpg"
    let albums = container.appending(path: ContainerLayout.standard.albums)
    try Data(album.bytes).write(to: albums.appending(path: "all.json"))
    #expect(try writer.add([records[0]], toAlbum: "all").entries[0].id == focused.id.description)
    // Nothing comes twice where the album had both.
    album.entries = [AlbumEntry(records[0]), AlbumEntry(focused)]
    try Data(album.bytes).write(to: albums.appending(path: "all.json"))
    #expect(try writer.add([focused], toAlbum: "all").entries.map(\.id) == album.entries.map(\.id))
  }

  @Test func `an album goes on with the photo that it shows when others come and go`() throws {
    let writer = try writer()
    let names = (1...4).map { "orientation/\($0).jpg" }
    let records = try names.prefix(3).map {
      try writer.add(try photo($0), named: $0, toAlbum: "all")
    }
    var album = try PhotoContainer(url: container).album("all")
    // It has taken turns for five hours, which nobody wrote down.
    album.nextChangeDate = writer.clock() - 4 * 3600 - 600
    let albums = container.appending(path: ContainerLayout.standard.albums)
    try Data(album.bytes).write(to: albums.appending(path: "all.json"))
    let shown = try #require(album.entry(at: writer.clock()))
    #expect(shown.record == records[2].id)
    album = try writer.add([writer.add(try photo(names[3]), named: names[3])], toAlbum: "all")
    #expect(album.entry(at: writer.clock()) == shown)
    #expect(album.nextChange(after: writer.clock()) == writer.clock() + 3000)
    album = try writer.remove(records[0].id, fromAlbum: "all")
    #expect(album.entry(at: writer.clock()) == shown && album.entries.count == 3)
  }

  @Test func `a chosen photo that an app adds with another focus was not taken out by hand`()
    throws
  {
    let writer = try writer()
    let names = ["orientation/1.jpg", "orientation/3.jpg"]
    let records = try names.map { try writer.add(try photo($0), named: $0, toAlbum: "best") }
    var album = try PhotoContainer(url: container).album("best")
    album.unknownKeys[Album.choiceKey] = .object([
      "chosen": .array(records.map { .string($0.id.description) })
    ])
    let albums = container.appending(path: ContainerLayout.standard.albums)
    try Data(album.bytes).write(to: albums.appending(path: "best.json"))
    let focus = [try #require(FocusArea(x: 0.1, y: 0.1))]
    try writer.add(try photo(names[0]), named: names[0], focus: focus, toAlbum: "best")
    album = try PhotoContainer(url: container).album("best")
    #expect(album.entries[0].id != records[0].id.description)
    #expect(album.takenOut.isEmpty)
    album = try writer.remove(records[0].id, fromAlbum: "best")
    #expect(album.takenOut == [records[0].id.photo])
  }

  @Test func `a photo that older rules cropped has newer crops once it is added again`() throws {
    let writer = try writer()
    let name = "orientation/1.jpg"
    let record = try writer.add(try photo(name), named: name)
    // The same pictures in a record of a former version, in place of today's.
    var older = record.preparation
    older.recipe.algorithmVersion -= 1
    older.recipeID = try #require(RecipeID("00000001"))
    let former = PhotoRecord(older, preparedAt: Date(timeIntervalSince1970: 1_700_000_000))
    let photos = container.appending(path: ContainerLayout.standard.photos)
    try Data(former.bytes).write(to: photos.appending(path: former.id.fileName))
    try FileManager.default.removeItem(at: photos.appending(path: record.id.fileName))
    try writer.add([former], toAlbum: "all")
    let reader = PhotoReader(container: container)
    #expect(reader.photos == [former.id])
    #expect(older.recipe.algorithmVersion < writer.recipe.algorithmVersion)
    #expect(try writer.add(try photo(name), named: name, toAlbum: "all").id == record.id)
    #expect(
      try PhotoContainer(url: container).album("all").entries.map(\.id) == [record.id.description])
    #expect(reader.photos == [record.id])
  }

  @Test func `a photo that a person framed stays framed when newer rules crop it`() throws {
    let writer = try writer()
    let name = "orientation/1.jpg"
    let record = try writer.add(try photo(name), named: name)
    let opened = try PhotoContainer(url: container)
    // The same pictures in a record of a former version, with two renders that a person framed: one was lost since.
    var older = record.preparation
    older.recipe.algorithmVersion -= 1
    older.recipeID = try #require(RecipeID("00000001"))
    let framing = ManualFraming(
      cropRect: NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6), straightenDegrees: 3)
    var hand = HandWork(revision: 2, isAccepted: true, stars: 4)
    for family in [RenderFamily.small, .large] {
      let file = try #require(older.renders[family])
      let framed = StoredFileName(.manual(family, RenderTag(file.digest)), of: older.id)
      hand.renders[family] = ManualRender(
        file: StoredFile(
          name: framed, byteCount: file.byteCount, digest: file.digest, size: file.size,
          quality: file.quality),
        framing: framing)
      if family == .large { continue }
      try FileManager.default.copyItem(
        at: try #require(opened.imageURL(file.name.description)),
        to: try #require(opened.imageURL(framed.description)))
    }
    let former = PhotoRecord(older, preparedAt: Date(timeIntervalSince1970: 1_700_000_000))
      .setting(hand)
    let photos = container.appending(path: opened.layout.photos)
    try Data(former.bytes).write(to: photos.appending(path: former.id.fileName))
    try FileManager.default.removeItem(at: photos.appending(path: record.id.fileName))
    try writer.add([former], toAlbum: "all")

    // The framing of the large widget is lost, so an album that shows it stays as it is.
    let again = try writer.add(try photo(name), named: name, toAlbum: "all")
    let carried = try #require(again.preparation.hand)
    #expect(again.id == record.id && carried.revision == 2 && carried.stars == 4)
    #expect(carried.renders.mapValues(\.framing) == [.small: framing] && !carried.isAccepted)
    #expect(opened.hasWhole(again.preparation.allFiles) && again.preparation.allFiles.count == 6)
    let shown = try #require(PhotoReader(container: container).photo(again.id, for: .small).file)
    #expect(shown.lastPathComponent == carried.renders[.small]?.file.name.description)
    #expect(try opened.album("all").entries.map(\.id) == [former.id.description])
    hand.renders[.large] = nil
    let albums = container.appending(path: opened.layout.albums)
    var album = Album(sourceID: "mine")
    album.add([former.setting(hand)])
    try Data(album.bytes).write(to: albums.appending(path: "mine.json"))
    #expect(try writer.add([again], toAlbum: "mine").entries == [AlbumEntry(again)])
  }

  @Test func `takes a photo out of an album but leaves it prepared`() throws {
    let writer = try writer()
    let names = ["orientation/1.jpg", "orientation/3.jpg"]
    let records = try names.map { try writer.add(try photo($0), named: $0, toAlbum: "all") }
    let album = try writer.remove(records[0].id, fromAlbum: "all")
    #expect(album.entries.map(\.id) == [records[1].id.description])
    #expect(try PhotoContainer(url: container).album("all") == album)
    #expect(try writer.remove(records[0].id, fromAlbum: "all.json") == album)
    #expect(try PhotoContainer(url: container).recordIDs().count == 2)
    let error = #expect(throws: PhotoprepError.self) {
      try writer.remove(records[0].id, fromAlbum: "none")
    }
    #expect(error?.code == .notFound)
    #expect(try findings() == [])
  }

  @Test func `removes a photo and its pictures from all albums, but not one that is referred to`()
    throws
  {
    let writer = try writer()
    let names = ["orientation/1.jpg", "orientation/3.jpg"]
    let records = try names.map { try writer.add(try photo($0), named: $0, toAlbum: "all") }
    try writer.add([records[0]], toAlbum: "other")
    // However it was prepared.
    try writer.add(
      try photo(names[0]), named: names[0],
      focus: [try #require(FocusArea(NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)))])
    let digits = records[0].id.photo.description
    let design = container.appending(path: "Designs/trip.json")
    let master = records[0].preparation.master.name.description
    try Data("{\"name\": \"trip\", \"new\": [\"\(master)\"]}".utf8).write(to: design)
    let pins = container.appending(path: ".photoprep/pins")
    try FileManager.default.createDirectory(at: pins, withIntermediateDirectories: true)
    let pin = pins.appending(path: master)
    try Data().write(to: pin)
    let before = try files()
    for (user, place) in [("trip.json", design), ("a pin", pin)] {
      let error = #expect(throws: PhotoprepError.self) { try writer.remove(records[0].id) }
      #expect(error?.code == .inUse && error?.message.contains(user) == true)
      #expect(try files().count == before.count || user == "a pin")
      try FileManager.default.removeItem(at: place)
    }
    try writer.remove(records[0].id)
    #expect(try files().filter { $0.contains(digits) } == [])
    let opened = try PhotoContainer(url: container)
    #expect(try opened.recordIDs() == [records[1].id])
    #expect(try opened.album("all").entries.map(\.id) == [records[1].id.description])
    #expect(try opened.album("other").entries.isEmpty)
    try writer.remove(records[0].id)
    #expect(try findings() == [])
    try writer.add(try photo(names[0]), named: names[0])
    #expect(try opened.recordIDs().count == 2)
  }

  @Test func `removes an album and leaves its photos, but not one that a design shows`() throws {
    let writer = try writer()
    let name = "orientation/1.jpg"
    for album in ["all", "other"] { try writer.add(try photo(name), named: name, toAlbum: album) }
    let design = container.appending(path: "Designs/trip.json")
    let shown = #"{"image": {"smartPhoto": {"shuffleManifestFileName": "all.json"}}, "version": 1}"#
    try Data(shown.utf8).write(to: design)
    let before = try files()
    let error = #expect(throws: PhotoprepError.self) { try writer.removeAlbum("all") }
    #expect(error?.code == .inUse && error?.path == "all.json")
    #expect(error?.message == "The album is in use by trip.json; nothing was removed.")
    #expect(try files() == before)
    try FileManager.default.removeItem(at: design)
    try writer.removeAlbum("all")
    try writer.removeAlbum("all.json")
    let reader = PhotoReader(container: container)
    #expect(reader.albumNames == ["other"] && reader.photos.count == 1)
    #expect(throws: PhotoprepError.self) { try writer.removeAlbum("../other") }
    #expect(try findings() == [])
  }

  @Test func `keeps what another process sets in a record after it was read`() throws {
    let writer = try writer()
    var record = try writer.add(try photo("orientation/1.jpg"), named: "1.jpg")
    try Store.open(at: FilePath(container.path), for: .write, in: .now).closing { store in
      _ = try store.replaceHandWork(
        of: record.id, with: HandWork(revision: 1, stars: 4), files: [])
    }
    record.preparation = record.preparation.adding(sources: [SourceName("2.jpg")])
    let staging = try StagedFiles(in: writer.container)
    defer { staging.remove() }
    let placed = try staging.place(record)
    #expect(placed.preparation.hand?.stars == 4 && placed.preparation.sources.count == 2)
    #expect(try writer.container.record(record.id) == placed)
  }

  @Test(arguments: [true, false])
  func `removes a record or an album only once another process has ended its change`(
    isOfPhoto: Bool
  ) throws {
    let writer = try writer()
    let record = try writer.add(
      try photo("orientation/1.jpg"), named: "1.jpg", toAlbum: isOfPhoto ? nil : "all")
    let layout = writer.container.layout
    let folder = isOfPhoto ? layout.photos : layout.albums
    let before = try files()
    let lock = try PlainFile.lock(folder: container.appending(path: folder))
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        if isOfPhoto { try writer.remove(record.id) } else { try writer.removeAlbum("all") }
      } catch { Issue.record(error) }
      hasEnded.signal()
    }
    // It cannot end however long the wait is.
    #expect(hasEnded.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
    #expect(try files() == before)
    try lock.close()
    hasEnded.wait()
    #expect(try files().count < before.count)
  }

  @Test(arguments: ["old/Trip.JSON", "trip.wwdesign", "deep/down/trip.plist"])
  func `removes no photo and no album that a file anywhere among the designs names`(
    _ place: String
  ) throws {
    let writer = try writer()
    let record = try writer.add(
      try photo("orientation/1.jpg"), named: "1.jpg", toAlbum: "caf\u{e9}")
    let design = container.appending(path: "Designs/\(place)")
    try FileManager.default.createDirectory(
      at: design.deletingLastPathComponent(), withIntermediateDirectories: true)
    let removals = [{ try writer.remove(record.id) }, { try writer.removeAlbum("caf\u{e9}") }]
    let texts = [record.preparation.master.name.description, "x/CAF\\u00c9.json "]
    for (index, text) in (texts + texts + texts).enumerated() {
      let remove = removals[index % 2]
      let plain = "{\"more\": \"\(text)\"}"
      let encoded = "\"\(Data(plain.utf8).base64EncodedString())\""
      let inside = [plain, JSONValue.string(plain).compactText, encoded][index / 2]
      try Data("{\"designs\": [\(inside)]}".utf8).write(to: design)
      let before = try files()
      let error = #expect(throws: PhotoprepError.self) { try remove() }
      #expect(error?.code == .inUse && error?.message.contains(place) == true)
      #expect(try files() == before)
    }
    try Data("{}".utf8).write(to: design)
    for remove in removals { try remove() }
  }

  @Test(arguments: ["a.json", "a\u{600}.json", ".a.json.icloud", "old/A.JSON/", "link"])
  func `removes nothing beside what cannot be read among the designs`(_ name: String) throws {
    let writer = try writer()
    let record = try writer.add(
      try photo("orientation/1.jpg"), named: "1.jpg", toAlbum: "all")
    let place = container.appending(path: "Designs/\(name)")
    if name == "link" {
      try FileManager.default.createSymbolicLink(at: place, withDestinationURL: container)
    } else if name.hasSuffix("/") {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    } else {
      try Data("{".utf8).write(to: place)
    }
    let before = try files()
    for remove in [{ try writer.remove(record.id) }, { try writer.removeAlbum("all") }] {
      let error = #expect(throws: PhotoprepError.self) { try remove() }
      #expect(error?.code == .unreadableDocument)
    }
    #expect(try files() == before)
    // A person's notes are no design.
    try FileManager.default.removeItem(at: place)
    try Data("{".utf8).write(to: container.appending(path: "Designs/notes.txt"))
    try writer.remove(record.id)
  }

  @Test func `opens a container through a link, but no folder inside it through one`() throws {
    let link = directory.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: container)
    let writer = try PhotoStoreWriter(container: link, codec: RasterCodec())
    let record = try writer.add(try photo("orientation/1.jpg"), named: "1.jpg")
    #expect(PhotoReader(container: link).photo(record.id, for: .small).file != nil)
    let images = container.appending(path: "WidgetWeaverImages")
    let away = directory.url.appending(path: "away")
    try FileManager.default.moveItem(at: images, to: away)
    try FileManager.default.createSymbolicLink(at: images, withDestinationURL: away)
    let error = #expect(throws: PhotoprepError.self) { try self.writer() }
    #expect(error?.code == .unreadableDocument && error?.path == images.path)
  }

  @Test func `removes nothing where a link in the place of its staging folder leads`() throws {
    let writer = try writer()
    let staging = container.appending(path: ".photoprep/staging")
    let away = try directory.folder("away")
    let old = away.appending(path: "app-data")
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: false)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: old.path)
    if FileManager.default.fileExists(atPath: staging.path) {
      try FileManager.default.removeItem(at: staging)
    }
    try FileManager.default.createSymbolicLink(at: staging, withDestinationURL: away)
    let error = #expect(throws: PhotoprepError.self) {
      try writer.add(try photo("orientation/1.jpg"), named: "1.jpg")
    }
    #expect(error?.code == .unreadableDocument && error?.path == staging.path)
    #expect(FileManager.default.fileExists(atPath: old.path))
  }

  @Test func `changes no album with entries that it does not know, and takes none for unused`()
    throws
  {
    let writer = try writer()
    let record = try writer.add(try photo("orientation/1.jpg"), named: "1.jpg")
    let album = container.appending(path: ContainerLayout.standard.albums)
      .appending(path: "trip.json")
    let bytes = Data(#"{"version": 9, "entries": {"\#(record.id)": 1}}"#.utf8)
    try bytes.write(to: album)
    let calls: [() throws -> Void] = [
      { _ = try writer.add([record], toAlbum: "trip") }, { try writer.remove(record.id) },
    ]
    for call in calls {
      let error = #expect(throws: PhotoprepError.self) { try call() }
      #expect(error?.code == .unreadableDocument && error?.path == album.path)
    }
    #expect(try Data(contentsOf: album) == bytes)
    #expect(try PhotoContainer(url: container).record(record.id) == record)
  }

  @Test func `refuses invalid albums, photos and containers`() throws {
    let writer = try writer()
    for name in ["", ".hidden", "a/b", "..", "a\\b"] {
      #expect(throws: PhotoprepError.self, "\(name)") { try writer.add([], toAlbum: name) }
    }
    let text = #expect(throws: PhotoprepError.self) {
      try writer.add(Data("no photo".utf8), named: "text.jpg")
    }
    #expect(text?.path == "text.jpg")
    let missing = #expect(throws: PhotoprepError.self) {
      try PhotoStoreWriter(container: container.appending(path: "none"), codec: RasterCodec())
    }
    #expect(missing?.code == .storeMissing)
    let settings = container.appending(path: ".photoprep/store.json")
    try Data(#"{"version": 9}"#.utf8).write(to: settings)
    let newer = #expect(throws: PhotoprepError.self) { try self.writer() }
    #expect(newer?.code == .storeTooNew)
  }

  @Test func `names the place, the fact and the remedy when it cannot write`() throws {
    let writer = try writer()
    let images = container.appending(path: "WidgetWeaverImages")
    try FileManager.default.removeItem(at: images)
    try Data().write(to: images)
    let error = #expect(throws: PhotoprepError.self) {
      try writer.add(try photo("scenes/boats.jpg"), named: "boats.jpg")
    }
    #expect(error?.code == .notWritten && error?.path.hasPrefix(images.path) == true)
    #expect(error?.message == "It could not be written.")
    #expect(try files().filter { $0.contains("staging/") } == [])
  }

  @Test func `writes a container that the program can continue`() throws {
    try writer().add(try photo("orientation/1.jpg"), named: "1.jpg", toAlbum: "holiday")
    let request = PrepRequest(
      inputs: [FilePath(Fixture.url("scenes/boats.jpg").path)], store: FilePath(container.path))
    #expect(try PrepRun(request).run { _ in }.prepared == 1)
    #expect(try findings() == [])
    #expect(try PhotoContainer(url: container).recordIDs().count == 2)
  }
}
