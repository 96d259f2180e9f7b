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
    let count = packed.files[0].count / 8
    #expect(request.unpack(packed) != nil && count > 1000)
    // Scores, confidences and regions come first, then totals and maps.
    for index in Array(0..<40) + [count / 2, count - 1] {
      for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
        var files = packed.files
        let bytes = withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
        files[0].replaceSubrange(8 * index..<8 * index + 8, with: bytes)
        #expect(
          request.unpack(PackedProduct(values: packed.values, files: files)) == nil,
          "\(value) at \(index)")
      }
    }
  }

  @Test func `bytes that are missing or left over are refused`() throws {
    let (request, packed) = try Self.packed()
    for index in packed.files.indices {
      for change in [-8, -1, 1, 8] {
        var files = packed.files
        files[index] =
          change < 0
          ? Array(files[index].dropLast(-change))
          : files[index] + [UInt8](repeating: 0, count: change)
        #expect(request.unpack(PackedProduct(values: packed.values, files: files)) == nil)
      }
    }
    for files in [[], [packed.files[0]], packed.files + [[]]] {
      #expect(request.unpack(PackedProduct(values: packed.values, files: files)) == nil)
    }
  }

  @Test func `rectangles outside of the photo, wrong counts and unknown words are refused`() throws
  {
    let (request, packed) = try Self.packed()
    let text = packed.values.compactText
    let photo = try #require(request.unpack(packed)).photo
    let crop = try #require(packed.values.object?["crops"]?.array?.first).compactText
    let region = #"["region","hand"]"#
    #expect(text.contains(region))
    let changes: [(String, String)] =
      [
        "[[0,0,\(photo.width + 1),1],[]]", "[[-1,0,1,1],[]]", "[[0,\(photo.height),1,1],[]]",
        "[[0,0,0,1],[]]", "[[0,0,1,-1],[]]", "[[\(Int.max),0,\(Int.max),1],[]]", "[[0,0,1],[]]",
        "[[0,0,1,1.5],[]]", "[[0,0,1,1]]", #"[[0,0,1,1],["\u001b[2J"]]"#, "[[0,0,1,1],[1]]",
        #"[[0,0,1,1],["flat","flat"]]"#, "null", "\(crop),\(crop)",
      ].map { (crop, $0) } + [
        (region, #"["region","nobody"]"#), (region, #"["\u001b[2J","hand"]"#), (region, "[]"),
        (region, "\(region),\(region)"), ("\"photo\"", "\"foto\""), ("\"importance\"", "\"none\""),
        ("\"barrier-distance\"", "\"\\u001b]0;\""), ("\"barrier-distance\"", "\"<b>\""),
        ("\"material\":{", "\"material\":null,\"other\":{"), ("\"totals\":[", "\"totals\":[1,"),
        ("\"size\":[", "\"size\":[1,"), ("\"size\":[", "\"size\":[4000,4000],\"x\":["),
      ]
    for (from, to) in changes {
      let range = try #require(text.range(of: from), "\(from)")
      let values = try #require(
        JSONValue(compactText: text.replacingCharacters(in: range, with: to)), "\(to)")
      #expect(request.unpack(PackedProduct(values: values, files: packed.files)) == nil, "\(to)")
    }
  }

  @Test func `a head arrives with its face, and no other word than its own`() throws {
    let request = try Self.request("scenes/boats.jpg", explains: false)
    let made = try Self.crops(request)
    let face = NormalizedRect(x: 0.25, y: 0.3, width: 0.2, height: 0.2)
    let head = NormalizedRect(x: 0.26, y: 0.2, width: 0.18, height: 1 / 3.0)
    let regions = [head, nil].map {
      FocusRegion(face, weight: 0.5, kind: .face, origin: .detector, head: $0)
    }
    let sent = PhotoCrops(photo: made.photo, crops: made.crops, regions: regions, material: nil)
    let packed = CropsRequest.pack(sent)
    #expect(request.unpack(packed)?.regions == regions)
    let text = packed.values.compactText
    for (word, other) in [
      (#","head""#, #","hat""#), (#","head""#, ""), (#","head""#, #","head","head""#),
    ] {
      #expect(text.contains(word))
      let values = try #require(
        JSONValue(compactText: text.replacingOccurrences(of: word, with: other)))
      #expect(request.unpack(PackedProduct(values: values, files: packed.files)) == nil)
    }
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
