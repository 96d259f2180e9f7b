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
    return CropsRequest(aspects: aspects, focus: focus, explains: explains, photo: bytes)
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
    let read = try #require(request.unpack(CropsRequest.pack(made)))
    #expect(try Self.lines(read) == Self.lines(made))
    #expect(read.material == made.material && read.material != nil)
    #expect(read.regions == made.regions && read.photo == made.photo)
  }

  @Test func `pictures arrive as they were made, and only as many of the format`() throws {
    let output = CropOutput("out", isFolder: true, format: .webp, longEdges: [40, 80])
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let request = CropsRequest(
      aspects: Self.aspects, focus: [], explains: true, form: CropForm(output), photo: bytes)
    #expect(CropsRequest(parts: request.parts)?.form == request.form)
    let made = try Self.crops(request)
    let packed = CropsRequest.pack(made)
    #expect(request.unpack(packed)?.files == made.files && made.files.count == 6)
    var changed = packed.values.object ?? [:]
    for lengths in [[1, 1, 1, 1, 1, 1], made.files.map(\.count).dropLast(), [-1, 1, 1, 1, 1, 1]] {
      changed["files"] = .array(lengths.map(JSONValue.integer))
      #expect(request.unpack(PackedProduct(values: .object(changed), files: packed.files)) == nil)
    }
    let other = made.files.map { [0xFF, 0xD8, 0xFF] + $0.dropFirst(3) }
    let jpegs = PackedProduct(
      values: packed.values, files: [packed.files[0], Array(other.joined())])
    #expect(request.unpack(jpegs) == nil)
    let fewer = PackedProduct(values: packed.values, files: [packed.files[0]])
    #expect(request.unpack(fewer) == nil)
  }

  @Test func `a request arrives as it was sent`() throws {
    let areas = [
      try #require(FocusArea(x: 0.1, y: 1 / 3.0)),
      try #require(
        FocusArea(NormalizedRect(x: 0.2, y: 0.25, width: 0.125, height: 0.7), kind: .face)),
    ]
    let sent = try Self.request("scenes/boats.jpg", explains: false, focus: areas)
    let read = try #require(CropsRequest(parts: sent.parts))
    #expect(read.aspects == sent.aspects && read.focus == areas && !read.explains)
    #expect(read.photo == sent.photo)
  }

  /// Answers of a worker that does harm: the JSON changed at a place, or the bytes.
  private static func packed() throws -> (request: CropsRequest, packed: PackedProduct) {
    let request = try Self.request(
      "scenes/boats.jpg", focus: [try #require(FocusArea(x: 0.5, y: 0.5))])
    return (request, CropsRequest.pack(try crops(request)))
  }

  @Test func `numbers that are none or out of bounds are refused, wherever they stand`() throws {
    let (request, packed) = try Self.packed()
    let count = packed.values.numberCount
    #expect(request.unpack(packed) != nil && count > 1000)
    // Crops come first by name, then maps and totals, then the photo and regions.
    for index in [Int](0..<60) + [count / 2] + [Int](count - 12..<count) {
      for value in [JSONValue.double(1e300), .double(-1e300), .null, .string("1")] {
        let values = packed.values.replacingNumber(index, with: value)
        let isRead = request.unpack(PackedProduct(values: values, files: packed.files)) != nil
        #expect(!isRead, "\(value) at \(index)")
      }
    }
  }

  @Test func `bytes that are missing or left over are refused`() throws {
    let (request, packed) = try Self.packed()
    let pictures = packed.files[0]
    for files in [[], [pictures.dropLast()], [pictures + [0]], [pictures, []]] {
      let changed = PackedProduct(values: packed.values, files: files.map(Array.init))
      #expect(request.unpack(changed) == nil)
    }
  }

  @Test func `rectangles outside of the photo, wrong counts and unknown words are refused`() throws
  {
    let (request, packed) = try Self.packed()
    let text = packed.values.compactText
    let photo = try #require(request.unpack(packed)).photo
    let crop = try #require(packed.values.object?["crops"]?.array?.first)
    let score = try #require(crop.object?["score"]).compactText
    let region = try #require(packed.values.object?["regions"]?.array?.first).compactText
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
      let isRead = request.unpack(PackedProduct(values: values, files: packed.files)) != nil
      #expect(!isRead, "\(to)")
    }
  }

  @Test func `a head arrives with its face, to a millionth of the photo`() throws {
    let request = try Self.request("scenes/boats.jpg", explains: false)
    let made = try Self.crops(request)
    let face = NormalizedRect(x: 0.25, y: 0.3, width: 0.2, height: 0.2)
    let head = NormalizedRect(x: 0.26, y: -0.2, width: 0.18, height: 0.333333)
    let regions = [head, nil].map {
      FocusRegion(face, weight: 0.5, kind: .face, origin: .detector, head: $0)
    }
    let sent = PhotoCrops(photo: made.photo, crops: made.crops, regions: regions, material: nil)
    #expect(request.unpack(CropsRequest.pack(sent))?.regions == regions)
  }

  @Test
  func `what explains crops is refused where nobody asked for it, and missed where somebody did`()
    throws
  {
    let (explaining, packed) = try Self.packed()
    let plain = try Self.request("scenes/boats.jpg", explains: false)
    #expect(plain.unpack(packed) == nil)
    #expect(explaining.unpack(CropsRequest.pack(try Self.crops(plain))) == nil)
  }
}
