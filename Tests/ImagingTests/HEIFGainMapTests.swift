import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Gain maps of HEIF files") struct HEIFGainMapTests {
  private func bytes(_ name: String) throws -> [UInt8] { try fixture("formats/\(name)") }

  private func maps(_ bytes: [UInt8]) -> [AttachedGainMap] {
    AttachedGainMap.gainMaps(inHEIF: ByteView(bytes))
  }

  /// Whether a file's first map can be decoded, with numbers that any map may have; the photo must be what it was.
  private func decodes(_ bytes: [UInt8], as name: String) throws -> Bool {
    let photo = try PhotoSource(bytes: bytes, name: name)
    let sound = try PhotoSource(bytes: try self.bytes(name), name: name)
    let pixels = try [photo, sound].map { try $0.decode(atLeast: 1, background: .black).rgb() }
    #expect(pixels[0] == pixels[1])
    let numbers = try #require(GainMapMetadata(appleHeadroom: 4))
    guard let file = photo.attachedGainMaps.first, let map = GainMap(file, numbers, of: photo)
    else { return false }
    return (try? map.decoded(forPhotoAt: 1)) != nil
  }

  @Test(arguments: [
    // Which numbers stand beside it, and whether it has luma alone.
    ("apple-gain-map.heic", false, true, true, true),
    ("apple-gain-map-notes.heic", false, true, true, true),
    ("gain-map-tiles.heic", true, true, true, true),
    ("gain-map-single.heic", true, false, true, false),
    ("gain-map.avif", true, false, false, false),
  ])
  func `are found, as files of their own`(
    name: String, hasISO: Bool, hasXMP: Bool, isApples: Bool, isGrey: Bool
  ) throws {
    let found = maps(try bytes(name))
    let map = try #require(found.first)
    #expect(found.count == 1 && (map.iso != nil) == hasISO && (map.xmp != nil) == hasXMP)
    #expect(map.isApples == isApples && map.isGrey == isGrey)
    #expect(hasISO == (map.iso.flatMap(GainMapMetadata.init(iso:)) != nil))
    let file = try PhotoSource(bytes: try #require(map.stream), name: name)
    #expect(file.header.size == PixelSize(width: 120, height: 80))
    guard case .sRGB = try #require(file.planeColours) else {
      Issue.record("Gains have no colours.")
      return
    }
    #expect(try decodes(try bytes(name), as: name))
    // A phone's notes behind the boxes.
    #expect(try decodes(try bytes(name) + Array("MotionPhoto_Data".utf8), as: name))
  }

  @Test(arguments: ["hevc.heic", "rotated.heic", "av1.avif"])
  func `are not found in files without them`(name: String) throws {
    #expect(try maps(bytes(name)).isEmpty)
    #expect(try PhotoSource(bytes: try bytes(name), name: name).attachedGainMaps.isEmpty)
  }

  @Test func `are read from the original file, even if the decoder gets a changed one`()
    throws
  {
    let file = try bytes("gain-map-tiles.heic")
    #expect(try PhotoScan.of(file, as: .heic, limits: .standard).decodable != nil)
    #expect(try PhotoSource(bytes: file, name: "a").attachedGainMaps.count == 1)
  }

  /// The file with the picture that is made of photo and gain map as the primary one.
  private func showingBoth(_ name: String, as type: String = "tmap") throws -> [UInt8] {
    var bytes = try bytes(name)
    let view = ByteView(bytes)
    let items = try HEIFItems(
      view, meta: try #require(try view.boxes(["meta"], in: 0..<view.count).first))
    let both = try #require(items.entries.first { items.types[$0.number] == "tmap" })
    let primary = try #require(items.primaryBox)
    // The last byte of the primary picture's number, and the type after number and protection.
    bytes[primary.content.upperBound - 1] = UInt8(both.number)
    let place = both.box.fullContent.lowerBound + 4
    bytes.replaceSubrange(place..<place + 4, with: type.utf8)
    return bytes
  }

  @Test(arguments: ["gain-map-single.heic", "gain-map-tiles.heic", "gain-map.avif"])
  func `are found, and the photo is shown, where the picture of both is the primary one`(
    name: String
  ) throws {
    let file = try showingBoth(name)
    #expect(try decodes(file, as: name))
    let (photo, sound) = (
      try PhotoSource(bytes: file, name: name), try PhotoSource(bytes: try bytes(name), name: name)
    )
    #expect(photo.header == sound.header && photo.metadata == sound.metadata)
    #expect(photo.claimsGainMap)
    #expect(try maps(file).map(\.iso) == maps(bytes(name)).map(\.iso))
    // The same picture again, which is not made with a map.
    let again = try PhotoSource(bytes: try showingBoth(name, as: "iden"), name: name)
    #expect(
      try again.decode(atLeast: 1, background: .black).rgb()
        == sound.decode(atLeast: 1, background: .black).rgb())
  }

  /// A photo whose picture of both, or copy, has the photo's mirroring: in the place of its colours.
  private func mirroring(as type: String) throws -> [UInt8] {
    try patched(showingBoth("gain-map-tiles.heic", as: type), [0, 3, 2, 1, 0x86], [0x83], at: 4)
  }

  @Test func `a picture of both that turns the photo otherwise is refused`() throws {
    #expect(try decodes(mirroring(as: "tmap"), as: "gain-map-tiles.heic"))
    // The mirroring of the photo alone becomes a profile: [size, colours, mirroring].
    let file = try patched(mirroring(as: "tmap"), [0, 1, 3, 1, 0x82, 0x83], [0x82], at: 5)
    #expect(
      throws: ScanProblem.unsupported(
        "a HEIF or AVIF that turns or cuts another of its pictures (tmap)")
    ) { try PhotoScan.of(file, as: .heic, limits: .standard) }
  }

  @Test func `a copy that turns the photo is left to libheif`() throws {
    let scan = try PhotoScan.of(mirroring(as: "iden"), as: .heic, limits: .standard)
    let photo = try PhotoScan.of(bytes("gain-map-tiles.heic"), as: .heic, limits: .standard)
    #expect(scan.width == photo.width && scan.height == photo.height)
  }

  @Test func `are not read if they are turned differently from the photo`() throws {
    // The map's properties: size, decoder, kind, and the turn, which becomes the size once more.
    let file = try patched(
      bytes("apple-gain-map.heic"), [0, 2, 4, 5, 0x86, 0x87, 0x84], [0, 2, 4, 5, 0x86, 0x87, 0x85])
    #expect(maps(file).first?.stream == nil && maps(file).count == 1)
    #expect(try !decodes(file, as: "apple-gain-map.heic"))
  }

  @Test(
    arguments: [
      // Larger than twice the photo; of another shape; of no pixel.
      [0, 0, 0x03, 0x20, 0, 0, 0x04, 0xB0], [0, 0, 0, 80, 0, 0, 0, 140],
      [0, 0, 0, 0, 0, 0, 0, 120],
    ] as [[UInt8]])
  func `are not read if their size does not fit the photo`(size: [UInt8]) throws {
    let file = try patched(bytes("apple-gain-map.heic"), [0, 0, 0, 80, 0, 0, 0, 120], size)
    // libheif 1.23 refuses the whole file for a picture of no pixel.
    let isRead =
      size[3] == 0
      ? try? decodes(file, as: "apple-gain-map.heic") : try decodes(file, as: "apple-gain-map.heic")
    #expect(isRead != true)
  }

  @Test func `are not read if they are made from themselves or from the photo`() throws {
    let loop = try patched(bytes("gain-map-tiles.heic"), [0, 2, 0, 4, 0, 30], [0, 2, 0, 4, 0, 2])
    #expect(maps(loop).count == 1)
    #expect(try !decodes(loop, as: "gain-map-tiles.heic"))
    // `tmap` of the photo and itself, and of the photo twice.
    for item in [3, 1] as [UInt8] {
      let file = try patched(
        bytes("gain-map.avif"), [0, 3, 0, 2, 0, 1, 0, 2], [0, 3, 0, 2, 0, 1, 0, item])
      #expect(try !decodes(file, as: "gain-map.avif"))
      #expect(maps(file).count == (item == 1 ? 0 : 1))
    }
    // Of another picture than the one that is shown.
    let other = try patched(
      bytes("gain-map.avif"), [0, 3, 0, 2, 0, 1, 0, 2], [0, 3, 0, 2, 0, 2, 0, 1])
    #expect(maps(other).isEmpty)
  }

  @Test(arguments: ["apple-gain-map.heic", "gain-map-tiles.heic", "gain-map.avif"])
  func `lie inside the file, if found, wherever the file is cut`(name: String) throws {
    let bytes = try bytes(name)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let found = maps(Array(bytes.prefix(count)))
      #expect(found.count <= 1 && found.allSatisfy { ($0.stream?.count ?? 0) <= count })
    }
  }

  @Test func `are found beside a colour property that is too short`() {
    let picture = { box("infe", [2, 0, 0, 0, 0, $0, 0, 0] + Array("hvc1\0".utf8)) }
    let kind = Array("\0\0\0\0urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)
    let meta =
      box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0, 0, 2] + picture(1) + picture(2))
      + box("iref", [0, 0, 0, 0] + box("auxl", [0, 2, 0, 1, 0, 1]))
      + box(
        "iprp",
        box("ipco", box("colr", Array("pro".utf8)) + box("auxC", kind))
          + box("ipma", [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 1, 0, 2, 1, 2]))
    let found = maps(box("meta", [0, 0, 0, 0] + meta))
    #expect(found.count == 1 && found.allSatisfy { $0.isApples && !$0.isPhotoInP3 })
  }

  @Test func `cost no more by the thousands than eight do`() throws {
    let count = 3_000
    func each(_ entry: ([UInt8]) -> [UInt8]) -> [UInt8] {
      (1...count).flatMap { entry($0.bigEndian(bytes: 2)) }
    }
    let entries = each { box("infe", [2, 0, 0, 0] + $0 + [0, 0] + Array("hvc1\0".utf8)) }
    let references = each { box("auxl", $0 + [0, 1, 0, 1]) }
    let kind = Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)
    let associations = each { $0 + [1, 1] }
    let properties = box(
      "iprp",
      box("ipco", box("auxC", [0, 0, 0, 0] + kind))
        + box("ipma", [0, 0, 0, 0] + count.bigEndian(bytes: 4) + associations))
    let meta = box(
      "meta",
      [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1])
        + box("iinf", [0, 0, 0, 0] + count.bigEndian(bytes: 2) + entries)
        + box("iref", [0, 0, 0, 0] + references) + properties)
    let found = maps(box("ftyp", Array("heic\0\0\0\0".utf8)) + meta)
    #expect(found.count == 8 && found.allSatisfy { $0.isApples && $0.stream != nil })
  }
}

