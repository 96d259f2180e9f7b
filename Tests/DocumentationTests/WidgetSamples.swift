import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

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
    let widget = WidgetPhotos(groupContainer: directory.url, decoder: BytesDecoder())
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
    let timeline = try AlbumEntries(
      of: "album.json", in: directory.url, family: .large,
      from: Date(timeIntervalSinceReferenceDate: 0))
    let entries = timeline.entries
    #expect(entries.count == 2)
    #expect(entries.allSatisfy { $0.display.file?.lastPathComponent == "a.jpg" })
    #expect(timeline.reload == Date(timeIntervalSinceReferenceDate: 7200))
  }
}
