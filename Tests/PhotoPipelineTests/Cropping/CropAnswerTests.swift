import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What workers answer about crops")
struct CropAnswerTests {
  private static let aspects = [
    AspectRatio(width: 1, height: 1), AspectRatio(width: 1134, height: 530),
    AspectRatio(width: 1, height: 9),
  ]

  private static func request(
    _ fixture: String, explains: Bool = true, focus: [FocusArea] = []
  ) throws -> CropsRequest {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    let wish = CropWish(aspects: aspects, focus: focus, explains: explains)
    return CropsRequest(wish: wish, photo: bytes)
  }

  private static func crops(_ request: CropsRequest) throws -> PhotoCrops {
    let setup = WorkerSetup(reading: ReadingSettings(), memory: IsolationSettings.standardMemory)
    return try request.product(setup, StepTimes())
  }

  private static func lines(_ crops: PhotoCrops) throws -> [String] {
    try zip(aspects, crops.crops).map {
      try CropReport(path: "a.jpg", aspect: $0, $1, of: crops).jsonLine()
    }
  }

  @Test(arguments: [
    "scenes/boats.jpg", "odd-sizes/panorama-20-to-1.jpg", "odd-sizes/1x400.png",
    "odd-sizes/1x1.png",
    "formats/rgba.png",
  ])
  func `crops, maps and small pictures arrive as they were made`(fixture: String) throws {
    let request = try Self.request(fixture)
    let made = try Self.crops(request)
    let read = try #require(SentAnswer(made, to: request).read)
    #expect(try Self.lines(read) == Self.lines(made))
    #expect(read.material == made.material && read.material != nil)
    #expect(read.regions == made.regions && read.photo == made.photo)
  }

  @Test func `pictures arrive as they were made, and only as many of the format`() throws {
    let output = CropOutput("out", isFolder: true, format: .webp, longEdges: [40, 80])
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let request = CropsRequest(
      wish: CropWish(aspects: Self.aspects, explains: true, form: output.form), photo: bytes)
    #expect(request.received?.wish.form == output.form)
    let made = try Self.crops(request)
    let sent = try SentAnswer(made, to: request)
    #expect(sent.read?.files == made.files && made.files.count == 6)
    let files = try #require(sent.json.object?["files"]?.object)
    for lengths in [[1, 1, 1, 1, 1, 1], made.files.map(\.count).dropLast(), [-1, 1, 1, 1, 1, 1]] {
      let lengths = JSONValue.array(lengths.map(JSONValue.integer))
      let changed = JSONValue.object(files.merging(["lengths": lengths]) { $1 })
      let json = JSONValue.object((sent.json.object ?? [:]).merging(["files": changed]) { $1 })
      #expect(sent.read(json) == nil)
    }
    var other = made
    other.files = made.files.map { [0xFF, 0xD8, 0xFF] + $0.dropFirst(3) }
    #expect(try SentAnswer(other, to: request).read == nil)
    other.files = Array(made.files.dropLast())
    #expect(try SentAnswer(other, to: request).read == nil)
  }

