import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

private func sample(
  sources: [SourceName] = [SourceName("b.jpg"), SourceName("a.jpg")], at seconds: Double = 1.8e9,
  analysis: JSONValue = .null
) throws -> PhotoRecord {
  let digest = try #require(ContentDigest(String(repeating: "0123456789abcdef", count: 4)))
  let recipeID = try #require(RecipeID("89abcdef"))
  let id = RecordID(photo: PhotoID(digest), recipe: recipeID)
  func file(_ role: StoredFileName.Role) -> StoredFile {
    StoredFile(
      name: StoredFileName(role, of: id), byteCount: 1000, digest: digest,
      size: PixelSize(width: 530, height: 530), quality: role == .master ? nil : 80)
  }
  let crop = FamilyCrop(
    rect: NormalizedRect(x: 0.1, y: 0.2, width: 0.5, height: 0.6),
    pixelSize: PixelSize(width: 500, height: 600), score: ["edges": 0.3, "total": 1],
    flags: ["z", "a", "z"])
  return PhotoRecord(
    PhotoPreparation(
      digest: digest, recipe: Recipe(algorithmVersion: 7), recipeID: recipeID, sources: sources,
      uprightSize: PixelSize(width: 1000, height: 1000), format: "heif", master: file(.master),
      renders: PerFamily(RenderFamily.always) { file(.render($0)) },
      crops: PerFamily(small: crop, medium: crop, large: crop), flags: ["lowResolution"],
      analysis: analysis),
    preparedAt: Date(timeIntervalSince1970: seconds))
}

@Suite struct `A record` {
  @Test(arguments: [(1 << 32, true), (1 << 32 + 1, false), (Int.max, false)])
  func `gives no file more bytes than can be summed`(byteCount: Int, isRead: Bool) throws {
    let text = String(decoding: try sample().bytes, as: UTF8.self)
      .replacing("\"bytes\": 1000", with: "\"bytes\": \(byteCount)")
    let record = try? PhotoRecord(bytes: Array(text.utf8), path: "record.json")
    #expect((record?.preparation.master.byteCount == byteCount) == isRead)
    #expect((record != nil) == isRead)
  }

  @Test func `reads back as it was written`() throws {
    let analysis = try #require(JSONValue(compactText: #"{"peaks":[{"x":0.5}],"n":1.0}"#))
    let record = try sample(analysis: analysis)
    let again = try PhotoRecord(bytes: record.bytes, path: "record.json")
    #expect(again == record)
    #expect(again.bytes == record.bytes)
    #expect(again.preparation.sources == [SourceName("a.jpg"), SourceName("b.jpg")])
    #expect(again.preparation.crops.small.flags == ["a", "z"])
    #expect(record.id.fileName == "0123456789abcdef-89abcdef.json")
  }

  @Test func `names the decoder of the photo if it is known`() throws {
    var preparation = try sample().preparation
    #expect(preparation.json.object?["decoder"] == nil)
    preparation.decoder = "libheif 1.15.1"
    let json = preparation.json
    #expect(json.object?["decoder"] == .string("libheif 1.15.1"))
    let again = try PhotoPreparation(json: json.object ?? [:], path: "record.json")
    #expect(again == preparation && again.unknownKeys.isEmpty)
    #expect(again.id == (try sample().id))
  }

  @Test func `ignores flags that are not valid names`() throws {
    let bytes = try sample(analysis: .null).bytes
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("\"lowResolution\"", with: "\"lowResolution\", \"a b\", \"<i>\", \"\", \"é\"")
    let record = try PhotoRecord(bytes: Array(text.utf8), path: "record.json")
    #expect(text.contains("<i>") && record.preparation.flags == ["lowResolution"])
  }

  @Test func `is an image that any reader of designs understands`() throws {
    let record = try sample()
    let object = try #require(JSONValue.parsing(record.bytes, path: "record.json").object)
    let image = ImageSpec(json: object)
    #expect(image.fileName == "smart-medium-0123456789abcdef-89abcdef.jpg")
    #expect(image.smartPhoto?.masterFileName == "smart-master-0123456789abcdef-89abcdef.jpg")
    #expect(image.fileName(for: .large) == "smart-large-0123456789abcdef-89abcdef.jpg")
    #expect(image.unknownKeys.keys.sorted() == ["photoprep"])
    #expect(object["smartPhoto"]?.object?["preparedAt"]?.string == "2027-01-15T08:00:00Z")
  }

