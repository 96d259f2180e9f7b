import FocusReading
import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@testable import Imaging

/// Whether two rectangles are the same but for rounding.
func isClose(_ rect: NormalizedRect, _ other: NormalizedRect) -> Bool {
  abs(rect.x - other.x) < 1e-9 && abs(rect.y - other.y) < 1e-9
    && abs(rect.width - other.width) < 1e-9 && abs(rect.height - other.height) < 1e-9
}

@Suite("Regions in metadata")
struct MetadataRegionTests {
  private func only(_ metadata: PhotoMetadata) throws -> FocusRegion {
    let regions = metadata.regions
    try #require(regions.count == 1, "\(regions)")
    return regions[0]
  }

  @Test(arguments: [
    (1, NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)),
    (2, NormalizedRect(x: 0.7, y: 0.2, width: 0.2, height: 0.4)),
    (3, NormalizedRect(x: 0.7, y: 0.4, width: 0.2, height: 0.4)),
    (4, NormalizedRect(x: 0.1, y: 0.4, width: 0.2, height: 0.4)),
    (5, NormalizedRect(x: 0.2, y: 0.1, width: 0.4, height: 0.2)),
    (6, NormalizedRect(x: 0.4, y: 0.1, width: 0.4, height: 0.2)),
    (7, NormalizedRect(x: 0.4, y: 0.7, width: 0.4, height: 0.2)),
    (8, NormalizedRect(x: 0.2, y: 0.7, width: 0.4, height: 0.2)),
  ])
  func `a face is turned with the picture`(orientation: Int, expected: NormalizedRect) throws {
    let xmp = XMPSample.mwg(
      "Face", "0.2", "0.4", "0.2", "0.4", size: PixelSize(width: 4000, height: 2000))
    let region = try only(PhotoMetadata(xmp, orientation: orientation))
    #expect(isClose(region.rect, expected), "\(region.rect)")
    #expect(region.kind == .face && region.weight == 1 && region.origin == .metadata)
  }

  @Test(arguments: 5...8)
  func `a face written for the upright picture is taken as it is`(orientation: Int) throws {
    let xmp = XMPSample.mwg(
      "Face", "0.2", "0.4", "0.2", "0.4", size: PixelSize(width: 2000, height: 4000))
    let rect = try only(PhotoMetadata(xmp, orientation: orientation)).rect
    #expect(isClose(rect, NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)))
  }

  @Test(arguments: [
    (PixelSize(width: 2000, height: 4000), 1), (PixelSize(width: 2000, height: 4000), 3),
    (PixelSize(width: 2000, height: 2000), 1), (PixelSize(width: 2000, height: 2000), 6),
  ])
  func `regions of a picture that has since been turned or cropped are ignored`(
    size: PixelSize, orientation: Int
  ) {
    let xmp = XMPSample.mwg("Face", "0.2", "0.4", "0.2", "0.4", size: size)
    #expect(PhotoMetadata(xmp, orientation: orientation).regions.isEmpty)
  }

  @Test(arguments: [
    ("Face", FocusRegion.Kind.face, 1.0), ("Pet", .animalFace, 1), ("Focus", .region, 0.2),
    ("", .region, 0.5),
  ])
  func `the type decides the kind and the weight`(
    type: String, kind: FocusRegion.Kind, weight: Double
  ) throws {
    let region = try only(PhotoMetadata(XMPSample.mwg(type, "0.3", "0.3", "0.1", "0.1")))
    #expect(region.kind == kind && region.weight == weight)
  }

  @Test func `a bar code and a focus point that was not used are no regions`() {
    #expect(
      PhotoMetadata(XMPSample.mwg("BarCode", "0.3", "0.3", "0.1", "0.1")).regions.isEmpty)
    let xmp = XMPSample.mwg("Focus", "0.3", "0.3", "0.1", "0.1").replacing(
      #"mwg-rs:Type="Focus""#,
      with: #"mwg-rs:Type="Focus" mwg-rs:FocusUsage="NotEvaluatedNotUsed""#)
    #expect(PhotoMetadata(xmp).regions.isEmpty)
  }

  @Test func `points, circles and pixels are understood`() throws {
    let point = XMPSample.mwg([("Focus", #"stArea:x="0.3" stArea:y="0.6""#)])
    #expect(
      try only(PhotoMetadata(point)).rect == NormalizedRect(x: 0.3, y: 0.6, width: 0, height: 0))
    let circle = XMPSample.mwg([("Face", #"stArea:x="0.5" stArea:y="0.5" stArea:d="0.2""#)])
    #expect(
      isClose(
        try only(PhotoMetadata(circle)).rect,
        NormalizedRect(x: 0.45, y: 0.4, width: 0.1, height: 0.2)))
    let pixels = XMPSample.mwg([
      (
        "Face",
        #"stArea:x="100" stArea:y="50" stArea:w="40" stArea:h="20" stArea:unit="pixel""#
      )
    ])
    #expect(
      isClose(
        try only(PhotoMetadata(pixels)).rect,
        NormalizedRect(x: 0.2, y: 0.2, width: 0.1, height: 0.1)))
  }

  @Test func `structures may be written as elements, with any prefix`() throws {
    let xmp = XMPSample.packet(
      """
      <r:Regions xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
        xmlns:a="http://ns.adobe.com/xmp/sType/Area#" rdf:parseType="Resource">
      <r:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
      <r:Type> Face </r:Type>
      <r:Area rdf:parseType="Resource"><a:x>0.2</a:x><a:y>
        0.4 </a:y><a:w><![CDATA[0.2]]></a:w><a:h>0&#46;4</a:h></r:Area>
      </rdf:li></rdf:Bag></r:RegionList></r:Regions>
      """)
    let rect = try only(PhotoMetadata(xmp)).rect
    #expect(isClose(rect, NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)))
  }

  @Test func `a region that extends over the edge is clipped`() throws {
    let rect = try only(PhotoMetadata(XMPSample.mwg("Face", "0.05", "0.95", "0.2", "0.2"))).rect
    #expect(isClose(rect, NormalizedRect(x: 0, y: 0.85, width: 0.15, height: 0.15)))
  }

  @Test(arguments: [
    ("nan", "0.5", "0.1", "0.1"), ("0.5", "inf", "0.1", "0.1"), ("1e308", "0.5", "0.1", "0.1"),
    ("0.5", "0.5", "1e308", "0.1"), ("0.5", "0.5", "-0.1", "0.1"), ("0.5", "0.5", "0", "0.1"),
    ("0.5", "0.5", "0", "0"), ("1.5", "0.5", "0.1", "0.1"), ("0.5", "-0.2", "0.1", "0.1"),
    ("0.5", "0.5", "3", "0.1"), ("", "", "", ""), ("0,5", "0.5", "0.1", "0.1"),
    ("1e999", "0.5", "0.1", "0.1"),
  ])
  func `invalid regions are ignored`(x: String, y: String, width: String, height: String) {
    #expect(PhotoMetadata(XMPSample.mwg("Face", x, y, width, height)).regions.isEmpty)
  }

  @Test func `more than 64 regions are all ignored`() {
    func xmp(_ count: Int) -> String {
      XMPSample.mwg(
        (0..<count).map { index in
          ("Face", XMPSample.area("\(0.01 * Double(index + 1))", "0.5", "0.005", "0.1"))
        })
    }
    #expect(PhotoMetadata(xmp(64)).regions.count == 64)
    #expect(PhotoMetadata(xmp(65)).regions.isEmpty)
  }

  @Test func `people tagged by Windows programs are faces`() throws {
    let xmp = XMPSample.people(["0.1, 0.2, 0.2, 0.4"])
    let region = try only(PhotoMetadata(xmp, orientation: 6))
    #expect(isClose(region.rect, NormalizedRect(x: 0.4, y: 0.1, width: 0.4, height: 0.2)))
    #expect(region.kind == .face)
    let nonsense = XMPSample.people(["0.1,0.2,0.3", "1,2,3,4,5", "a"])
    #expect(PhotoMetadata(nonsense).regions.isEmpty)
  }

  @Test func `IPTC rectangles, circles and polygons are understood in both units`() throws {
    let rectangle = [("rbShape", "rectangle"), ("rbX", "0.1"), ("rbY", "0.2"), ("rbW", "0.2")]
    let relative = rectangle + [("rbH", "0.4"), ("rbUnit", "relative")]
    #expect(
      isClose(
        try only(PhotoMetadata(XMPSample.iptc(relative))).rect,
        NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)))
    let pixels = [
      ("rbShape", "rectangle"), ("rbX", "40"), ("rbY", "40"), ("rbW", "80"), ("rbH", "80"),
      ("rbUnit", "pixel"),
    ]
    #expect(
      isClose(
        try only(PhotoMetadata(XMPSample.iptc(pixels))).rect,
        NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)))
    for (unit, x, y, radius) in [("relative", "0.5", "0.5", "0.1"), ("pixel", "200", "100", "40")] {
      let circle = [
        ("rbShape", "circle"), ("rbX", x), ("rbY", y), ("rbRx", radius), ("rbUnit", unit),
      ]
      #expect(
        isClose(
          try only(PhotoMetadata(XMPSample.iptc(circle))).rect,
          NormalizedRect(x: 0.4, y: 0.3, width: 0.2, height: 0.4)))
    }
    let vertices = [("0.1", "0.2"), ("0.3", "0.5"), ("0.2", "0.6")].map { x, y in
      """
      <rdf:li rdf:parseType="Resource"><Iptc4xmpExt:rbX>\(x)</Iptc4xmpExt:rbX>
      <Iptc4xmpExt:rbY>\(y)</Iptc4xmpExt:rbY></rdf:li>
      """
    }
    let polygon = XMPSample.iptc(
      [("rbShape", "polygon"), ("rbUnit", "relative")],
      vertices: """
        <Iptc4xmpExt:rbVertices><rdf:Seq>\(vertices.joined())</rdf:Seq></Iptc4xmpExt:rbVertices>
        """)
    #expect(
      isClose(
        try only(PhotoMetadata(polygon)).rect,
        NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.4)))
  }

  @Test(
    arguments: [
      (nil, nil, [0.5]), ("mainSubjectArea", nil, [1]), (nil, "human", [1]),
      ("subjectArea", nil, [0.5]), ("copyrightRegion", "human", []),
    ] as [(String?, String?, [Double])])
  func `role and type of an IPTC region decide its weight`(
    role: String?, type: String?, weights: [Double]
  ) {
    let xmp = XMPSample.iptc(
      [("rbShape", "circle"), ("rbX", "0.2"), ("rbY", "0.5"), ("rbRx", "0.1")], role: role,
      type: type)
    #expect(PhotoMetadata(xmp).regions.map(\.weight) == weights)
  }

  @Test func `a face stated by two schemas counts once`() {
    let mwg = XMPSample.mwg("Face", "0.2", "0.4", "0.2", "0.4")
    let people = XMPSample.people(["0.1, 0.2, 0.2, 0.4", "0.6, 0.2, 0.1, 0.2"])
    let start = people.firstRange(of: "<MP:RegionInfo>")?.lowerBound ?? people.endIndex
    let end = people.firstRange(of: "</MP:RegionInfo>")?.upperBound ?? people.endIndex
    let closing = "</rdf:Description></rdf:RDF>"
    let both = mwg.replacing(closing, with: String(people[start..<end]) + closing)
    #expect(PhotoMetadata(both).regions.count == 2)
  }
}

