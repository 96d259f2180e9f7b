import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@Suite struct `The timeline of a widget` {
  let container: TestContainer
  let now = Date(timeIntervalSinceReferenceDate: 800_000_400)

  init() throws { container = try TestContainer() }

  /// Puts prepared photos into the container, as `prep` does and nothing else.
  private func prepare(_ numbers: Range<Int>, withImages: Bool = true) throws -> [PhotoRecord] {
    try numbers.map { number in
      var record = try PhotoRecord.made(number)
      record.preparation = record.preparation.adding(sources: [SourceName("/a/photo \(number).jpg")]
      )
      try container.write(record.bytes, container.layout.photos, record.id.fileName)
      if withImages {
        for file in record.preparation.files { try container.image(file.name.description) }
      }
      return record
    }
  }

  private func makeAlbum(_ name: String, of records: [PhotoRecord], every minutes: Int) throws {
    var album = Album(sourceID: "test", rotationIntervalMinutes: minutes)
    album.add(records)
    album.rotate(to: now)
    try container.write(album.bytes, container.layout.albums, name)
  }

  @Test func `without an album each prepared photo is shown for an hour in turn`() throws {
    let records = try prepare(1..<4)
    let shown = try (0..<6).map { hour in
      let date = now + Double(hour) * 3600
      let file = try #require(
        container.reader.photo(album: nil, for: .small, at: date).file)
      #expect(container.reader.photo(album: nil, for: .small, at: date + 3000).file != nil)
      return try #require(StoredFileName(file.lastPathComponent)?.record)
    }
    #expect(Set(shown) == Set(records.map(\.id)))
    #expect(Array(shown[0..<3]) == Array(shown[3..<6]))
    // The next entry of a timeline is what is shown at its date.
    let timeline = container.reader.timeline(for: .small, from: now)
    for entry in timeline.entries {
      #expect(container.reader.photo(album: nil, for: .small, at: entry.date) == entry.display)
    }
    #expect(timeline.entries.count > 1 && timeline.entries[0].date == now)
  }

  @Test
  func `a photo prepared twice is listed once and has one turn, with its latest preparation`()
    throws
  {
    let others = try prepare(1..<3)
    let renewed = try ["00000001", "fffffff0"].map { recipe in
      let record = try PhotoRecord.made(2, recipe: recipe, preparedAt: recipe < "1" ? 791e6 : 780e6)
      try container.write(record.bytes, container.layout.photos, record.id.fileName)
      for file in record.preparation.files { try container.image(file.name.description) }
      return record.id
    }
    let shown = container.reader.timeline(for: .small, from: now, length: 4 * 3600).entries
      .map(\.photo)
    #expect(shown.count >= 4 && Set(shown) == [others[0].id, renewed[0]])
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
    #expect(container.reader.photos == [others[0].id, renewed[0]].sorted())
    // Where none of its records can be read, the photo is still listed.
    for id in renewed + [others[1].id] {
      try container.write(Array("{".utf8), container.layout.photos, id.fileName)
    }
    #expect(Set(container.reader.photos.map(\.photo)) == Set(others.map(\.id.photo)))
    #expect(container.reader.photos.count == 2)
  }

  @Test(arguments: [RenderFamily.small, .medium, .large, .portrait])
  func `it ends before its photos need more memory than an extension has`(
    family: RenderFamily
  ) throws {
    _ = try prepare(1..<30)
    let timeline = container.reader.timeline(for: family, from: now)
    let size = family.usualFrame
    let photos = Set(timeline.entries.map(\.photo))
    #expect(WidgetBudget.widgetExtension.fits(photos.map { _ in size }))
    let reload = try #require(timeline.reload)
    #expect(reload > timeline.entries[timeline.entries.count - 1].date)
    // The next one goes on with the photo that did not fit.
    let next = container.reader.timeline(for: family, from: reload)
    #expect(next.entries[0].photo.map { !photos.contains($0) } == true)
  }

  @Test func `an album keeps its interval and is found by its name with or without an extension`()
    throws
  {
    let records = try prepare(1..<4)
    try makeAlbum("lake.json", of: records, every: 30)
    #expect(container.reader.albumNames == ["lake"])
    let opened = try #require(container.reader.container)
    #expect(try opened.album("lake") == opened.album("lake.json"))
    #expect(container.reader.photos == records.map(\.id).sorted())
    let timeline = container.reader.timeline(album: "lake", for: .medium, from: now)
    #expect(timeline.entries[1].date.timeIntervalSince(now) == 1800)
    #expect(timeline == container.reader.timeline(album: "lake.json", for: .medium, from: now))
    #expect(timeline.entries.map(\.photo).prefix(3) == records.map(\.id)[...])
    #expect(timeline.entries[0].label == "photo 1")
    #expect(
      timeline.entries[0].link(scheme: "app").flatMap(PhotoLink.init)?.album == "lake")
    let still = container.reader.timeline(album: "lake", for: .medium, from: now, length: 0)
    #expect(still.entries == [timeline.entries[0]])
  }

  @Test(
    arguments: [
      ("/a/beach.heic", "beach"), ("IMG.0001.JPG", "IMG.0001"), ("St. Mary", "St. Mary"),
      ("Lunch at 5.30", "Lunch at 5.30"), (".jpg", ".jpg"), ("", nil), ("/", nil),
    ] as [(String, String?)])
  func `VoiceOver says a photo's name as it was given, without a file's ending`(
    name: String, label: String?
  ) throws {
    var record = try prepare(1..<2)[0]
    record.preparation = try PhotoRecord.made(1).preparation.adding(sources: [SourceName(name)])
    try container.write(record.bytes, container.layout.photos, record.id.fileName)
    #expect(container.reader.timeline(for: .small, from: now).entries[0].label == label)
  }

  @Test func `it has an entry with the reason whenever there is no photo`() throws {
    func reason(_ reader: PhotoReader, _ album: String? = nil) -> PhotoPlaceholder? {
      let timeline = reader.timeline(album: album, for: .small, from: now)
      guard timeline.entries.count == 1, timeline.reload.map({ $0 > now }) == true,
        case .placeholder(let reason) = timeline.entries[0].display
      else { return nil }
      #expect(!reason.guide.isEmpty && timeline.entries[0].link(scheme: "app") == nil)
      return reason
    }
    #expect(reason(PhotoReader(container: nil)) == .containerMissing)
    #expect(reason(container.reader) == .notPrepared)
    #expect(reason(container.reader, "none") == .notConfigured)
    #expect(reason(container.reader, "../Photos/x") == .notConfigured)
    try makeAlbum("empty.json", of: [], every: 60)
    #expect(reason(container.reader, "empty") == .notPrepared)
    try container.write(Array("{".utf8), container.layout.albums, "damaged.json")
    #expect(reason(container.reader, "damaged") == .fileMissing)
    try container.settings(#"{"version": 3}"#)
    #expect(reason(container.reader) == .storeTooNew)
  }

  @Test func `a photo whose files are gone keeps its turn and shows a guide`() throws {
    let records = try prepare(1..<3, withImages: false)
    try container.write(Array("{".utf8), container.layout.photos, records[1].id.fileName)
    for hour in 0..<2 {
      let date = now + Double(hour) * 3600
      #expect(
        container.reader.photo(album: nil, for: .large, at: date) == .placeholder(.fileMissing))
    }
    // It is looked for again, though the album would stay as it is for a day.
    try makeAlbum("lake.json", of: [records[0]], every: 60)
    let timeline = container.reader.timeline(album: "lake", for: .large, from: now)
    #expect(timeline.reload == now + 3600)
    let guide = timeline.entries[0]
    #expect(guide.photo == nil && guide.label == nil && guide.link(scheme: "app") == nil)
  }

  @Test func `a link names photo and album, and is read with any scheme`() throws {
    let photo = try PhotoRecord.made(7).id
    for album in [nil, "lake", "Ferien & Meer/ä?"] {
      let link = PhotoLink(photo: photo, album: album)
      let url = try #require(link.url(scheme: "my-app"))
      #expect(url.absoluteString.hasPrefix("my-app://photo/\(photo)"))
      #expect(PhotoLink(url) == link)
    }
    for text in ["my-app://album/\(photo)", "my-app://photo/x", "my-app://photo", "https://a.b/c"] {
      #expect(PhotoLink(try #require(URL(string: text))) == nil, "\(text)")
    }
    for scheme in ["", "1a", "a b", "ä", "a:"] {
      #expect(PhotoLink(photo: photo).url(scheme: scheme) == nil, "\(scheme)")
    }
  }

  @Test func `a design is found by its name with or without an extension`() throws {
    let record = try prepare(1..<2)[0]
    try container.write(
      record.image.json(dates: .iso8601).canonicalBytes, container.layout.designs, "trip.json")
    let shown = container.reader.photo(design: "trip", for: .small, at: now)
    #expect(shown.file != nil)
    #expect(shown == container.reader.photo(design: "trip.json", for: .small, at: now))
  }

  @Test
  func `a missing album, design or photo is reported as not found`()
    throws
  {
    let opened = try #require(container.reader.container)
    let photo = try PhotoRecord.made(9).id
    for ask in [
      { _ = try opened.album("lake") }, { _ = try opened.design("trip") },
      { _ = try opened.record(photo) },
    ]
      as [() throws -> Void]
    {
      let error = #expect(throws: PhotoprepError.self) { try ask() }
      #expect(error?.code == .notFound && error?.message == "There is no such file.")
    }
  }

  @Test func `an error gives an alert its fact and its remedy`() {
    let error: any Error = #expect(throws: PhotoprepError.self) {
      try PhotoContainer(url: URL(filePath: "/none/such"))
    }!
    #expect(error.localizedDescription == "/none/such: There is no container here.")
    let localized = error as? any LocalizedError
    #expect(localized?.recoverySuggestion?.contains("photoprep store init") == true)
    #expect("\(error)".hasSuffix(localized?.recoverySuggestion ?? "?"))
  }
}