  @Test func `a request arrives as it was sent`() throws {
    let areas = [
      try #require(FocusArea(x: 0.1, y: 1 / 3.0)),
      try #require(
        FocusArea(NormalizedRect(x: 0.2, y: 0.25, width: 0.125, height: 0.7), kind: .face)),
    ]
    let sent = try Self.request("scenes/boats.jpg", explains: false, focus: areas)
    let read = try #require(sent.received)
    #expect(read.wish.aspects == Self.aspects && read.wish.focus == areas && !read.wish.explains)
    #expect(read.photo == sent.photo)
  }

  /// What a worker sends that explains crops.
  private static func sent() throws -> SentAnswer<CropsRequest> {
    let request = try Self.request(
      "scenes/boats.jpg", focus: [try #require(FocusArea(x: 0.5, y: 0.5))])
    return try SentAnswer(try crops(request), to: request)
  }

  @Test func `numbers that are none or out of bounds are refused, wherever they stand`() throws {
    let sent = try Self.sent()
    let count = sent.json.numberCount
    #expect(sent.read != nil && count > 1000)
    // Crops come first by name, then maps and totals, then the photo and regions.
    for index in [Int](0..<60) + [count / 2] + [Int](count - 12..<count) {
      for value in [JSONValue.double(1e300), .double(-1e300), .null, .string("1")] {
        let isRead = sent.read(sent.json.replacingNumber(index, with: value)) != nil
        #expect(!isRead, "\(value) at \(index)")
      }
    }
  }

  @Test func `bytes that are missing or left over are refused`() throws {
    var sent = try Self.sent()
    let pictures = sent.runs[0]
    for runs in [[], [pictures.dropLast()], [pictures + [0]], sent.runs + [[]]] {
      sent.runs = runs.map(Array.init)
      #expect(sent.read == nil)
    }
  }

  @Test func `rectangles outside of the photo, wrong counts and unknown words are refused`() throws
  {
    let sent = try Self.sent()
    let text = sent.json.compactText
    let photo = try #require(sent.read).photo
    let crop = try #require(sent.json.object?["crops"]?.array?.first)
    let score = try #require(crop.object?["score"]).compactText
    let region = try #require(sent.json.object?["regions"]?.array?.first).compactText
    #expect(text.contains(region))
    let changed = { (key: String, text: String) -> (String, String) in
      let value = JSONValue(compactText: text) ?? .null
      let other = JSONValue.object((crop.object ?? [:]).merging([key: value]) { $1 })
      return (crop.compactText, other.compactText)
    }
    let changes: [(String, String)] =
      [
        "[0,0,\(photo.width + 1),1]", "[-1,0,1,1]", "[0,\(photo.height),1,1]", "[0,0,0,1]",
        "[0,0,1,-1]", "[\(Int.max),0,\(Int.max),1]", "[0,0,1]", "[0,0,1,1.5]",
      ].map { changed("rect", $0) }
      + [#"["\u001b[2J"]"#, "[1]", #"["flat","flat"]"#, "null"].map { changed("flags", $0) }
      + [
        (crop.compactText, "null"), (crop.compactText, "\(crop.compactText),\(crop.compactText)"),
        (score, "{}"), (score, score.replacing("}", with: #","\u001b[2J":0}"#)),
        (region, region.replacing("hand", with: "nobody")),
        (region, region.replacing("\"region\"", with: #""\u001b[2J""#)), (region, "[]"),
        (region, region.replacing(#""weight""#, with: #""head":{},"weight""#)),
        ("\"photo\"", "\"foto\""), ("\"importance\"", "\"none\""),
        ("\"barrier-distance\"", "\"\\u001b]0;\""), ("\"barrier-distance\"", "\"<b>\""),
        ("\"material\":{", "\"material\":null,\"other\":{"), ("\"totals\":[", "\"totals\":[1,"),
        ("\"size\":[", "\"size\":[1,"), ("\"size\":[", "\"size\":[4000,4000],\"x\":["),
      ]
    for (from, to) in changes {
      let range = try #require(text.range(of: from), "\(from)")
      let values = try #require(
        JSONValue(compactText: text.replacingCharacters(in: range, with: to)), "\(to)")
      let isRead = sent.read(values) != nil
      #expect(!isRead, "\(to)")
    }
  }

  @Test func `a head arrives with its face, to the bit`() throws {
    let request = try Self.request("scenes/boats.jpg", explains: false)
    let made = try Self.crops(request)
    let face = NormalizedRect(x: 0.25, y: 0.3, width: 0.2, height: 0.2)
    let head = NormalizedRect(x: 0.26, y: -0.2, width: 0.18, height: 1 / 3.0)
    let regions = [head, nil].map {
      FocusRegion(face, weight: 0.5, kind: .face, origin: .detector, head: $0)
    }
    let sent = PhotoCrops(photo: made.photo, crops: made.crops, regions: regions, material: nil)
    #expect(try SentAnswer(sent, to: request).read?.regions == regions)
  }

  @Test
  func `material that explains crops is refused unless requested, and required if requested`()
    throws
  {
    let explaining = try Self.sent()
    let plain = try Self.request("scenes/boats.jpg", explains: false)
    #expect(SentAnswer(explaining.json, runs: explaining.runs, to: plain).read == nil)
    #expect(try SentAnswer(try Self.crops(plain), to: explaining.request).read == nil)
  }
}
