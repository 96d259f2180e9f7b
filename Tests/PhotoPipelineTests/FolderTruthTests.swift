import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

/// The folder is the truth: what is edited, gone or removed there (decision 0804).
@Suite("A folder whose photos change")
struct FolderTruthTests {
  let directory: TemporaryDirectory
  let photos: FilePath
  let store: FilePath

  init() throws {
    (directory, photos, store) = try FolderOfPhotos.made()
  }

  private func put(_ fixture: String, as name: String) throws {
    let place = photos.appending(name).string
    try? FileManager.default.removeItem(atPath: place)
    try FileManager.default.copyItem(atPath: Fixture.url(fixture).path, toPath: place)
  }

  /// Puts a photo that says when it was taken.
  private func put(_ fixture: String, as name: String, taken time: String) throws {
    // Numbers are read as the text that a camera writes.
    let exif = JPEGSample.exif(
      orientation: 1, size: PixelSize(width: 1600, height: 1200), subject: 36867,
      time.utf8.map { Int($0) })
    try Data(try JPEGSample.bytes(of: fixture, with: [exif])).write(
      to: URL(filePath: photos.appending(name).string))
  }

  /// Puts a photo that is an edit of others put so, as it was taken at the same time.
  private func putEdit(_ fixture: String, as name: String) throws {
    try put(fixture, as: name, taken: "2026:01:05 12:00:00")
  }