@Suite("Exif's main subject")
struct ExifSubjectTests {
  private let size = PixelSize(width: 400, height: 200)

  @Test(arguments: [
    ([80, 50], NormalizedRect(x: 0.2, y: 0.25, width: 0, height: 0)),
    ([80, 50, 40], NormalizedRect(x: 0.15, y: 0.15, width: 0.1, height: 0.2)),
    ([80, 50, 40, 20], NormalizedRect(x: 0.15, y: 0.2, width: 0.1, height: 0.1)),
  ])
  func `is a point, a circle or a rectangle with little weight`(
    area: [Int], expected: NormalizedRect
  ) {
    let regions = PhotoMetadata(exifSize: size, subjectArea: area).regions
    #expect(regions.count == 1)
    #expect(regions.allSatisfy { isClose($0.rect, expected) && $0.weight == 0.2 })
  }

  @Test func `is measured in the pixels that Exif states and turned with the picture`() {
    let metadata = PhotoMetadata(
      orientation: 6, exifSize: PixelSize(width: 4000, height: 2000),
      subjectArea: [800, 500, 400, 200])
    #expect(
      metadata.regions.allSatisfy {
        isClose($0.rect, NormalizedRect(x: 0.7, y: 0.15, width: 0.1, height: 0.1))
      } && metadata.regions.count == 1)
  }

  @Test(arguments: [
    [200, 100, 90, 50], [203, 98, 90, 50], [200, 100], [0, 0, 10, 10], [500, 100], [80, 50, 0],
    [80, 50, 600, 20], [80], [],
  ])
  func `is ignored in the middle of the photo or if it is invalid`(area: [Int]) {
    #expect(PhotoMetadata(exifSize: size, subjectArea: area).regions.isEmpty)
  }

  @Test func `is ignored in a picture that was turned when it was stored`() {
    let tall = PixelSize(width: 200, height: 400)
    let turned = PhotoMetadata(size: tall, exifSize: tall, subjectArea: [40, 100, 20, 20])
    #expect(turned.regions.isEmpty)
  }

  @Test func `is ignored if there are regions in XMP`() {
    let xmp = XMPSample.mwg("Face", "0.7", "0.4", "0.2", "0.4")
    let regions = PhotoMetadata(xmp, exifSize: size, subjectArea: [80, 50]).regions
    #expect(regions.map(\.kind) == [.face])
  }

  @Test(arguments: 1...8, [37396, 41492])
  func `is read from a file`(orientation: Int, tag: Int) throws {
    let stored = PixelSize(width: 480, height: 320)
    let area = tag == 37396 ? [120, 80, 48, 32] : [120, 80]
    let bytes = try JPEGSample.bytes(
      of: "orientation/1.jpg",
      with: [
        JPEGSample.exif(orientation: orientation, size: stored, subject: tag, area),
        JPEGSample.xmp(XMPSample.packet("<xmp:Rating>5</xmp:Rating>")),
      ])
    let metadata = try PhotoSource(bytes: bytes, name: "a.jpg").metadata
    #expect(metadata.size == stored && metadata.orientation == orientation)
    #expect(metadata.subjectArea == area && metadata.exifSize == stored)
    #expect(metadata.xmp.map { String(decoding: $0, as: UTF8.self).contains("Rating") } == true)
    #expect(metadata.regions.count == 1)
  }
}

extension PhotoMetadata {
  var facts: StatedFacts { StatedFacts(self) }

  /// The regions that the analysis takes where a person points at none.
  var regions: [FocusRegion] { facts.focus(pointedAt: []) }

  /// The metadata of a photo of 400×200 pixels as stored.
  init(
    _ xmp: String? = nil, size: PixelSize = PixelSize(width: 400, height: 200),
    orientation: Int = 1, exifSize: PixelSize? = nil, subjectArea: [Int] = []
  ) {
    self.init(
      xmp: xmp.map { Array($0.utf8) }, size: size, orientation: orientation, exifSize: exifSize,
      subjectArea: subjectArea)
  }
}
