import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

#if canImport(ImageIO)
  import ImageIODecoding
#endif

// The code of "Show a prepared photo in a widget", word for word: see DocumentationTests.

#if canImport(ImageIO)
  let decoder = ImageIODecoder(longEdge: 1134)
#endif

/// What a widget's view draws.
enum Picture<Image> {
  case photo(Image)
  case guide(PhotoPlaceholder)
}

/// A widget extension, less its views.
struct Widget<Decoder: ImageDecoder> {
  let reader: PhotoReader
  let loader: ImageLoader<Decoder>

  init(groupContainer: URL?, decoder: Decoder) {
    let reader = PhotoReader(container: groupContainer)
    let loader = ImageLoader(decoder: decoder, limits: .widgetExtension)
    self.reader = reader
    self.loader = loader
  }

  func picture(design: String?, family: RenderFamily, date: Date) -> Picture<Decoder.Image> {
    switch reader.photo(design: design, for: family, at: date) {
    case .file(let file):
      (try? loader.imageNow(at: file)).map(Picture.photo) ?? .guide(.fileMissing)
    case .placeholder(let reason):
      .guide(reason)
    }
  }

  func entries(
    of name: String, in container: PhotoContainer, frames: WidgetFrames, now: Date
  ) throws -> [(Date, PhotoDisplay)] {
    var entries: [(Date, PhotoDisplay)] = []
    let album = try container.album(name)
    let timeline = album.timeline(from: now, rendersOf: frames[.large])
    for item in timeline.items {
      entries.append((item.date, reader.photo(item.entry, for: .large)))
    }
    return entries
  }

  func giveMemoryBack() {
    loader.cache.respond(to: .warning)
  }
}

/// A decoder that takes a file's bytes for the image.
private struct BytesDecoder: ImageDecoder {
  func byteCost(of file: URL) throws -> Int { try Data(contentsOf: file).count }
  func decode(_ file: URL) throws -> DecodedImage<Data> {
    let data = try Data(contentsOf: file)
    return DecodedImage(data, byteCost: data.count)
  }
}

@Suite struct `The widget of the documentation` {
  let directory: TemporaryDirectory
  let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xD9])

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["WidgetWeaverImages", "WidgetWeaverSmartPhoto", "Designs"] {
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: folder), withIntermediateDirectories: true)
    }
    try jpeg.write(to: directory.url.appending(path: "WidgetWeaverImages/a.jpg"))
    let design = Data(#"{"fileName": "a.jpg"}"#.utf8)
    try design.write(to: directory.url.appending(path: "Designs/a.json"))
  }

  @Test func `draws the photo, and a guide where there is none`() throws {
    let widget = Widget(groupContainer: directory.url, decoder: BytesDecoder())
    let date = Date(timeIntervalSinceReferenceDate: 0)
    guard case .photo(jpeg) = widget.picture(design: "a.json", family: .small, date: date) else {
      Issue.record("The photo is not drawn.")
      return
    }
    guard case .guide(.notConfigured) = widget.picture(design: nil, family: .small, date: date)
    else {
      Issue.record("The guide is not drawn.")
      return
    }
    #expect(widget.loader.cache.count == 1)
    widget.giveMemoryBack()
    #expect(widget.loader.cache.count == 0)
  }

  @Test func `plans an album's timeline`() throws {
    let renders = Dictionary(
      uniqueKeysWithValues: RenderFamily.allCases.map { ($0, AlbumRender(autoFile: "a.jpg")) })
    let album = Album(
      sourceID: "samples", entries: ["1", "2", "3"].map { AlbumEntry(id: $0, renders: renders) })
    let file = directory.url.appending(path: "WidgetWeaverSmartPhoto/album.json")
    try Data(album.bytes).write(to: file)
    let widget = Widget(groupContainer: directory.url, decoder: BytesDecoder())
    let entries = try widget.entries(
      of: "album.json", in: try #require(widget.reader.container),
      frames: WidgetScreen.largestPhone.frames, now: Date(timeIntervalSinceReferenceDate: 0))
    #expect(entries.count == 2)
    #expect(entries.allSatisfy { $0.1.file?.lastPathComponent == "a.jpg" })
  }
}
