import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Choosing out of a store and a folder")
struct ChoiceRunTests: EditsByHand {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The one photo that is chosen.
  private func best(from folders: [FilePath]) throws -> PhotoID? {
    var picked: [PhotoID] = []
    var request = ChoiceRequest(
      PrepRequest(inputs: folders, store: store, jobs: 1), ChoiceWish(count: 1),
      album: AlbumSettings(name: "Best"))
    request.preparing.isDryRun = true
    var run = ChoiceRun(request)
    _ = try run.run { event in
      if case .picked(let photo) = event { picked.append(photo.photo) }
    }
    return picked.first
  }

  @Test func `stars that a person gives outrank scores and what files say`() throws {
    let folder = FilePath(directory.url.appending(path: "photos").path)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    var ids: [RecordID] = []
    for name in ["boats", "walker"] {
      ids.append(try prepare("scenes/\(name).jpg"))
      try FileManager.default.copyItem(
        at: Fixture.url("scenes/\(name).jpg"),
        to: URL(filePath: folder.appending("\(name).jpg").string))
    }
    let first = try #require(try best(from: []))
    let other = try #require(ids.first { $0.photo != first })
    let favourite = try #require(ids.first { $0.photo == first })
    let view = try StoreView(store)
    _ = try view.apply(HandEdit(revision: 0, stars: 2), to: other)
    #expect(try best(from: []) == other.photo)
    #expect(try best(from: [folder]) == other.photo)
    // A file's five stars, which a person has taken away here.
    for name in ["boats", "walker"] {
      try Data("<x xmp:Rating=\"5\"/>".utf8).write(
        to: URL(filePath: folder.appending("\(name).jpg.xmp").string))
    }
    _ = try view.apply(HandEdit(revision: 0, stars: 0), to: favourite)
    #expect(try best(from: [folder]) == other.photo)
  }

  @Test func `what is beside any file of a photo counts`() throws {
    let folder = FilePath(directory.url.appending(path: "photos").path)
    for part in ["a", "b"] {
      let place = URL(filePath: folder.appending(part).string)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for name in ["boats", "walker"] {
        try FileManager.default.copyItem(
          at: Fixture.url("scenes/\(name).jpg"), to: place.appending(path: "\(name).jpg"))
      }
    }
    func best(with rating: Int, besideSecond name: String) throws -> PhotoID? {
      let notes = URL(filePath: folder.appending("b/\(name).jpg.xmp").string)
      try Data("<x xmp:Rating=\"\(rating)\"/></rdf:RDF>".utf8).write(to: notes)
      defer { try? FileManager.default.removeItem(at: notes) }
      return try self.best(from: [folder])
    }
    let boats = try #require(try best(with: 5, besideSecond: "boats"))
    let walker = try #require(try best(with: 5, besideSecond: "walker"))
    #expect(boats != walker)
    #expect(try best(with: -1, besideSecond: "boats") == walker)
    #expect(try best(with: -1, besideSecond: "walker") == boats)
  }

