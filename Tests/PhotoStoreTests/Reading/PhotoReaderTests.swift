import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@Suite struct `Photo reader` {
  let container: TestContainer
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws { container = try TestContainer() }

  func smartPhoto(
    small: String? = nil, master: String = "", album: String? = nil, fileName: String = ""
  ) -> ImageSpec {
    let variant = small.map {
      SmartPhotoVariantSpec(
        renderFileName: $0, cropRect: .full, pixelSize: PixelSize(width: 530, height: 530))
    }
    return ImageSpec(
      fileName: fileName,
      smartPhoto: SmartPhotoSpec(
        masterFileName: master, variants: variant.map { [.small: $0] } ?? [:], algorithmVersion: 1,
        preparedAt: now, shuffleManifestFileName: album))
  }

  func file(_ name: String) -> PhotoDisplay {
    .file(container.url.appending(path: container.layout.images).appending(path: name))
  }

  @Test func `a family's render is shown, and the base image for the other families`() throws {
    try container.image("small.jpg")
    try container.image("base.jpg")
    let image = smartPhoto(small: "small.jpg", fileName: "base.jpg")
    #expect(container.reader.photo(image, for: .small, at: now) == file("small.jpg"))
    #expect(container.reader.photo(image, for: .large, at: now) == file("base.jpg"))
  }

  @Test(
    arguments: [
      [], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `an incomplete render is replaced by the base image`(bytes: [UInt8]) throws {
    try container.image("small.jpg", bytes)
    let image = smartPhoto(small: "small.jpg", fileName: "base.jpg")
    #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.fileMissing))
    try container.image("base.jpg")
    #expect(container.reader.photo(image, for: .small, at: now) == file("base.jpg"))
  }

  @Test func `a file under a stored file's name that does not begin like an image is damaged`()
    throws
  {
    let name = "smart-small-0123456789abcdef-01234567.jpg"
    try container.image(name, Array("<html></html>".utf8))
    try container.image("base.tiff", Array("II*\0 and more".utf8))
    let image = smartPhoto(small: name, fileName: "base.tiff")
    #expect(container.reader.photo(image, for: .small, at: now) == file("base.tiff"))
  }

  @Test(arguments: ["formats/display-p3.jpg", "formats/grey-alpha.png", "formats/alpha.webp"])
  func `real images are complete`(path: String) throws {
    try container.image("real", [UInt8](Data(contentsOf: Fixture.url(path))))
    let image = ImageSpec(fileName: "real")
    #expect(container.reader.photo(image, for: .small, at: now) == file("real"))
  }

  @Test func `a lost manual render is replaced by the automatic one of the same photo`() throws {
    try container.image("smart-small-0123456789abcdef-01234567.jpg")
    try container.image("base.jpg")
    let image = smartPhoto(
      small: "smart-small-manual-1.jpg", master: "smart-master-0123456789abcdef-01234567.jpg",
      fileName: "base.jpg")
    #expect(
      container.reader.photo(image, for: .small, at: now)
        == file("smart-small-0123456789abcdef-01234567.jpg"))
    try container.image("smart-small-manual-1.jpg")
    #expect(
      container.reader.photo(image, for: .small, at: now) == file("smart-small-manual-1.jpg"))
  }

  @Test func `an album's photo of the date is shown, the manual render first`() throws {
    var album = Album(
      sourceID: "test", entries: try (1...2).map { AlbumEntry(try PhotoRecord.made($0)) },
      nextChangeDate: now + 60)
    album.entries[1].renders[.small]?.manualFile = "manual.jpg"
    try container.write(album.bytes, container.layout.albums, "smart-shuffle-1.json")
    for name in album.allReferencedFileNames + ["manual.jpg", "base.jpg"] {
      try container.image(name)
    }
    let image = smartPhoto(album: "smart-shuffle-1.json", fileName: "base.jpg")
    let reader = container.reader
    let first = album.entries[0].fileNames(for: .small)[0]
    #expect(reader.photo(image, for: .small, at: now) == file(first))
    #expect(reader.photo(image, for: .small, at: now + 60) == file("manual.jpg"))
    #expect(reader.photo(album.entries[1], for: .small) == file("manual.jpg"))
    try container.write([1, 2, 3], container.layout.albums, "smart-shuffle-1.json")
    #expect(reader.photo(image, for: .small, at: now) == file("base.jpg"))
  }

  @Test func `a design's images are found, a family's own first`() throws {
    for name in ["base.jpg", "own.jpg"] { try container.image(name) }
    try container.write(
      Array(
        #"{"image": {"fileName": "base.jpg"}, "matchedSet": {"large": {"image": {"fileName": "own.jpg"}}}}"#
          .utf8), container.layout.designs, "design.json")
    try container.write(
      Array(#"{"fileName": "base.jpg"}"#.utf8), container.layout.designs, "image.json")
    let reader = container.reader
    #expect(reader.photo(design: "design.json", for: .small, at: now) == file("base.jpg"))
    #expect(reader.photo(design: "design.json", for: .large, at: now) == file("own.jpg"))
    #expect(reader.photo(design: "image.json", for: .large, at: now) == file("base.jpg"))
    let opened = try #require(reader.container)
    #expect(try opened.designNames() == ["design.json", "image.json"])
    #expect(
      try opened.design("design.json").images.map(\.fileName) == ["base.jpg", "own.jpg"])
  }

  @Test func `a prepared photo is shown by its record`() throws {
    let record = try PhotoRecord.made(7)
    #expect(
      container.reader.photo(record.id, for: .medium) == .placeholder(.notPrepared))
    try container.write(record.bytes, container.layout.photos, record.id.fileName)
    #expect(container.reader.photo(record.id, for: .medium) == .placeholder(.fileMissing))
    try container.image(record.preparation.renders.medium.name.description)
    #expect(
      container.reader.photo(record.id, for: .medium)
        == file(record.preparation.renders.medium.name.description))
    let newer = String(decoding: record.bytes, as: UTF8.self)
      .replacing("\"version\": 1", with: "\"version\": 99")
    try container.write(Array(newer.utf8), container.layout.photos, record.id.fileName)
    #expect(container.reader.photo(record.id, for: .medium) == .placeholder(.storeTooNew))
  }
}