  /// Prepares the folder at a time at which no file of it is new.
  private func prepare(
    _ change: (inout PrepRequest) -> Void = { _ in },
    report: (PrepEvent) throws -> Void = { _ in }
  ) throws -> (events: [PrepEvent], summary: PrepSummary) {
    let environment = RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date() + 10 }, workingFolder: photos,
      name: UUID().uuidString)
    var request = PrepRequest(inputs: [photos], store: store, jobs: 1)
    change(&request)
    var events: [PrepEvent] = []
    let summary = try PrepRun(request, interruption: Interruption(), in: environment).run {
      events.append($0)
      try report($0)
    }
    return (events, summary)
  }

  private func ids(_ events: [PrepEvent]) -> [RecordID] {
    events.compactMap { event in
      switch event {
      case .prepared(let file), .unchanged(let file), .gone(let file): file.id
      default: nil
      }
    }
  }

  private func records() throws -> [RecordID] {
    try PhotoContainer(url: URL(filePath: store.string)).recordIDs()
  }

  private func makeAlbum() throws {
    _ = try AlbumKeeping.make(
      AlbumSettings(name: "Trip"), of: AlbumPhotos(paths: [], includesAll: true), in: store)
  }

  private func entries() throws -> [String] {
    try Store.open(at: store, for: .read, in: .now).closing {
      try Albums(of: $0).album("Trip.json").entries.map(\.id)
    }
  }

  @Test func `an edited photo takes the place of what it was, also in albums`() throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    #expect(try entries().sorted() == first.map(\.description).sorted())
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    let (events, summary) = try prepare()
    let second = ids(events)
    #expect(summary.prepared == 1 && summary.unchanged == 1 && summary.replaced == 1)
    #expect(try records() == second.sorted())
    #expect(second[0] != first[0] && second[1] == first[1])
    #expect(try Set(entries()) == Set(second.map(\.description)))
  }

  @Test(arguments: [("scenes/boats.jpg", true), ("scenes/flower.jpg", false)])
  func `an edit under a new name takes the place of the photo that is gone and that it shows`(
    edited: String, isEdit: Bool
  ) throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/walker.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    try putEdit(edited, as: "c.jpg")
    let edit = URL(filePath: photos.appending("c.jpg").string)
    var bytes = try Data(contentsOf: edit)
    bytes.replaceSubrange(2..<2, with: [0xFF, 0xFE, 0, 3, 65])
    try bytes.write(to: edit)
    let (events, summary) = try prepare { $0.pruned = [photos] }
    #expect(summary.replaced == (isEdit ? 1 : 0) && summary.pruned == (isEdit ? 0 : 1))
    let now = ids(events).filter { $0 != first[0] }.map(\.description)
    #expect(try records().map(\.description) == now.sorted())
    #expect(try Set(entries()) == Set(isEdit ? now : [first[1].description]))
  }

  @Test func `a photo stays that another file still is`() throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try putEdit("scenes/boats.jpg", as: "copy.jpg")
    _ = try prepare()
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    #expect(try prepare().summary.replaced == 0)
    #expect(try records().count == 2)
  }

  @Test func `with --keep the older one stays`() throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    _ = try prepare()
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    #expect(try prepare { $0.keepsOlder = true }.summary.replaced == 0)
    #expect(try records().count == 2)
  }

  @Test(arguments: [nil, "2026:01:05 12:00:01"])
  func `another photo under a used name leaves the former one as it is`(time: String?) throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try putEdit("scenes/flower.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    try frame(first[0])
    if let time {
      // What is shown does not count against the time.
      try put("scenes/boats.jpg", as: "a.jpg", taken: time)
    } else {
      try put("scenes/walker.jpg", as: "a.jpg")
    }
    try FileManager.default.removeItem(atPath: photos.appending("b.jpg").string)
    let (events, summary) = try prepare { $0.pruned = [photos] }
    #expect(summary.prepared == 1 && summary.replaced == 0 && summary.pruned == 0)
    #expect(try records() == (first + ids(events)).sorted())
    #expect(try entries().sorted() == first.map(\.description).sorted())
    #expect(try StoreView(store).card(ids(events)[0]).record.preparation.hand == nil)
    #expect(try prepare { $0.pruned = [photos] }.summary.unchanged == 1)
    #expect(try records().count == 3)
  }

  private static let square = ManualFraming(
    cropRect: NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6))

  /// Frames the small render of a photo.
  private func frame(_ id: RecordID) throws {
    _ = try StoreView(store).apply(
      HandEdit(revision: 0, choices: [.small: .framed(Self.square)]), to: id)
  }

  @Test func `a photo that was pruned and comes again is framed as it was by hand`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let id = ids(try prepare().events)[0]
    try frame(id)
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 1)
    try put("scenes/boats.jpg", as: "c.jpg")
    #expect(try prepare().summary.prepared == 1)
    let view = try StoreView(store)
    let hand = try #require(try view.card(id).record.preparation.hand)
    #expect(hand.renders[.small]?.framing.cropRect == Self.square.cropRect)
    let check = try Store.open(at: store, for: .read, in: .now).closing { store in
      var findings: [Finding] = []
      _ = try StoreCheck(of: store, readData: true).run { findings.append($0) }
      return findings.filter { $0.code == .missingFile }
    }
    #expect(check.isEmpty)
  }

  @Test(arguments: ["scenes/walker.jpg", "scenes/panorama.jpg"])
  func `stars given by hand stay when the photo is edited, whatever its shape`(edited: String)
    throws
  {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    let first = try #require(ids(try prepare().events).first)
    _ = try StoreView(store).apply(HandEdit(revision: 0, stars: 4), to: first)
    try putEdit(edited, as: "a.jpg")
    let second = try #require(ids(try prepare().events).first)
    #expect(second.photo != first.photo)
    #expect(try StoreView(store).card(second).record.preparation.hand?.stars == 4)
    let known = try Store.open(at: store, for: .read, in: .now).closing { try $0.starsByHand() }
    #expect(known == [second.photo: 4])
  }

  @Test func `stars of a file beside the photo are shown until a person says otherwise`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(ids(try prepare().events).first)
    let view = try StoreView(store)
    #expect(try view.card(id).starsOfFiles == nil)
    try Data("<x xmp:Rating=\"4\"/>".utf8).write(
      to: URL(filePath: photos.appending("a.jpg.xmp").string))
    #expect(try view.card(id).starsOfFiles == 4)
    #expect(try view.card(id).jsonLine().contains("\"fileStars\":4"))
    let taken = try view.apply(HandEdit(revision: 0, stars: 0), to: id)
    #expect(try taken.starsOfFiles == nil && !taken.jsonLine().contains("fileStars"))
  }

  @Test func `stars beside a photo named by a relative path are shown, also once it moved`() throws
  {
    try put("scenes/boats.jpg", as: "a.jpg")
    // As many steps up as lead to the root from anywhere.
    let relative = FilePath(String(repeating: "../", count: 64)).appending(photos.components)
    let id = try #require(ids(try prepare { $0.inputs = [relative] }.events).first)
    try Data("<x xmp:Rating=\"4\"/>".utf8).write(
      to: URL(filePath: photos.appending("a.jpg.xmp").string))
    #expect(try StoreView(store).card(id).starsOfFiles == 4)
    for (old, new) in [("a.jpg", "b.jpg"), ("a.jpg.xmp", "b.jpg.xmp")] {
      try FileManager.default.moveItem(
        atPath: photos.appending(old).string, toPath: photos.appending(new).string)
    }
    _ = try prepare { $0.inputs = [relative] }
    #expect(try StoreView(store).card(id).starsOfFiles == 4)
  }

  @Test func `a choice among all prepared photos reads what is beside their files`() throws {
    try put("scenes/boats.jpg", as: "IMG_20240131_154512.jpg")
    try put("scenes/walker.jpg", as: "IMG_20240229_101112.jpg")
    let prepared = ids(try prepare().events)
    func choose() throws -> [ChosenPhoto] {
      var request = ChoiceRequest(
        PrepRequest(inputs: [], store: store, jobs: 1), ChoiceWish(count: 1),
        album: AlbumSettings(name: "Best"))
      request.preparing.isDryRun = true
      var (run, picked) = (ChoiceRun(request), [ChosenPhoto]())
      _ = try run.run { event in
        if case .picked(let photo) = event { picked.append(photo) }
      }
      return picked
    }
    func write(_ rating: Int, beside photo: PhotoID) throws {
      let name = photo == prepared[0].photo ? "IMG_20240131_154512" : "IMG_20240229_101112"
      try Data("<x xmp:Rating=\"\(rating)\"/>".utf8).write(
        to: URL(filePath: photos.appending("\(name).xmp").string))
    }
    let first = try #require(try choose().first)
    #expect(first.stars == nil && ["2024-01-31", "2024-02-29"].contains(first.day))
    let other = try #require(prepared.map(\.photo).first { $0 != first.photo })
    try write(3, beside: other)
    #expect(try choose().map(\.photo) == [other])
    #expect(try choose().map(\.stars) == [3])
    // Rejected.
    try write(-1, beside: other)
    #expect(try choose().map(\.photo) == [first.photo])
  }

  @Test func `a dry run says the same without a store as with an empty one`() throws {
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: photos.appending(name).string))
    }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try put("scenes/boats.jpg", as: name) }
    try write(#"{"focus": [{"x": 0.2, "y": 0.5}]}"#, to: "b.jpg.focus.json")
    try write("{", to: "c.jpg.focus.json")
    try write("no photo", to: "d.jpg")
    func told() throws -> [String] {
      let (events, summary) = try prepare {
        $0.isDryRun = true
        $0.otherFrames = [WidgetScreen.largestPad.frames]
      }
      let lines = events.compactMap { event in
        switch event {
        case .due(let file): "\(file.path) \(file.id) \(file.isForFurtherDevice) \(file.files)"
        case .rejected(let rejection): "\(rejection)"
        default: nil
        }
      }
      return lines + ["\(summary.due) due, \(summary.rejected) rejected"]
    }
    let without = try told()
    try Store.create(at: store, in: .now)
    #expect(try told() == without)
    #expect(Set(without).count == 7 && without.last == "4 due, 2 rejected", "\(without)")
  }

  @Test func `a dry run without a store ends when it is interrupted`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let interruption = Interruption()
    interruption.request()
    var request = PrepRequest(inputs: [photos], store: store, jobs: 1)
    request.isDryRun = true
    let summary = try PrepRun(request, interruption: interruption).run { _ in }
    #expect(summary.wasInterrupted && summary.due == 0)
  }

  @Test func `stars in the photo's own file are shown where none is beside it`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let packet = XMPSample.packet("<xmp:Rating>3</xmp:Rating>")
    try Data(try JPEGSample.bytes(of: "scenes/boats.jpg", with: [JPEGSample.xmp(packet)])).write(
      to: URL(filePath: photos.appending("a.jpg").string))
    let id = try #require(ids(try prepare().events).first)
    let view = try StoreView(store)
    #expect(try view.card(id).starsOfFiles == 3)
    try Data("<x xmp:Rating=\"0\"/>".utf8).write(
      to: URL(filePath: photos.appending("a.jpg.xmp").string))
    #expect(try view.card(id).starsOfFiles == nil)
  }

  @Test func `a framing by hand stays where the picture's shape does`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try frame(ids(try prepare().events)[0])
    // One more comment is an edit that changes no pixel.
    var bytes = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    bytes.replaceSubrange(2..<2, with: [0xFF, 0xFE, 0, 3, 65])
    try bytes.write(to: URL(filePath: photos.appending("a.jpg").string))
    let id = ids(try prepare().events)[0]
    let hand = try #require(try StoreView(store).card(id).record.preparation.hand)
    #expect(hand.renders[.small]?.framing.cropRect == Self.square.cropRect)
    #expect(try records() == [id])
  }

  @Test func `a framing of another shape is asked for anew`() throws {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try frame(ids(try prepare().events)[0])
    try putEdit("scenes/panorama.jpg", as: "a.jpg")
    let (events, summary) = try prepare()
    #expect(summary.rejected == 1)
    let messages = events.compactMap { event in
      if case .rejected(let rejection) = event { rejection.message } else { nil }
    }
    #expect(
      messages == [
        "It is prepared, but not framed as it was by hand. The picture has another shape now."
      ])
    let id = try #require(ids(events).first)
    #expect(try StoreView(store).card(id).record.preparation.hand == nil)
  }

  @Test func `photos gone from the folder are removed on request, also from albums`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    #expect(try prepare().summary.pruned == 0)
    #expect(try records().count == 2)
    let summary = try prepare { $0.pruned = [photos] }.summary
    #expect(summary.pruned == 1)
    #expect(try records() == [first[1]])
    #expect(try entries() == [first[1].description])
  }

  @Test(.timeLimit(.minutes(1)))
  func `where nothing is gone, a run that prunes waits for nobody`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    _ = try prepare()
    let summary = try Store.open(at: store, for: .read, in: .now).closing { _ in
      try prepare { $0.pruned = [photos] }.summary
    }
    #expect(summary.unchanged == 1)
  }

  @Test(arguments: [".a.jpg.icloud", "a.jpg"])
  func `a photo that iCloud keeps or a link stands for is not gone from its folder`(
    _ name: String
  ) throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    #expect(try prepare().summary.prepared == 2)
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    let placeholder = photos.appending(name).string
    if name == "a.jpg" {
      try FileManager.default.createSymbolicLink(
        atPath: placeholder, withDestinationPath: "/mnt/nas/a.jpg")
    } else {
      try Data("bplist00".utf8).write(to: URL(filePath: placeholder))
    }
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0)
    try FileManager.default.removeItem(atPath: placeholder)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 1)
  }

  @Test func `photos stay that were prepared from a folder which is set aside`() throws {
    let trash = photos.appending("#recycle")
    try FileManager.default.createDirectory(
      atPath: trash.string, withIntermediateDirectories: false)
    try put("scenes/boats.jpg", as: "#recycle/a.jpg")
    try put("scenes/night.jpg", as: "#recycle/b.jpg")
    try put("scenes/flower.jpg", as: "c.jpg")
    let first = ids(try prepare { $0.inputs = [trash, photos] }.events)
    let (events, summary) = try prepare { $0.pruned = [photos] }
    #expect(summary.pruned == 0 && ids(events) == [first[2]])
    #expect(try records().count == 3)
    // It is gone once its file is.
    try FileManager.default.removeItem(atPath: trash.appending("a.jpg").string)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 1)
    #expect(try Set(records()) == Set(first.dropFirst()))
  }

  @Test(arguments: [true, false])
  func `a folder is known by whatever link it is named`(isGivenByLink: Bool) throws {
    let link = photos.removingLastComponent().appending("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.string, withDestinationPath: photos.string)
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let (before, after) = isGivenByLink ? (photos, link) : (link, photos)
    let first = ids(try prepare { $0.inputs = [before] }.events)
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    #expect(try prepare { ($0.inputs, $0.pruned) = ([after], [after]) }.summary.pruned == 1)
    #expect(try records() == [first[1]])
  }

  @Test func `a link that leads to another folder now takes nothing away`() throws {
    let files = FileManager.default
    let (link, other) = (
      photos.removingLastComponent().appending("link"),
      photos.removingLastComponent().appending("other")
    )
    func point(to folder: FilePath) throws {
      try? files.removeItem(atPath: link.string)
      try files.createSymbolicLink(atPath: link.string, withDestinationPath: folder.string)
    }
    try files.createDirectory(atPath: other.string, withIntermediateDirectories: true)
    try files.copyItem(
      atPath: Fixture.url("scenes/walker.jpg").path, toPath: other.appending("z.jpg").string)
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    _ = try prepare { $0.inputs = [other] }
    try point(to: photos)
    _ = try prepare { $0.inputs = [link] }
    try point(to: other)
    for _ in 0..<2 {
      #expect(try prepare { ($0.inputs, $0.pruned) = ([link], [link]) }.summary.pruned == 0)
    }
    #expect(try records().count == 3)
  }

  @Test func `another disk at the same path takes nothing away, then or later`() throws {
    try put("scenes/boats.jpg", as: "a1.jpg")
    try put("scenes/flower.jpg", as: "a2.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    for name in ["a1.jpg", "a2.jpg"] {
      try FileManager.default.removeItem(atPath: photos.appending(name).string)
    }
    try put("scenes/walker.jpg", as: "b1.jpg")
    #expect(try prepare { ($0.pruned, $0.isDryRun) = ([photos], true) }.summary.pruned == 0)
    // The second run knows the other disk's photo already.
    for _ in 0..<2 { #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0) }
    #expect(try records().count == 3)
    #expect(try Set(entries()) == Set(first.map(\.description)))
    // The first disk is back, and a photo is deleted there.
    try FileManager.default.removeItem(atPath: photos.appending("b1.jpg").string)
    try put("scenes/boats.jpg", as: "a1.jpg")
    try put("scenes/flower.jpg", as: "a2.jpg")
    #expect(try prepare { $0.pruned = [photos] }.summary.unchanged == 2)
    try FileManager.default.removeItem(atPath: photos.appending("a1.jpg").string)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 1)
    #expect(try !records().contains(first[0]) && records().count == 2)
  }

  @Test func `a dry run leaves a photo that was moved`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    _ = try prepare()
    try FileManager.default.moveItem(
      atPath: photos.appending("a.jpg").string, toPath: photos.appending("c.jpg").string)
    for isDryRun in [true, false] {
      let summary = try prepare { ($0.pruned, $0.isDryRun) = ([photos], isDryRun) }.summary
      #expect(summary.pruned == 0 && summary.unchanged == 2)
    }
  }

  /// Two photos in an album, of which the file of the first is gone.
  private func loseOne() throws -> [RecordID] {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try makeAlbum()
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    return first
  }

  /// A document among designs that cannot be read.
  private var badDesign: String { store.appending("Designs").appending("bad.json").string }

  @Test(arguments: [true, false])
  func `where a document cannot be read it is named, and no album loses a photo`(isDryRun: Bool)
    throws
  {
    let first = try loseOne()
    try Data("{".utf8).write(to: URL(filePath: badDesign))
    let error = #expect(throws: PhotoprepError.self) {
      try prepare { ($0.pruned, $0.isDryRun) = ([photos], isDryRun) }
    }
    #expect(error?.code == .cleanupRefused && error?.path.hasSuffix("Designs/bad.json") == true)
    #expect(try entries().sorted() == first.map(\.description).sorted())
    #expect(try records().count == 2)
  }

  @Test(arguments: [true, false])
  func `a gone photo stays that a pin keeps, in albums too`(isDryRun: Bool) throws {
    let first = try loseOne()
    try Store.open(at: store, for: .write, in: .now).closing { store in
      _ = try Pins(of: store).add([first[0].description])
    }
    let summary = try prepare { ($0.pruned, $0.isDryRun) = ([photos], isDryRun) }.summary
    #expect(summary.pruned == 0)
    #expect(try entries().count == 2 && records().count == 2)
  }

  @Test func `an album of a newer version is not rewritten, and keeps its photos`() throws {
    _ = try loseOne()
    let album = store.appending("WidgetWeaverSmartPhoto").appending("Trip.json").string
    let text = try String(contentsOfFile: album, encoding: .utf8)
      .replacing(/"version" *: *1/, with: "\"version\": 99")
    #expect(text.contains("99"))
    try text.write(toFile: album, atomically: true, encoding: .utf8)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0)
    #expect(try String(contentsOfFile: album, encoding: .utf8) == text)
    #expect(try records().count == 2)
  }

  @Test func `the former photo of an edited one goes by a later run where it could not go`()
    throws
  {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    _ = try prepare()
    try Data("{".utf8).write(to: URL(filePath: badDesign))
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    for _ in 0..<2 {
      #expect(try prepare().summary.replaced == 0)
      #expect(try records().count == 2)
    }
    try FileManager.default.removeItem(atPath: badDesign)
    let summary = try prepare().summary
    #expect(summary.replaced == 1 && summary.unchanged == 1)
    #expect(try records().count == 1)
    #expect(try prepare().summary.replaced == 0)
  }

  @Test func `an edit that a run prepared which was killed takes the place of what it was later`()
    throws
  {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    _ = try prepare()
    try makeAlbum()
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    struct Killed: Error {}
    // A photo is reported once it is committed.
    #expect(throws: Killed.self) {
      try prepare(report: { if case .prepared = $0 { throw Killed() } })
    }
    #expect(try records().count == 2)
    let summary = try prepare().summary
    #expect(summary.replaced == 1 && summary.unchanged == 1)
    #expect(try records().count == 1)
    #expect(try entries() == records().map(\.description))
    #expect(try prepare().summary.replaced == 0)
  }

  @Test(arguments: ["1 share", "3 share"])
  func `a photo stays that a folder which is not mounted may hold too`(share: String) throws {
    for folder in ["2 here", share] {
      try FileManager.default.createDirectory(
        atPath: photos.appending(folder).string, withIntermediateDirectories: false)
      try put("scenes/boats.jpg", as: "\(folder)/a.jpg")
    }
    try put("scenes/flower.jpg", as: "2 here/b.jpg")
    _ = try prepare()
    let away = photos.removingLastComponent().appending("away").string
    try FileManager.default.moveItem(atPath: photos.appending(share).string, toPath: away)
    try FileManager.default.removeItem(atPath: photos.appending("2 here/a.jpg").string)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0)
    #expect(try records().count == 2)
  }

  @Test(arguments: [true, false], [true, false])
  func `what a person took out of a choice stays out when its file is edited`(
    isPreparedFirst: Bool, isTakenOutByApp: Bool
  ) throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/walker.jpg", as: "b.jpg")
    func choose() throws -> Set<PhotoID> {
      var picked: Set<PhotoID> = []
      var run = ChoiceRun(
        ChoiceRequest(
          PrepRequest(inputs: [photos], store: store, jobs: 1), ChoiceWish(count: 5),
          album: AlbumSettings(name: "Best")))
      _ = try run.run { if case .picked(let photo) = $0 { picked.insert(photo.photo) } }
      return picked
    }
    let photo = PhotoID(
      ContentDigest(of: Array(try Data(contentsOf: Fixture.url("scenes/boats.jpg")))))
    let chosen = try choose()
    #expect(chosen.count == 2 && chosen.contains(photo))
    let id = try #require(try records().first { $0.photo == photo })
    if isTakenOutByApp {
      try Store.open(at: store, for: .write, in: .now).closing {
        _ = try Albums(of: $0).change("Best.json") { $0.remove { $0.id == id.description } }
      }
    } else {
      _ = try AlbumKeeping.remove([FilePath(id.description)], from: "Best", in: store)
    }
    var bytes = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    bytes.replaceSubrange(2..<2, with: [0xFF, 0xFE, 0, 3, 65])
    try bytes.write(to: URL(filePath: photos.appending("a.jpg").string))
    if isPreparedFirst { #expect(try prepare().summary.replaced == 1) }
    for _ in 0..<2 { #expect(try choose() == chosen.subtracting([photo])) }
  }

  @Test func `a dry run names what would go, and changes nothing`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    let first = ids(try prepare().events)
    try FileManager.default.removeItem(atPath: photos.appending("a.jpg").string)
    let (events, summary) = try prepare { ($0.pruned, $0.isDryRun) = ([photos], true) }
    #expect(summary.pruned == 1 && summary.isDryRun)
    #expect(ids(events) == [first[1], first[0]])
    guard case .gone(let file) = events.last else {
      Issue.record("Nothing is gone.")
      return
    }
    #expect(file.path == photos.appending("a.jpg"))
    #expect(try records().count == 2)
  }

  @Test(arguments: [true, false])
  func `a folder below that is empty or not there takes nothing away`(isThere: Bool) throws {
    let below = photos.appending("nas").string
    try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: false)
    try put("scenes/boats.jpg", as: "nas/a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    try put("scenes/walker.jpg", as: "c.jpg")
    _ = try prepare()
    try FileManager.default.removeItem(atPath: below + (isThere ? "/a.jpg" : ""))
    try FileManager.default.removeItem(atPath: photos.appending("c.jpg").string)
    let summary = try prepare { $0.pruned = [photos] }.summary
    #expect(summary.pruned == 1 && summary.withoutFolder == [photos.appending("nas/a.jpg")])
    #expect(try records().count == 2)
  }

  @Test(arguments: [true, false])
  func `a folder that is gone names its photos, but for those that are elsewhere`(
    isThere: Bool
  ) throws {
    let below = photos.appending("lake").string
    try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: false)
    try put("scenes/boats.jpg", as: "lake/a.jpg")
    try put("scenes/flower.jpg", as: "lake/b.jpg")
    let first = ids(try prepare().events)
    func named() throws -> (ids: Set<RecordID>, rejections: [Rejection]) {
      try Store.open(at: store, for: .read, in: .now).closing {
        try NamedPhotos.records([FilePath(below)], in: $0)
      }
    }
    try FileManager.default.moveItem(
      atPath: below + "/b.jpg", toPath: photos.appending("b.jpg").string)
    _ = try prepare()
    #expect(try named().ids == [first[0]])
    try FileManager.default.removeItem(atPath: below + (isThere ? "/a.jpg" : ""))
    let found = try named()
    #expect(found.ids == [first[0]] && found.rejections.isEmpty)
    try FileManager.default.removeItem(atPath: photos.appending("b.jpg").string)
    #expect(try named().ids == Set(first))
  }

  @Test func `an album shows a photo as a sidecar has it cropped since`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let plain = ids(try prepare().events)
    try makeAlbum()
    let sidecar = photos.appending("a.jpg.focus.json").string
    try Data(#"{"focus": [{"x": 0.1, "y": 0.5}]}"#.utf8).write(to: URL(filePath: sidecar))
    let (events, summary) = try prepare()
    let focused = ids(events)
    #expect(summary.replaced == 1 && focused != plain)
    #expect(try entries() == focused.map(\.description))
    try FileManager.default.removeItem(atPath: sidecar)
    #expect(try ids(prepare().events) == plain)
    #expect(try entries() == plain.map(\.description) && records() == plain)
  }

  @Test func `an album follows a sidecar that is gone where a pin has kept the photo without it`()
    throws
  {
    try put("scenes/boats.jpg", as: "a.jpg")
    let plain = ids(try prepare().events)
    try Store.open(at: store, for: .write, in: .now).closing { store in
      _ = try Pins(of: store).add([plain[0].description])
    }
    try makeAlbum()
    let sidecar = photos.appending("a.jpg.focus.json").string
    try Data(#"{"focus": [{"x": 0.1, "y": 0.5}]}"#.utf8).write(to: URL(filePath: sidecar))
    let focused = ids(try prepare().events)
    #expect(try entries() == focused.map(\.description) && records().count == 2)
    try FileManager.default.removeItem(atPath: sidecar)
    #expect(try prepare { $0.isDryRun = true }.summary.replaced == 0)
    #expect(try records().count == 2)
    #expect(try prepare().summary.replaced == 1)
    #expect(try entries() == plain.map(\.description) && records() == plain)
  }

  @Test func `a focus stays that another file of the same photo has beside it`() throws {
    let below = photos.appending("below")
    try FileManager.default.createDirectory(
      atPath: below.string, withIntermediateDirectories: false)
    try put("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/boats.jpg", as: "below/a.jpg")
    try Data(#"{"focus": [{"x": 0.1, "y": 0.5}]}"#.utf8).write(
      to: URL(filePath: below.appending("a.jpg.focus.json").string))
    _ = try prepare()
    let summary = try prepare { $0.inputs = [photos.appending("a.jpg")] }.summary
    #expect(try summary.replaced == 0 && records().count == 2)
  }

  @Test
  func `an edited photo that a choice has looked at takes the place of what it was all the same`()
    throws
  {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    try put("scenes/flower.jpg", as: "b.jpg")
    _ = try prepare()
    try makeAlbum()
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    let environment = RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date() + 20 }, workingFolder: photos,
      name: UUID().uuidString)
    let request = PrepRequest(inputs: [photos], store: store, jobs: 1)
    let run = StoreRun(request: request, interruption: Interruption(), environment: environment)
    try run.open().closing { store in
      let job = AssessmentJob(
        store: store, request: request, recipe: request.recipe(by: environment.generation),
        environment: environment, interruption: Interruption(), workers: nil)
      try job.run(over: InputFiles([photos], excluding: self.store, in: DiskFileSystem())) {
        _ = try $0.get()
      }
    }
    let (events, summary) = try prepare()
    #expect(summary.prepared == 1 && summary.replaced == 1)
    #expect(try entries().sorted() == ids(events).map(\.description).sorted())
  }

  @Test func `a photo that was written just before it was prepared is known when it is edited`()
    throws
  {
    try putEdit("scenes/boats.jpg", as: "a.jpg")
    var request = PrepRequest(inputs: [photos], store: store, jobs: 1)
    request.isolation = nil
    _ = try PrepRun(request, interruption: Interruption(), in: .machine()).run { _ in }
    try putEdit("scenes/walker.jpg", as: "a.jpg")
    #expect(try prepare().summary.replaced == 1)
    #expect(try records().count == 1)
  }

  @Test func `a folder that is empty now takes nothing away, nor does one that is moved within it`()
    throws
  {
    try put("scenes/boats.jpg", as: "a.jpg")
    _ = try prepare()
    let other = photos.appending("b.jpg").string
    try FileManager.default.moveItem(atPath: photos.appending("a.jpg").string, toPath: other)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0)
    try FileManager.default.removeItem(atPath: other)
    #expect(try prepare { $0.pruned = [photos] }.summary.pruned == 0)
    #expect(try records().count == 1)
  }

  @Test func `what was removed stays away until it is asked for again`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let id = ids(try prepare().events)[0]
    try Store.open(at: store, for: .alone, in: .now).closing { store in
      let removed = try Cleanup.removeUnused([id], in: store)
      #expect(removed == [id])
      try RemovedPhotos(of: store).add([id.photo])
    }
    for _ in 0..<2 {
      let summary = try prepare().summary
      #expect(summary.removed == 1 && summary.prepared == 0)
    }
    #expect(try prepare { ($0.isAgain, $0.isDryRun) = (true, true) }.summary.due == 1)
    #expect(try prepare { $0.isAgain = true }.summary.prepared == 1)
    #expect(try prepare().summary.unchanged == 1)
  }
  @Test func `preparing a photo ends its removal that was cut off`() throws {
    try put("scenes/boats.jpg", as: "a.jpg")
    let id = ids(try prepare().events)[0]
    try Store.open(at: store, for: .alone, in: .now).closing { store in
      try RemovedPhotos(of: store).begin([id.photo], leaving: [id])
    }
    #expect(try prepare { $0.isDryRun = true }.summary.removed == 1)
    #expect(try records().count == 1)
    #expect(try prepare().summary.removed == 1)
    #expect(try records().count == 0)
    #expect(try prepare { $0.isAgain = true }.summary.prepared == 1)
  }

  @Test func `a record about other bytes whose digest begins alike does not pass as the photo's`()
    throws
  {
    try put("scenes/boats.jpg", as: "a.jpg")
    let id = ids(try prepare().events)[0]
    let place = store.appending("Photos").appending(id.fileName).string
    let whole = try String(contentsOfFile: place, encoding: .utf8)
    let container = try PhotoContainer(url: URL(filePath: store.string))
    let digest = try container.record(id).preparation.digest
    let other = String(digest.description.prefix(16)) + String(repeating: "0", count: 48)
    try whole.replacing(digest.description, with: other)
      .write(toFile: place, atomically: true, encoding: .utf8)
    try put("scenes/boats.jpg", as: "b.jpg")
    #expect(try prepare().summary.prepared == 1)
    #expect(try container.record(id).preparation.digest == digest)
    #expect(try prepare().summary.prepared == 0)
  }
}