  @Test func `a folder that goes away meanwhile is told, and no album is written`() throws {
    let folder = FilePath(directory.url.appending(path: "photos").path)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Fixture.url("scenes/boats.jpg"), to: URL(filePath: folder.appending("boats.jpg").string))
    var run = ChoiceRun(
      ChoiceRequest(
        PrepRequest(inputs: [folder], store: store, jobs: 1), ChoiceWish(count: 1),
        album: AlbumSettings(name: "Best")))
    let error = #expect(throws: PhotoprepError.self) {
      try run.run { event in
        if case .assessed = event { try FileManager.default.removeItem(atPath: folder.string) }
      }
    }
    #expect(error?.code == .notFound && error?.path == folder.string)
    #expect(error?.message.contains("stays as it is") == true)
    #expect(throws: PhotoprepError.self) { try AlbumKeeping.photos(of: "Best", in: store) }
  }

  @Test func `stars in a photo's own file count until a file beside it says otherwise`() throws {
    let folder = FilePath(directory.url.appending(path: "rated").path)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    func write(_ rating: Int, _ name: String) throws -> PhotoID {
      let packet = XMPSample.packet("<xmp:Rating>\(rating)</xmp:Rating>")
      let bytes = try JPEGSample.bytes(
        of: "scenes/\(name).jpg", with: [JPEGSample.xmp(packet)])
      try Data(bytes).write(to: URL(filePath: folder.appending("\(name).jpg").string))
      return PhotoID(ContentDigest(of: bytes))
    }
    let boats = try write(1, "boats")
    let walker = try write(1, "walker")
    let better = try #require(try best(from: [folder]))
    let (name, worse) = better == boats ? ("walker", walker) : ("boats", boats)
    let rated = try write(2, name)
    #expect(rated != worse)
    #expect(try best(from: [folder]) == rated)
    // Prepared, the record says it.
    _ = try PrepRun(PrepRequest(inputs: [folder], store: store, jobs: 1)).run { _ in }
    #expect(try best(from: []) == rated)
    // Unrated in the program that writes beside it.
    try Data("<x xmp:Rating=\"0\"/>".utf8).write(
      to: URL(filePath: folder.appending("\(name).jpg.xmp").string))
    #expect(try best(from: [folder]) == better)
    // Rejected in its own file.
    try FileManager.default.removeItem(atPath: folder.appending("\(name).jpg.xmp").string)
    _ = try write(-1, name)
    #expect(try best(from: [folder]) == better)
  }

  @Test func `people named in a photo's own file are left out until a file beside it names others`()
    throws
  {
    let folder = FilePath(directory.url.appending(path: "named").path)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    let packet = XMPSample.mwg("Face", "0.5", "0.5", "0.2", "0.2")
      .replacing("Ann", with: "Ann Example")
    let named = try JPEGSample.bytes(of: "scenes/boats.jpg", with: [JPEGSample.xmp(packet)])
    try Data(named).write(to: URL(filePath: folder.appending("boats.jpg").string))
    try FileManager.default.copyItem(
      at: Fixture.url("scenes/walker.jpg"),
      to: URL(filePath: folder.appending("walker.jpg").string))
    let walker = PhotoID(
      ContentDigest(of: Array(try Data(contentsOf: Fixture.url("scenes/walker.jpg")))))
    func chosen(
      without name: String, from inputs: [FilePath]
    ) throws -> (photos: Set<PhotoID>, unknown: [String]) {
      var wish = ChoiceWish(count: 2)
      wish.absentPeople = [name]
      let request = ChoiceRequest(
        PrepRequest(inputs: inputs, store: store, jobs: 1), wish,
        album: AlbumSettings(name: "Best"))
      var run = ChoiceRun(request)
      var photos: Set<PhotoID> = []
      let summary = try run.run { if case .picked(let photo) = $0 { photos.insert(photo.photo) } }
      return (photos, Array(summary.unknownPeople.keys))
    }
    // Looked at, then from the catalog, then from the record that the photo gets; capitals do not matter.
    for name in ["Ann Example", "ANN EXAMPLE"] {
      let found = try chosen(without: name, from: [folder])
      #expect(found.photos == [walker] && found.unknown.isEmpty)
    }
    let other = try chosen(without: "Bo", from: [folder])
    #expect(other.photos.count == 2 && other.unknown == ["Bo"])
    try FileManager.default.removeItem(
      atPath: store.appending(".photoprep").appending("catalog.sqlite").string)
    #expect(try chosen(without: "ann example", from: []).photos == [walker])
    // The name itself is in no file of the store.
    let files = try #require(FileManager.default.enumerator(atPath: store.string))
    for case let name as String in files where !name.hasSuffix(".jpg") {
      let bytes = FileManager.default.contents(atPath: store.appending(name).string) ?? Data()
      #expect(bytes.range(of: Data("Ann Example".utf8)) == nil, "\(name)")
    }
    try Data("<x mwg-rs:Name=\"Cleo\"/>".utf8).write(
      to: URL(filePath: folder.appending("boats.jpg.xmp").string))
    #expect(try chosen(without: "Ann Example", from: [folder]).photos.count == 2)
    #expect(try chosen(without: "Cleo", from: [folder]).photos == [walker])
  }

  @Test func `preparing a photo keeps what its record says that it was judged as`() throws {
    let ids = try ["boats", "walker"].map { try prepare("scenes/\($0).jpg") }
    let run = RunEnvironment.machine()
    try Store.open(at: store, for: .read, in: run.storeEnvironment).closing { store in
      for id in ids {
        let kept = try Assessments(of: store)
          .assessment(of: id.photo, version: AssessedPhoto.version)
        let said = AssessedPhoto(try store.record(id).preparation)?.bytes
        #expect(kept == said && said != nil)
      }
    }
  }

  @Test func `a photo that comes into the album while its package is written stays in it`() throws {
    let ids = try ["boats", "walker"].map { try prepare("scenes/\($0).jpg") }
    var request = ChoiceRequest(
      PrepRequest(inputs: [], store: store, jobs: 1), ChoiceWish(count: 1),
      album: AlbumSettings(name: "Best"))
    var first = ChoiceRun(request)
    _ = try first.run { _ in }
    request.package = FilePath(directory.url.appending(path: "best.wwdesign").path)
    let environment = RunEnvironment.machine().storeEnvironment
    var second = ChoiceRun(request)
    let summary = try second.run { event in
      guard case .packed = event else { return }
      try Store.open(at: store, for: .write, in: environment).closing { store in
        let records = try ids.map { try store.record($0) }
        _ = try Albums(of: store).change("Best.json") { $0.add(records) }
      }
    }
    let album = try Store.open(at: store, for: .read, in: environment).closing {
      try Albums(of: $0).album("Best.json")
    }
    #expect(Set(album.entries.map(\.id)) == Set(ids.map(\.description)))
    #expect(album.choiceNames("chosen")?.count == 1 && summary.count == 2)
  }

  @Test
  func `an album of another interval goes on with its photo, and changes after that interval`()
    throws
  {
    var album = Album(sourceID: "test", rotationIntervalMinutes: 1440)
    let ids = try ["boats", "walker"].map { try prepare("scenes/\($0).jpg") }
    album.add(try ids.map { try StoreView(store).card($0).record })
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    album.rotate(to: start)
    let later = start + 90_000
    let changed = ChosenAlbum(album).album(
      choosing: [], settings: AlbumSettings(name: "Best", intervalMinutes: 10), from: [], at: later)
    #expect(changed.currentIndex == 1 && changed.nextChangeDate == later + 600)
    let same = ChosenAlbum(album).album(
      choosing: [], settings: AlbumSettings(name: "Best", intervalMinutes: 1440), from: [],
      at: later)
    #expect(same.currentIndex == 1 && same.nextChangeDate == start + 2 * 86_400)
    let unsaid = ChosenAlbum(album).album(
      choosing: [], settings: AlbumSettings(name: "Best"), from: [], at: later)
    #expect(unsaid == same)
  }

  @Test func `a folder without a photo makes no store`() throws {
    let folder = FilePath(directory.url.appending(path: "notes").path)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    try Data("no photo".utf8).write(to: URL(filePath: folder.appending("a.txt").string))
    let preparing = PrepRequest(inputs: [folder], store: store, jobs: 1)
    var run = ChoiceRun(
      ChoiceRequest(preparing, ChoiceWish(count: 1), album: AlbumSettings(name: "Best")))
    let error = #expect(throws: PhotoprepError.self) { _ = try run.run { _ in } }
    #expect(error?.code == .noPhotos)
    #expect(!FileManager.default.fileExists(atPath: store.string))
  }
}