@Suite struct `Photo reader placeholders` {
  let container: TestContainer
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws { container = try TestContainer() }

  @Test func `a missing design, or none, means that nothing is configured`() throws {
    try container.write([0x7B], container.layout.designs, "broken.json")
    try container.write(Array("{}".utf8), container.layout.designs, "empty.json")
    #expect(
      container.reader.photo(design: "broken", for: .small, at: now) == .placeholder(.fileMissing))
    for name in [nil, "none.json", "empty.json", "../escape.json", ""] {
      #expect(
        container.reader.photo(design: name, for: .small, at: now) == .placeholder(.notConfigured))
    }
    #expect(container.reader.photo(nil, for: .small, at: now) == .placeholder(.notConfigured))
  }

  @Test func `an image without a usable name is not prepared`() {
    for name in ["", "..", ".hidden", "a\\b"] {
      let image = ImageSpec(fileName: name)
      #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.notPrepared))
    }
    let entry = AlbumEntry(id: "1")
    #expect(container.reader.photo(entry, for: .small) == .placeholder(.notPrepared))
  }

  @Test func `an image outside the images folder is never shown`() throws {
    try Data(TestContainer.jpeg).write(to: container.url.appending(path: "outside.jpg"))
    let image = ImageSpec(fileName: "../outside.jpg")
    #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.fileMissing))
  }

  @Test func `a folder with the name of an image is not an image`() throws {
    let folder = container.url.appending(path: container.layout.images).appending(path: "a.jpg")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let image = ImageSpec(fileName: "a.jpg")
    #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.fileMissing))
  }

  @Test
  func `a store of a newer version and one with unreadable settings have their own placeholders`()
    throws
  {
    let image = ImageSpec(fileName: "a.jpg")
    try container.settings(#"{"version": 99}"#)
    #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.storeTooNew))
    try container.settings("nothing")
    #expect(container.reader.photo(image, for: .small, at: now) == .placeholder(.fileMissing))
  }

  @Test func `the container is missing if there is none or a file is in its place`() throws {
    let file = try container.image("a.jpg")
    for url in [nil, file, container.url.appending(path: "none")] {
      let reader = PhotoReader(container: url)
      #expect(reader.container == nil)
      #expect(
        reader.photo(ImageSpec(fileName: "a.jpg"), for: .small, at: now)
          == .placeholder(.containerMissing))
    }
  }

  @Test func `a container that comes or becomes readable later is shown by the same reader`() throws
  {
    let later = container.url.appending(path: "later")
    let reader = PhotoReader(container: later)
    let image = ImageSpec(fileName: "a.jpg")
    #expect(reader.photo(image, for: .small, at: now) == .placeholder(.containerMissing))
    let group = try TestContainer()
    try group.image("a.jpg")
    try group.settings("not yet")
    try FileManager.default.moveItem(at: group.url, to: later)
    #expect(reader.photo(image, for: .small, at: now) == .placeholder(.fileMissing))
    #expect(reader.timeline(for: .small, from: now).entries[0].display.file == nil)
    let settings = later.appending(path: ContainerLayout.privateFolder)
      .appending(path: ContainerLayout.settingsFile)
    try FileManager.default.removeItem(at: settings)
    #expect(reader.photo(image, for: .small, at: now).file?.lastPathComponent == "a.jpg")
  }

  @Test func `reading does not change the container`() throws {
    try container.image("a.jpg")
    let before = try TreeDigest(of: container.url)
    _ = container.reader.photo(ImageSpec(fileName: "a.jpg"), for: .small, at: now)
    _ = container.reader.photo(design: "none.json", for: .small, at: now)
    #expect(try TreeDigest(of: container.url) == before)
  }

  @Test func `the names of the placeholders are stable`() {
    #expect(
      PhotoPlaceholder.allCases.map(\.rawValue) == [
        "not-configured", "not-prepared", "file-missing", "store-too-new", "container-missing",
      ])
  }
}
