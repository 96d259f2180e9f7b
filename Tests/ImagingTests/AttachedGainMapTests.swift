import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Gain maps of JPEGs") struct AttachedGainMapTests {
  private typealias Numbers = [(numerator: Int, denominator: Int)]

  /// Headrooms 0 and 2, then one channel: gains from -0.5 to 2.5, gamma 1, offsets of 1/64 and 0.
  private static let usual: Numbers = [
    (0, 1), (2, 1), (-1, 2), (5, 2), (1, 1), (1, 64), (0, 1),
  ]

  private func iso(
    _ numbers: Numbers = usual, version: Int = 0, flags: Int = 0x40
  ) -> [UInt8] {
    version.bigEndian(bytes: 2) + [0, 0, UInt8(flags)]
      + numbers.flatMap { $0.numerator.bigEndian(bytes: 4) + $0.denominator.bigEndian(bytes: 4) }
  }

  private func source(_ name: String) throws -> PhotoSource {
    let bytes = try fixture("formats/\(name)")
    return try PhotoSource(bytes: bytes, name: name)
  }

  private static func metadata() throws -> GainMapMetadata {
    let fraction = { try #require(GainMapMetadata.Fraction($0)) }
    let channels = try [1.5, 2, 2.25].map {
      GainMapMetadata.Channel(
        minimum: try fraction(-0.5), maximum: try fraction($0), gamma: try fraction(1),
        baseOffset: try fraction(1 / 64), alternateOffset: try fraction(0))
    }
    return try #require(
      GainMapMetadata(
        channels, baseHeadroom: try fraction(0), alternateHeadroom: try fraction(2.25)))
  }

  @Test func `numbers of ISO 21496-1 are written as they were read`() throws {
    let one = try #require(GainMapMetadata(iso: iso()))
    #expect(one.channels.count == 1 && one.channels[0].minimum.value == -0.5)
    #expect(one.channels[0].baseOffset.value == 1 / 64 && one.alternateHeadroom.value == 2)
    #expect(one.iso == iso())
    let three = Self.usual + Self.usual.suffix(5).map { ($0 * 3, $1 * 2) } + Self.usual.suffix(5)
    let bytes = iso(three, flags: 0xC0)
    #expect(GainMapMetadata(iso: bytes)?.iso == bytes)
    // What a later writer adds is passed over.
    #expect(GainMapMetadata(iso: iso() + [1, 2, 3])?.iso == iso())
  }

  @Test func `three equal channels are read as one`() throws {
    let bytes = iso(Self.usual + Self.usual.suffix(5) + Self.usual.suffix(5), flags: 0xC0)
    #expect(GainMapMetadata(iso: bytes)?.iso == iso())
  }

  @Test func `numbers with a common denominator, as libultrahdr writes them, are read`() throws {
    let numerators = [0, 128, -32, 160, 64, 1, 0]
    let bytes =
      ([64] + numerators).reduce([0, 0, 0, 0, 0x48]) { $0 + $1.bigEndian(bytes: 4) }
    let read = try #require(GainMapMetadata(iso: bytes))
    let usual = try #require(GainMapMetadata(iso: iso()))
    #expect(read.channels[0].maximum.value == usual.channels[0].maximum.value)
    #expect(read.channels[0].baseOffset.value == usual.channels[0].baseOffset.value)
    #expect(read.alternateHeadroom.value == usual.alternateHeadroom.value)
  }

  @Test func `numbers that are cut off, of a later version or invalid are not read`() {
    for count in 0..<iso().count {
      #expect(GainMapMetadata(iso: Array(iso().prefix(count))) == nil)
    }
    #expect(GainMapMetadata(iso: iso(version: 1)) == nil)
    // The photo as the brighter picture, and a flag that has no meaning yet.
    #expect(GainMapMetadata(iso: iso(flags: 0x44)) == nil)
    #expect(GainMapMetadata(iso: iso(flags: 0x41)) == nil)
    // By place: no denominator; no headroom; a minimum above the maximum; gamma 0; 2⁶⁵ times brighter.
    for (place, number) in [
      (1, (2, 0)), (1, (0, 1)), (2, (3, 1)), (4, (0, 1)), (3, (65, 1)), (0, (3, 1)),
    ] {
      var numbers = Self.usual
      numbers[place] = number
      #expect(GainMapMetadata(iso: iso(numbers)) == nil, "\(place) \(number)")
    }
  }

  @Test func `a gain map is found by the index, or behind the photo if there is no index`() throws {
    let indexed = try #require(try source("gain-map.jpg").attachedGainMaps.first)
    #expect(indexed.isGrey && indexed.iso == nil && indexed.xmp != nil && indexed.stream != nil)
    let following = try #require(try source("gain-map-colours.jpg").attachedGainMaps.first)
    #expect(!following.isGrey && following.iso?.count == 141 && following.xmp == nil)
    #expect(try source("progressive.jpg").attachedGainMaps.isEmpty)
    #expect(try source("rgb.png").attachedGainMaps.isEmpty)
  }

  @Test func `three gains for Display P3 still apply in Display P3 when the picture is sRGB`()
    throws
  {
    /// What is read back of a fixture's map; `nil` stands for its file.
    func written(_ name: String, _ change: (inout [UInt8]) -> Void = { _ in }) throws
      -> AttachedGainMap
    {
      var bytes = try fixture("formats/\(name)")
      change(&bytes)
      let photo = try PhotoSource(bytes: bytes, name: name)
      let file = try #require(photo.attachedGainMaps.first)
      let metadata = try file.iso.map { try #require(GainMapMetadata(iso: $0)) } ?? Self.metadata()
      let map = try #require(GainMap(file, metadata, of: photo)).decoded(forPhotoAt: 1)
      let raster = try photo.decode(atLeast: 1, background: .black)
      let made = try raster.encoded(
        EncodingPolicy(quality: 80, byteLimit: nil), with: try map.encoded(map.raster))
      return try #require(AttachedGainMap.gainMaps(inJPEG: ByteView(made.bytes)).first)
    }
    let wide = try written("gain-map-colours.jpg")
    #expect(wide.isInP3 && !wide.isPhotoInP3 && wide.iso?[4] == 0x80)
    // The photo's profile under another name, so that it counts as sRGB.
    let plain = try written("gain-map-colours.jpg") { bytes in
      if let profile = Data(bytes).range(of: Data("acsp".utf8)) {
        bytes[profile.lowerBound] = UInt8(ascii: "x")
      }
    }
    #expect(!plain.isInP3 && plain.iso?[4] == 0xC0)
    #expect(ColourProfile(DisplayP3.bytes)?.isDisplayP3 == true)
    #expect(ColourProfile(SRGBProfile.bytes)?.isDisplayP3 == false)
  }

  @Test func `one gain for all colours is the same in every space`() throws {
    let file = try #require(try source("gain-map.jpg").attachedGainMaps.first)
    var metadata = try #require(GainMapMetadata(iso: iso(flags: 0)))
    #expect(!metadata.usesBaseColours && metadata.iso == iso(flags: 0))
    let map = try #require(GainMap(file, metadata, of: try source("gain-map.jpg")))
    let decoded = try map.decoded(forPhotoAt: 1)
    metadata.usesBaseColours = true
    #expect(decoded.metadata == metadata)
  }

  @Test func `a HEIC's gain map is found`() throws {
    #expect(try source("gain-map-single.heic").claimsGainMap)
    #expect(try !source("hevc.heic").claimsGainMap)
  }

  @Test(arguments: ["gain-map.jpg", "gain-map-colours.jpg"])
  func `a file cut anywhere behind the photo is the same photo, with the map or without`(
    name: String
  ) throws {
    let bytes = try fixture("formats/\(name)")
    var segments = JPEGSegments(ByteView(bytes))
    while try segments.next() != nil {}
    let end = try #require(segments.pictureEnd)
    for count in end...bytes.count {
      let found = AttachedGainMap.gainMaps(inJPEG: ByteView(Array(bytes.prefix(count))))
      #expect(found.count <= 1 && (found.first?.stream != nil) == (count == bytes.count))
    }
    #expect(try PhotoSource(bytes: Array(bytes.prefix(end)), name: name).header.size.area > 0)
  }

  @Test func `an index that names one map again and again costs no more than the file`() throws {
    let bytes = try fixture("formats/gain-map.jpg")
    let known = try #require(AttachedGainMap.gainMaps(inJPEG: ByteView(bytes)).first?.stream)
    // 100 entries that reach from the map to far beyond the file's end.
    let map = bytes.count - 1117
    let entry = [3, Int(UInt32.max), map + 1544 - 10, 0].flatMap { little($0, 4) }
    let index =
      Array("MPF\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 2, 0xB0, 7, 0]
      + [1600, 26, 0].flatMap { little($0, 4) } + Array(repeatElement(entry, count: 100).joined())
    let lying =
      bytes.prefix(2) + JPEGFile.segment(0xE2, index) + bytes.dropFirst(92)
    let found = AttachedGainMap.gainMaps(inJPEG: ByteView(Array(lying)))
    #expect(found.count < 8 && found.allSatisfy { $0.stream == nil || $0.stream == known })
  }

  @Test func `segments that end inside their own label are skipped`() throws {
    let bytes = try fixture("formats/gain-map.jpg")
    for label in ["MPF\0MM\0*", "ICC_PROFILE\0\u{1}\u{1}"] {
      // A length of 2: the label stands behind the segment.
      let short = bytes.prefix(2) + [0xFF, 0xE2, 0, 2] + Array(label.utf8) + bytes.dropFirst(2)
      #expect(AttachedGainMap.gainMaps(inJPEG: ByteView(Array(short))).count <= 1)
    }
  }

  @Test func `a map of another shape, or larger than the photo, is not taken as its gain map`()
    throws
  {
    let photo = try source("gain-map.jpg")
    let file = try #require(photo.attachedGainMaps.first)
    let metadata = try Self.metadata()
    #expect(GainMap(file, metadata, of: photo) != nil)
    // Upright instead of on its side, and far smaller than the map.
    #expect(GainMap(file, metadata, of: try source("progressive.jpg")) == nil)
    let small = try Raster(
      size: PixelSize(width: 40, height: 60), rgb: .init(repeating: 9, count: 7200))
    let tiny = try PhotoSource(bytes: small.jpeg(quality: 80), name: "tiny.jpg")
    #expect(GainMap(file, metadata, of: tiny) == nil)
  }
}

@Suite("Pictures with gain maps") struct GainMapPartTests {
  private let size = PixelSize(width: 60, height: 40)

  private func raster(_ value: UInt8) throws -> Raster {
    try Raster(size: size, rgb: (0..<3 * size.area).map { UInt8($0 % 50) + value })
  }

  private func part(isGrey: Bool) throws -> GainMapPart {
    let bytes = try fixture("formats/gain-map-colours.jpg")
    let file = try #require(AttachedGainMap.gainMaps(inJPEG: ByteView(bytes)).first)
    let metadata = try #require(file.iso.flatMap(GainMapMetadata.init(iso:)))
    let map = DecodedGainMap(raster: try raster(90), metadata: metadata, isGrey: isGrey)
    return try map.encoded(map.raster)
  }

  @Test(arguments: [true, false])
  func `the file states where the map is, and shows the same picture`(isGrey: Bool) throws {
    let (part, policy) = (try part(isGrey: isGrey), EncodingPolicy(quality: 80, byteLimit: nil))
    let plain = try raster(20).encoded(policy)
    let made = try raster(20).encoded(policy, with: part)
    #expect(made.bytes.count == plain.bytes.count + part.byteCount && !made.lacksGainMap)
    let pixels = try [plain, made].map {
      try PhotoSource(bytes: $0.bytes, name: "a").decode(atLeast: 1, background: .black).rgb()
    }
    #expect(pixels[0] == pixels[1])
    let file = ByteView(made.bytes)
    var segments = JPEGSegments(file)
    var found: [Int: [JPEGSegments.Segment]] = [:]
    while let segment = try segments.next() { found[segment.code, default: []].append(segment) }
    let map = try #require(segments.pictureEnd)
    // XMP, then ISO 21496-1's version, the index and the profile.
    let xmp = try #require(found[0xE1]?.first)
    let packet = file.text(at: xmp.start, length: xmp.end - xmp.start) ?? ""
    #expect(packet.contains("Item:Length=\"\(made.bytes.count - map)\""))
    #expect(found[0xE2]?.count == 3 && found[0xE0]?.first?.start == 2)
    let index = try #require(found[0xE2]?[1])
    #expect(file.hasText("MPF\0MM", at: index.start + 4) && index.end - index.start == 90)
    let entries = index.start + 8 + 50
    #expect(file.u32(at: entries + 4) == map)
    #expect(file.u32(at: entries + 20) == made.bytes.count - map)
    #expect(file.u32(at: entries + 24) == map - (index.start + 8))
    #expect(made.bytes.suffix(2) == [0xFF, 0xD9])
    let read = try #require(AttachedGainMap.gainMaps(inJPEG: file).first)
    #expect(read.isGrey == isGrey && read.iso != nil && read.xmp != nil)
  }

  @Test func `a picture keeps its limit with the map, or drops the map if it has to`() throws {
    let part = try part(isGrey: true)
    let floor = try raster(20).encoded(EncodingPolicy(quality: 65, byteLimit: nil)).bytes.count
    func made(_ limit: Int) throws -> EncodedPicture {
      try raster(20).encoded(EncodingPolicy(quality: 95, byteLimit: limit), with: part)
    }
    let tight = try made(floor + part.byteCount)
    #expect(tight.quality == 65 && !tight.lacksGainMap && !tight.isOverLimit)
    #expect(tight.bytes.count == floor + part.byteCount)
    let without = try made(floor + part.byteCount - 1)
    let plain = try raster(20).encoded(
      EncodingPolicy(quality: 95, byteLimit: floor + part.byteCount - 1))
    #expect(without.lacksGainMap && without.bytes == plain.bytes)
    let over = try made(10)
    #expect(over.lacksGainMap && over.isOverLimit)
  }
}