  @Test func `keeps keys it does not know, at every depth`() throws {
    let record = try sample()
    var text = String(decoding: record.bytes, as: UTF8.self)
    text = text.replacing(#""format": "heif","#, with: #""format": "heif", "new": [1.0],"#)
    text = text.replacing(#""qualityStep": 5"#, with: #""qualityStep": 5, "new": 2"#)
    let again = try PhotoRecord(bytes: Array(text.utf8), path: "record.json")
    let value = try JSONValue.parsing(again.bytes, path: "record.json").object?["photoprep"]
    #expect(value?.object?["new"]?.compactText == "[1.0]")
    #expect(value?.object?["recipe"]?.object?["new"]?.integer == 2)
    #expect(value?.object?["format"]?.string == "heif")
  }

  @Test func `is refused when cut off anywhere`() throws {
    let bytes = try sample().bytes
    var generator = SplitMix64(seed: 7)
    for _ in 0..<40 {
      let count = Int.random(in: 0..<bytes.count - 2, using: &generator)
      #expect(throws: PhotoprepError.self) {
        try PhotoRecord(bytes: Array(bytes.prefix(count)), path: "record.json")
      }
    }
  }

  @Test(arguments: [
    (#""photoprep""#, #""x""#, PhotoprepError.Code.unreadableDocument),
    (#""version": 1"#, #""version": 3"#, .documentTooNew),
    (#""version": 1"#, #""version": "1""#, .unreadableDocument),
    (#""recipeID": "89abcdef""#, #""recipeID": "89ABCDEF""#, .unreadableDocument),
    (#""qualityFloor": 65"#, #""qualityFloor": null"#, .unreadableDocument),
    (#""bytes": 1000"#, #""bytes": -1"#, .unreadableDocument),
    (#""sha256""#, #""sha1""#, .unreadableDocument),
    (#""crops""#, #""crop""#, .unreadableDocument),
  ])
  func `is refused when required values are missing or wrong`(
    _ text: String, _ other: String, _ code: PhotoprepError.Code
  ) throws {
    let record = String(decoding: try sample().bytes, as: UTF8.self)
    let changed = record.replacing(text, with: other)
    #expect(changed != record)
    let error = #expect(throws: PhotoprepError.self) {
      try PhotoRecord(bytes: Array(changed.utf8), path: "record.json")
    }
    #expect(error?.code == code)
  }

  @Test func `merges into the same record whichever of two came first`() throws {
    let (a, b) = (SourceName("a.jpg"), SourceName("b.jpg"))
    let first = try sample(sources: [a])
    let second = try sample(sources: [b], at: 1.9e9)
    let joined = second.merged(over: first)
    #expect(joined.preparation == (try sample(sources: [a, b]).preparation))
    #expect(joined.image == first.image)
    #expect(joined.merged(over: joined) == joined)
  }

  @Test func `takes the newer content when it differs`() throws {
    let first = try sample(at: 1.8e9)
    let second = try sample(at: 1.9e9, analysis: .bool(true))
    #expect(second.merged(over: first).image == second.image)
  }

  @Test func `keeps nothing of a record about other bytes whose digest begins alike`() throws {
    var other = try sample(sources: [SourceName("b.jpg")])
    let start = String(other.preparation.digest.description.prefix(16))
    let digest = start + String(repeating: "0", count: 48)
    other.preparation.digest = try #require(ContentDigest(digest))
    other.preparation.hand = HandWork(revision: 9, stars: 1)
    let own = try sample()
    #expect(other.id == own.id)
    #expect(own.merged(over: other) == own)
  }
}

@Suite struct `A recipe` {
  @Test func `has the published app's numbers`() {
    let recipe = Recipe(algorithmVersion: 1)
    #expect(
      recipe.json.compactText == """
        {"algorithmVersion":1,"background":"#000000","encoderRevision":5,\
        "frames":{"large":{"height":1182,"width":1134},"medium":{"height":530,"width":1134},\
        "small":{"height":530,"width":530}},\
        "master":{"byteLimit":2500000,"longEdge":3072,"quality":88},"qualityFloor":65,\
        "qualityStep":5,"renders":{"large":{"byteLimit":900000,"quality":85},\
        "medium":{"byteLimit":650000,"quality":85},"small":{"byteLimit":450000,"quality":85}},\
        "subjects":"none"}
        """)
    #expect(Recipe(json: recipe.json) == recipe)
  }

  @Test func `has all its values in its JSON`() throws {
    let plain = Recipe(algorithmVersion: 1)
    let area = try #require(FocusArea(NormalizedRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)))
    let other = Recipe(
      algorithmVersion: 2, encoderRevision: 4, frames: WidgetScreen.largestPad.frames,
      master: Recipe.Master(longEdge: 2000, quality: 90, byteLimit: 1_000_000),
      renders: Recipe.standardRenders(
        of: WidgetScreen.largestPad.frames.families, quality: 80), qualityFloor: 60, qualityStep: 3,
      background: "#ffffff", subjects: "heads", analysis: "learned-1a2b3c4d", focus: [area],
      zooms: true, text: TextArea(side: "bottom"), filter: PhotoFilterSpec(.noir, intensity: 0.5),
      codec: "imageio-1", fit: .heads, gainMaps: true)
    for (one, two) in zip(Mirror(reflecting: plain).children, Mirror(reflecting: other).children) {
      #expect("\(one.value)" != "\(two.value)", "\(one.label ?? "") is not set here.")
    }
    #expect(Recipe(json: other.json) == other)
  }
}

@Suite struct `A container` {
  @Test func `can be missing, the app's own, or a store`() throws {
    let directory = try TemporaryDirectory()
    let none = directory.url.appending(path: "none")
    #expect(throws: PhotoprepError.self) { try PhotoContainer(url: none) }
    let container = try PhotoContainer(url: directory.url)
    #expect(container.layout == .standard)
    #expect(try container.recordIDs() == [])
  }

  @Test func `has its images in one folder, whatever path a name contains`() throws {
    let directory = try TemporaryDirectory()
    let images = directory.url.appending(path: "WidgetWeaverImages")
    let container = try PhotoContainer(url: directory.url)
    #expect(container.imageURL("../../etc/passwd") == images.appending(path: "passwd"))
  }
}
