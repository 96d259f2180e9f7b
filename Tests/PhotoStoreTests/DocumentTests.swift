import Foundation
import PhotoGeometry
import PhotoStore
import Testing

private func object(_ text: String) -> [String: JSONValue] {
  JSONValue(compactText: text)?.object ?? [:]
}

@Suite struct `Documents` {
  @Test(arguments: ["{}", #"{"fileName":1,"height":"x","contentMode":"zoom","smartPhoto":[]}"#])
  func `have defaults for values that are missing or of the wrong type`(_ text: String) {
    #expect(ImageSpec(json: object(text)) == ImageSpec(fileName: ""))
    #expect(ImageSpec(fileName: "").height == 120)
    #expect(ImageSpec(fileName: "").cornerRadius == 16)
    #expect(ImageSpec(fileName: "").contentMode == .fill)
  }

  @Test(arguments: [(-1.0, 0.0, 0.0), (600, 512, 128), (64, 64, 64), (.nan, 0, 0)])
  func `have sizes limited to their ranges`(_ value: Double, _ height: Double, _ radius: Double) {
    let spec = ImageSpec(fileName: "a.jpg", height: value, cornerRadius: value)
    #expect((spec.height, spec.cornerRadius) == (height, radius))
  }

  @Test func `read the older key of the content mode`() {
    #expect(ImageSpec(json: object(#"{"crop":"fit"}"#)).contentMode == .fit)
    #expect(ImageSpec(json: object(#"{"crop":"fit","contentMode":"fill"}"#)).contentMode == .fill)
  }

  @Test func `are written with exactly the published app's keys`() {
    let variant = SmartPhotoVariantSpec(
      renderFileName: "m.jpg", cropRect: NormalizedRect(x: 0, y: 0.25, width: 1, height: 0.5),
      pixelSize: PixelSize(width: 1134, height: 530), straightenDegrees: 2.5,
      rotationQuarterTurns: -1)
    let spec = ImageSpec(
      fileName: "m.jpg", filter: PhotoFilterSpec(.noir, intensity: 0.5),
      smartPhoto: SmartPhotoSpec(
        masterFileName: "master.jpg", variants: [.medium: variant], algorithmVersion: 5,
        preparedAt: Date(timeIntervalSince1970: 1_767_614_400.75),
        shuffleManifestFileName: "album.json"))
    let text = """
      {"contentMode":"fill","cornerRadius":16,"crop":"fill","fileName":"m.jpg",\
      "filter":{"intensity":0.5,"token":"noir"},"height":120,\
      "smartPhoto":{"algorithmVersion":5,"masterFileName":"master.jpg",\
      "medium":{"cropRect":{"height":0.5,"width":1,"x":0,"y":0.25},\
      "pixelSize":{"height":530,"width":1134},"renderFileName":"m.jpg",\
      "rotationQuarterTurns":3,"straightenDegrees":2.5},\
      "preparedAt":"2026-01-05T12:00:00Z","shuffleManifestFileName":"album.json"}}
      """
    #expect(spec.json(dates: .iso8601).compactText == text)
    #expect(ImageSpec(json: object(text)).json(dates: .iso8601).compactText == text)
    #expect(spec.fileName(for: .medium) == "m.jpg")
    #expect(spec.fileName(for: .small) == "m.jpg")
    #expect(spec.allReferencedFileNames == ["m.jpg", "master.jpg"])
  }

  @Test func `keep keys they do not know, at every depth`() {
    let text = """
      {"contentMode":"fill","cornerRadius":16,"crop":"fill","fileName":"m.jpg",\
      "filter":{"intensity":1,"token":"from-a-newer-app"},"height":120,"new":[1.50,{"a":null}],\
      "smartPhoto":{"algorithmVersion":0,"masterFileName":"","new":true,\
      "preparedAt":"2001-01-01T00:00:00Z",\
      "small":{"cropRect":{"height":1,"new":1,"width":1,"x":0,"y":0},"new":2,\
      "pixelSize":{"height":1,"new":"x","width":1},"renderFileName":"s.jpg"}}}
      """
    #expect(ImageSpec(json: object(text)).json(dates: .iso8601).compactText == text)
  }

  @Test(
    arguments: [
      (45.5, 45.0), (-90, -45), (0.00009, nil), (-0.00009, nil), (0.0001, 0.0001), (nil, nil),
    ] as [(Double?, Double?)])
  func `bring angles into range`(_ degrees: Double?, _ expected: Double?) {
    #expect(variant(degrees: degrees).straightenDegrees == expected)
  }

  @Test(arguments: [(0, nil), (4, nil), (5, 1), (-1, 3), (-4, nil), (2, 2)] as [(Int, Int?)])
  func `bring turns into range`(_ turns: Int, _ expected: Int?) {
    #expect(variant(turns: turns).rotationQuarterTurns == expected)
  }

  private func variant(degrees: Double? = nil, turns: Int? = nil) -> SmartPhotoVariantSpec {
    SmartPhotoVariantSpec(
      renderFileName: "a", cropRect: .full, pixelSize: PixelSize(width: 1, height: 1),
      straightenDegrees: degrees, rotationQuarterTurns: turns)
  }

  @Test(
    arguments: [
      (#"{"x":-1,"y":2,"width":9,"height":9}"#, [0, 0.9999, 1, 0.0001]),
      (#"{"x":0.5,"y":0.5,"width":0,"height":-1}"#, [0.5, 0.5, 0.0001, 0.0001]),
      ("{}", [0, 0, 1, 1]),
    ] as [(String, [Double])])
  func `bring crops inside the picture`(_ text: String, _ expected: [Double]) throws {
    let rect = SmartPhotoVariantSpec(json: object(#"{"cropRect":"# + text + "}")).cropRect
    for (value, wanted) in zip([rect.x, rect.y, rect.width, rect.height], expected) {
      #expect(abs(value - wanted) < 1e-12)
    }
    #expect(rect.maxX <= 1 && rect.maxY <= 1)
  }

  @Test(
    arguments: [
      (#""2026-01-05T12:00:00Z""#, 1_767_614_400.0),
      (#""2026-01-05T13:00:00+01:00""#, 1_767_614_400),
      (#""2026-01-05T12:00:00.250Z""#, 1_767_614_400.25), ("0", 978_307_200),
      ("789307200.5", 1_767_614_400.5), (#""yesterday""#, nil), ("null", nil), ("{}", nil),
    ] as [(String, Double?)])
  func `read dates in both forms`(_ text: String, _ seconds: Double?) {
    #expect(JSONValue(compactText: text)?.date?.timeIntervalSince1970 == seconds)
  }

  @Test func `write dates in the form of their kind`() {
    let date = Date(timeIntervalSince1970: 1_767_614_400.999)
    #expect(JSONValue.date(date, as: .iso8601).compactText == #""2026-01-05T12:00:00Z""#)
    let number = JSONValue.date(Date(timeIntervalSince1970: 1_767_614_400.5), as: .referenceSeconds)
    #expect(number.compactText == "789307200.5")
  }

  @Test(arguments: [("none", 1.0), ("noir", 0.0), ("noir", -1.0)])
  func `have no filter if it would change nothing`(_ token: String, _ intensity: Double) throws {
    let token = try #require(PhotoFilterSpec.Token(rawValue: token))
    #expect(PhotoFilterSpec(token, intensity: intensity) == nil)
  }
}