@Suite("Apple's gain maps") struct AppleGainMapTests {
  /// A block of Exif whose maker's notes have fractions under the tags 33 and 48.
  private func exif(
    _ first: (Int, Int), _ second: (Int, Int), mark: String = "Apple iOS\0", type: Int = 10
  ) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      tag.bigEndian(bytes: 2) + type.bigEndian(bytes: 2) + count.bigEndian(bytes: 4)
        + value.bigEndian(bytes: 4)
    }
    let numbers = [first.0, first.1, second.0, second.1].flatMap { $0.bigEndian(bytes: 4) }
    let notes =
      Array("\(mark)\0\u{1}MM".utf8) + [0, 2] + entry(33, type, 1, 44) + entry(48, type, 1, 52)
      + [0, 0, 0, 0] + numbers
    return Array("MM\0*\0\0\0\u{8}".utf8) + [0, 1] + entry(34665, 4, 1, 26) + [0, 0, 0, 0] + [0, 1]
      + entry(37500, 7, notes.count, 44) + [0, 0, 0, 0] + notes
  }

  @Test(arguments: [
    ((1, 2), (0, 1), 1.8), ((1, 2), (1, 1), 1.5), ((1, 1), (0, 1), 3), ((2, 1), (1, 1), 2),
    // Below none; and what an iPhone 16 Pro wrote beside 1.724342 of ISO 21496-1 (as another reader's tests have it).
    ((2, 1), (100, 1), 0), ((1_058_986, 1_048_501), (70_379, 36_854), 1.724342),
    ((-1, 2), (-1, 100), 2),
  ])
  func `have their headroom by Apple's formula`(
    first: (Int, Int), second: (Int, Int), stops: Double
  ) throws {
    let headroom = try #require(ExifBlock(exif(first, second))?.appleHeadroom)
    #expect(abs(log2(headroom) - stops) < 1e-4)
  }

  @Test func `have no headroom if the notes are not Apple's, damaged or cut off`() {
    #expect(ExifBlock(exif((1, 0), (1, 1)))?.appleHeadroom == nil)
    #expect(ExifBlock(exif((1, 1), (1, 1), type: 5))?.appleHeadroom == nil)
    #expect(ExifBlock(exif((1, 1), (1, 1), mark: "Orange iO\0"))?.appleHeadroom == nil)
    let sound = exif((1, 1), (1, 1))
    #expect(ExifBlock(sound)?.appleHeadroom == 4)
    for count in 0..<sound.count {
      #expect(ExifBlock(Array(sound.prefix(count)))?.appleHeadroom == nil)
    }
  }

  @Test func `have numbers only if they make the photo brighter`() throws {
    for headroom in [1, 0.5, 0, -8, .nan, .infinity, 1e30] {
      #expect(GainMapMetadata(appleHeadroom: headroom) == nil, "\(headroom)")
    }
    let numbers = try #require(GainMapMetadata(appleHeadroom: 8))
    #expect(numbers.alternateHeadroom.value == 3 && numbers.channels[0].maximum.value == 3)
    #expect(numbers.channels[0].baseOffset.value == 0)
  }

  @Test(arguments: [1.01, 1.5, 3.3, 8, 64])
  func `become gains that are off by at most half a step`(headroom: Double) {
    let (gains, stops) = (GainMapMetadata.gains(headroom), log2(headroom))
    #expect(gains.first == 0 && gains.last == 255)
    for (sample, gain) in gains.enumerated() {
      let value = Double(sample) / 255
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      let wanted = log2(1 + (headroom - 1) * light)
      #expect(abs(wanted - Double(gain) / 255 * stops) <= stops / 510 + 1e-12)
    }
  }
}
