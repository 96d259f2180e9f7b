import Foundation
import Testing
import _TestSupport

@testable import Imaging

@Suite("Structure scan") struct ScanTests {
  private func scan(_ bytes: [UInt8], _ format: PhotoFormat) throws(ScanProblem) -> PhotoScan {
    try PhotoScan.of(bytes, as: format, limits: .standard)
  }

  private func problem(_ bytes: [UInt8], _ format: PhotoFormat) -> ScanProblem? {
    do throws(ScanProblem) {
      _ = try scan(bytes, format)
      return nil
    } catch { return error }
  }

  @Test func `a PNG of 46 bytes that declares a chunk of 1 GiB is truncated`() {
    let start = Array(TestPNG(width: 1, height: 1, samples: [1, 2, 3]).bytes.prefix(33))
    let found = problem(start + [0x3F, 0xFF, 0xFF, 0xFF] + Array("iTXt.....".utf8), .png)
    let fact = "The PNG chunk at byte 33 needs 1073741868 bytes; the file ends after 46."
    #expect(found == .truncated(fact))
  }

  @Test func `a PNG without pixels is corrupt`() {
    let whole = TestPNG(width: 1, height: 1, samples: [1, 2, 3]).bytes
    let end = whole.suffix(12)
    #expect(
      problem(Array(whole.prefix(33)) + end, .png)
        == .corrupt("The PNG file has no chunk of pixels (IDAT)."))
  }

  @Test(arguments: [(0, 9), (9, 0)])
  func `a JPEG without columns or rows is corrupt`(width: Int, height: Int) throws {
    let found = problem(try jpeg(width: width, height: height), .jpeg)
    #expect(
      found == .corrupt("The header declares a picture of \(width)×\(height) pixels."))
  }

  @Test func `a JPEG that declares 4 gigapixels is too large, whatever follows`() throws {
    let bytes = try jpeg(width: 65500, height: 65500)
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let found = problem(Array(bytes[..<(frame + 20)]), .jpeg)
    #expect(found == .tooManyPixels(width: 65500, height: 65500, limit: 220_000_000))
  }

  @Test func `a JPEG of many scans is too much work`() throws {
    let whole = try jpeg(width: 32, height: 16)
    let start = try #require(
      whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
    let scan = whole[start..<whole.count - 2]
    let bytes = whole[..<start] + Array(repeatElement(scan, count: 101).joined()) + [0xFF, 0xD9]
    #expect(
      problem(Array(bytes), .jpeg)
        == .excessive("The JPEG file has more than 100 scans, the limit for 32×16 pixels."))
  }

  @Test func `larger JPEGs may have fewer scans`() {
    let limits = ImagingLimits.standard
    #expect(limits.scans(ofPixels: 1) == 100)
    #expect(limits.scans(ofPixels: 8192 * 8192) == 32)
    #expect(limits.scans(ofPixels: 16384 * 12288) == 10)
  }

  @Test func `a lossless or 12-bit JPEG is named in the refusal`() throws {
    var bytes = try jpeg(width: 32, height: 16)
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 4] = 12
    #expect(problem(bytes, .jpeg) == .unsupported("a JPEG of 12 bits a sample"))
    bytes[frame + 1] = 0xC3
    #expect(problem(bytes, .jpeg) == .unsupported("a lossless JPEG"))
    bytes[frame + 1] = 0xF7
    #expect(problem(bytes, .jpeg) == .unsupported("a JPEG-LS picture"))
  }

  @Test func `a JPEG XL animation is named, as its last frame would show`() throws {
    // 8×8 pixels, then fields of its own; the lowest bit of the fifth byte says that it moves.
    let header = { (moves: UInt8) -> [UInt8] in
      [0xFF, 0x0A, 0x41, 0x04, moves] + [UInt8](repeating: 0, count: 8)
    }
    #expect(try scan(header(0), .jxl).width == 8)
    #expect(problem(header(1), .jxl) == .unsupported("a JPEG XL animation"))
  }

  @Test func `a JPEG XL of 8 bits in XYB with a profile is decoded to 16, and no other is`() throws
  {
    // 8×8 pixels without fields of their own, 8 bits, no further channels; then XYB, not sRGB, a profile.
    let header = { (depth: UInt8, colours: UInt8) -> [UInt8] in
      [0xFF, 0x0A, 0x41, depth, colours] + [UInt8](repeating: 0, count: 8)
    }
    #expect(try scan(header(0, 0b1010), .jxl).decodable == header(0b10_0000, 0b1010))
    for (depth, colours) in [(0, 0b1000), (0, 0b0010), (0b1_0000, 0b1010)] as [(UInt8, UInt8)] {
      #expect(try scan(header(depth, colours), .jxl).decodable == nil)
    }
    // One whose header states nothing, followed by any bits.
    let silent = Array(
      "\0\0\0\u{C}JXL \r\n\u{87}\n\0\0\0\0jxlc".unicodeScalars.map { UInt8($0.value) })
    #expect(try scan(silent + header(0b0001_0110, 0xFF), .jxl).decodable == nil)
  }

  @Test func `what a program appended to a JPEG XL is not read, but all parts must be there`()
    throws
  {
    let stream = try fixture("formats/lossless.jxl")
    let last = stream.count / 2
    let mark = "\0\0\0\u{C}JXL \r\n\u{87}\n".unicodeScalars.map { UInt8($0.value) }
    let head = mark + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    let whole = head + box("jxlc", stream)
    let parts =
      head + box("jxlp", [0, 0, 0, 0] + stream[..<last])
      + box("jxlp", [0x80, 0, 0, 1] + stream[last...])
    for file in [whole, parts] {
      for other in [
        Array("appended".utf8), [0, 0, 0, 3, 1, 1, 1, 1], [0xFF, 0xD8, 0xFF, 0xE1, 0, 9, 1, 2],
      ] {
        #expect(try scan(file + other, .jxl) == scan(file, .jxl))
        let source = try PhotoSource(bytes: file + other, name: "appended")
        #expect(throws: Never.self) { try source.decode(atLeast: 1, background: .white) }
      }
      #expect(problem(Array(file.dropLast()), .jxl) != nil)
      // Metadata that was cut off.
      #expect(problem(file + box("Exif", [1, 2, 3, 4]).dropLast(), .jxl) != nil)
    }
    let first = head + box("jxlp", [0, 0, 0, 0] + stream[..<last])
    #expect(problem(first + Array("appended".utf8), .jxl) != nil)
  }

  @Test func `a PNG of Xcode's private form and a sequence without a still picture are named`() {
    let whole = TestPNG(width: 1, height: 1, samples: [1, 2, 3]).bytes
    let mark = [0, 0, 0, 4] + Array("CgBI".utf8) + [0x50, 0, 0x20, 2, 0, 0, 0, 0]
    #expect(
      problem(Array(whole.prefix(8)) + mark + whole.dropFirst(8), .png)
        == .unsupported("a PNG in Apple's private CgBI form"))
    #expect(
      problem(box("ftyp", Array("msf1\0\0\0\0".utf8)) + box("moov", []), .heic)
        == .unsupported("a HEIF picture sequence without a still picture"))
  }

  @Test func `a GIF's canvas includes its first frame`() throws {
    let header: [UInt8] = Array("GIF89a".utf8) + [4, 0, 3, 0, 0, 0, 0]
    let frame: [UInt8] = [0x2C, 2, 0, 0, 0, 10, 0, 20, 0, 0, 2, 2, 0x4C, 0x01, 0]
    let found = try scan(header + frame + frame + [0x3B], .gif)
    #expect(found == PhotoScan(width: 12, height: 20))
    let end = Array(repeating: UInt8(0xFF), count: 8)
    #expect(
      problem(header + [0x2C] + end + [0, 2, 0, 0x3B], .gif)
        == .tooManyPixels(width: 131070, height: 131070, limit: 44_000_000))
  }

  @Test(arguments: [(8800, true), (8801, false)])
  func `a GIF may have two fifths of the pixels allowed in other formats`(
    width: Int, isBelieved: Bool
  ) throws {
    let sides = [UInt8(width & 0xFF), UInt8(width >> 8), 0x88, 0x13]
    let header = Array("GIF89a".utf8) + sides + [0, 0, 0]
    let frame = [0x2C, 0, 0, 0, 0] + sides + [0, 2, 0]
    let wanted = ScanProblem.tooManyPixels(width: width, height: 5000, limit: 44_000_000)
    #expect(problem(header + frame + [0x3B], .gif) == (isBelieved ? nil : wanted))
  }

  @Test func `a WebP's canvas is read from each kind of start`() throws {
    let lossless: [UInt8] = [0x2F, 0x0F, 0xC0, 0x01, 0]
    #expect(try scan(riff("VP8L", lossless), .webp) == PhotoScan(width: 16, height: 8))
    let extended: [UInt8] = [0, 0, 0, 0, 15, 0, 0, 7, 0, 0]
    #expect(try scan(riff("VP8X", extended), .webp) == PhotoScan(width: 16, height: 8))
    let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 8, 0]
    #expect(try scan(riff("VP8 ", lossy), .webp) == PhotoScan(width: 16, height: 8))
  }

  @Test func `a HEIF with a property above the limit is too large`() {
    let ispe: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let ipco = box("ipco", box("ispe", ispe))
    let meta = box("meta", [0, 0, 0, 0] + box("iprp", ipco))
    #expect(
      problem(box("ftyp", Array("heic\0\0\0\0".utf8)) + meta, .heic)
        == .tooManyPixels(width: 4_294_967_295, height: 4_294_967_295, limit: 110_000_000))
  }

  @Test func `a HEIF's own rotation is noticed`() throws {
    let ispe = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8])
    for (extra, isTurned) in [([], false), (box("irot", [1]), true), (box("imir", [0]), true)] {
      // The picture, of number 1, has both properties, or the only one.
      let places: [UInt8] =
        [0, 0, 0, 0, 0, 0, 0, 1, 0, 1] + (extra.isEmpty ? [1, 1] : [2, 1, 0x82])
      let properties = box("iprp", box("ipco", ispe + extra) + box("ipma", places))
      let primary = box("pitm", [0, 0, 0, 0, 0, 1])
      #expect(
        try scan(box("meta", [0, 0, 0, 0] + primary + properties), .heic)
          == PhotoScan(width: 16, height: 8, isTurnedByDecoder: isTurned))
    }
  }

  @Test func `a HEIF's list of properties ends with its box`() throws {
    let ispe = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8])
    // The picture is to have three properties, a turn first; the box ends after two.
    let places: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 3, 0x82, 1]
    let properties = box("iprp", box("ipco", ispe + box("irot", [1])) + box("ipma", places))
    let primary = box("pitm", [0, 0, 0, 0, 0, 1])
    #expect(
      try scan(box("meta", [0, 0, 0, 0] + primary + properties) + box("free", []), .heic)
        == PhotoScan(width: 16, height: 8))
  }

  @Test(arguments: [(0x80, 0x00, true), (0x00, 0x80, false)])
  func `a HEIF's tiles state the range of their grey`(
    whole: UInt8, tile: UInt8, isLimited: Bool
  ) throws {
    let grey = [UInt8](repeating: 0, count: 16) + [0xFC] + [UInt8](repeating: 0, count: 6)
    let codes = [whole, tile].flatMap {
      box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, $0])
    }
    let kinds = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8]) + codes + box("hvcC", grey)
    // The first picture is made of the second; size and colours are those of both.
    let places: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 2, 1, 2, 0, 2, 3, 1, 3, 4]
    let pictures = [("grid", 1), ("hvc1", 2)].flatMap { type, number in
      box("infe", [2, 0, 0, 0, 0, number, 0, 0] + Array("\(type)\0".utf8))
    }
    let meta =
      box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0, 0, 2] + pictures)
      + box("iref", [0, 0, 0, 0] + box("dimg", [0, 1, 0, 1, 0, 2]))
      + box("iprp", box("ipco", kinds) + box("ipma", places))
    let found = try scan(box("meta", [0, 0, 0, 0] + meta), .heic)
    #expect(found.repairs == (isLimited ? [.limitedGrey] : []))
  }

  @Test(arguments: [(240, 160, true), (176, 96, true), (175, 160, false), (240, 95, false)])
  func `a HEIF whose stream is larger than it says is refused before the stream is read`(
    width: Int, height: Int, isBelieved: Bool
  ) throws {
    var bytes = try fixture("formats/hevc.heic")
    let ispe = try #require(bytes.firstRange(of: Array("ispe".utf8))).upperBound + 4
    for (offset, side) in [(ispe, width), (ispe + 4, height)] {
      bytes.replaceSubrange(
        offset..<offset + 4, with: [0, 0, UInt8(side >> 8), UInt8(side & 0xFF)])
    }
    let wanted = "The HEIF file describes \(width)×\(height) pixels; its stream has 240×160."
    #expect(problem(bytes, .heic) == (isBelieved ? nil : .corrupt(wanted)))
  }

  @Test func `a narrow HEIF that Apple's encoder filled up to 160 columns is read`() throws {
    // The sequence of a spatial photo of 64×64 pixels as ImageIO writes it: 160×64, of which 64 columns are shown.
    let sequence: [UInt8] = [
      0x42, 0x01, 0x01, 0x03, 0x70, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x1E, 0xA0, 0x14,
      0x20, 0x41, 0xC1, 0x8F, 0x88, 0x7B, 0x91, 0x65, 0x53, 0x70, 0x20, 0x20, 0x60, 0x08,
    ]
    let configuration =
      [UInt8](repeating: 0, count: 22) + [1, 33, 0, 1, 0, UInt8(sequence.count)] + sequence
    let ispe = box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64])
    let places: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 2]
    let kinds = box("ipco", ispe + box("hvcC", configuration))
    let meta = box("pitm", [0, 0, 0, 0, 0, 1]) + box("iprp", kinds + box("ipma", places))
    #expect(try scan(box("meta", [0, 0, 0, 0] + meta), .heic).width == 64)
  }

  @Test(arguments: [
    ("hevc.heic", 0, 16_384, nil), ("hevc.heic", 0, 20_000, 220), ("hevc.heic", 2, 16_384, 110),
    ("gain-map-alpha.heic", 0, 16_384, 110),
  ])
  func `a HEIC of 8 bits without alpha may have twice as many pixels as others`(
    name: String, deeper: UInt8, width: Int, limit: Int?
  ) throws {
    var bytes = try fixture("formats/\(name)")
    let ispe = try #require(bytes.firstRange(of: Array("ispe".utf8))).upperBound + 4
    for (offset, side) in [(ispe, width), (ispe + 4, 12_288)] {
      bytes.replaceSubrange(
        offset..<offset + 4, with: [0, 0, UInt8(side >> 8), UInt8(side & 0xFF)])
    }
    // The depth of luma in the decoder's configuration: ISO/IEC 14496-15, 8.3.3.1.2.
    let hvcC = try #require(bytes.firstRange(of: Array("hvcC".utf8))).upperBound
    bytes[hvcC + 17] += deeper
    let wanted = limit.map {
      ScanProblem.tooManyPixels(width: width, height: 12_288, limit: $0 * 1_000_000)
    }
    #expect(problem(bytes, .heic) == wanted)
  }

  @Test(arguments: [
    (
      [(50706, 0x0000_0401)],
      "a camera raw file (DNG) without a JPEG preview of at least 1182 pixels"
    ),
    ([(254, 1), (330, 100)], "a camera raw file without a JPEG preview of at least 1182 pixels"),
    // The directory below the first is the first one itself, of RGB.
    ([(254, 1), (330, 8)], "a TIFF whose photo is only in a subdirectory (SubIFD)"),
  ])
  func `a raw file with a TIFF header is named`(extra: [(Int, Int)], kind: String) {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [1, 2, 3], extra: extra.map { (tag: $0.0, value: $0.1) })
    #expect(problem(tiff.bytes, .tiff) == .unsupported(kind))
  }

  @Test(arguments: [
    (33003, "JPEG 2000"), (33004, "JPEG 2000"), (33005, "JPEG 2000"), (34712, "JPEG 2000"),
    (50002, "JPEG XL"), (52546, "JPEG XL"),
  ])
  func `a TIFF with another format inside is called what it is`(compression: Int, kind: String) {
    let tiff = TestTIFF(width: 1, height: 1, samples: [1, 2, 3], compression: compression)
    #expect(problem(tiff.bytes, .tiff) == .unsupported("a TIFF with \(kind) inside"))
  }

  @Test func `a TIFF of a packing that libtiff does not know is named`() {
    let tiff = TestTIFF(width: 1, height: 1, samples: [1, 2, 3], compression: 34933)
    #expect(problem(tiff.bytes, .tiff) == .unsupported("a TIFF of an unknown packing (34933)"))
  }

  @Test(arguments: [0, 1, 8])
  func `a TIFF with planes whose rows libvips mixes up is named`(photometric: Int) {
    var tiff = TestTIFF(width: 1, height: 1, samples: [1, 2, 3], photometric: photometric)
    tiff.extra = [(284, 2)]
    #expect(problem(tiff.bytes, .tiff) == .unsupported("a TIFF with a plane for each colour"))
  }

  @Test func `a tiled TIFF with a plane for each colour is named`() {
    var tiff = TestTIFF(width: 16, height: 16, samples: [UInt8](repeating: 9, count: 768))
    tiff.extra = [(284, 2), (322, 16), (323, 16)]
    #expect(
      problem(tiff.bytes, .tiff) == .unsupported("a TIFF of tiles with a plane for each colour"))
    tiff.extra = [(284, 2)]
    #expect(problem(tiff.bytes, .tiff) == nil)
  }

  @Test(arguments: [
    (6, 8, 1, 3, 1, "a TIFF of luma and chroma without JPEG"),
    (6, 8, 1, 3, 8, "a TIFF of luma and chroma without JPEG"),
    (6, 8, 1, 3, 6, "a TIFF with JPEG of the old kind inside"),
    (9, 8, 1, 3, 1, "a TIFF of CIELAB as ICC or ITU number it"),
    (1, 12, 1, 1, 1, "a TIFF of 12-bit samples"), (2, 4, 1, 3, 1, "a TIFF of 4-bit samples"),
    (1, 64, 1, 1, 1, "a TIFF of 64-bit samples"), (4, 1, 1, 1, 1, "a TIFF of a transparency mask"),
    (2, 16, 3, 3, 1, "a TIFF of 16-bit floating point"),
    (2, 64, 3, 3, 1, "a TIFF of 64-bit floating point"),
    (6, 8, 1, 3, 7, nil), (1, 4, 1, 1, 1, nil), (3, 2, 1, 1, 1, nil), (2, 16, 1, 3, 1, nil),
    (2, 32, 3, 3, 1, nil), (8, 16, 2, 3, 1, nil),
  ])
  func `a TIFF that would be read wrongly or be called damaged is named`(
    photometric: Int, bits: Int, format: Int, bands: Int, compression: Int, kind: String?
  ) {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [UInt8](repeating: 1, count: 24), bands: bands,
      bitsPerSample: bits, photometric: photometric, sampleFormat: format, compression: compression)
    #expect(problem(tiff.bytes, .tiff) == kind.map(ScanProblem.unsupported))
  }

  @Test func `32-bit colours and CIELAB multiplied by alpha are named`() {
    var tiff = TestTIFF(
      width: 1, height: 1, samples: [UInt8](repeating: 1, count: 16), bands: 4, bitsPerSample: 32,
      sampleFormat: 3, extraSamples: [1])
    #expect(
      problem(tiff.bytes, .tiff) == .unsupported("a TIFF of 32-bit colours multiplied by alpha"))
    tiff.photometric = 8
    (tiff.bitsPerSample, tiff.sampleFormat) = (8, 1)
    #expect(problem(tiff.bytes, .tiff) == .unsupported("a TIFF of CIELAB multiplied by alpha"))
    tiff.extraSamples = [2]
    #expect(problem(tiff.bytes, .tiff) == nil)
  }

  /// What the first page is: a smaller copy, a mask, and the mask of a smaller copy.
  @Test(arguments: [1, 4, 5] as [UInt8])
  func `a TIFF's smaller copies and masks of its picture are skipped`(kind: UInt8) throws {
    let entry: [UInt8] = [254, 0, 4, 0, 1, 0, 0, 0]
    let bytes = try patched(fixture("formats/thumbnail-first.tif"), entry, [kind], at: 8)
    let found = try scan(bytes, .tiff)
    #expect((found.width, found.height, found.page) == (240, 160, 1))
    let pixels = try PhotoSource(bytes: bytes, name: "pages").decode(atLeast: 1, background: .white)
    let wanted = try fixture("formats/rgb.png")
    let plain = try PhotoSource(bytes: wanted, name: "plain").decode(atLeast: 1, background: .white)
    #expect(try pixels.rgb() == plain.rgb())
  }

  @Test func `no prefix and no changed byte of a small file traps`() throws {
    let files: [([UInt8], PhotoFormat)] = [
      (try jpeg(width: 32, height: 16), .jpeg), (TestScene.png(6), .png),
      (TestScene.tiff(6), .tiff), (riff("VP8X", [0, 0, 0, 0, 15, 0, 0, 7, 0, 0]), .webp),
      (box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", box("ispe", [])))), .heic),
    ]
    var generator = SplitMix64(seed: 1)
    var refused = 0
    for (bytes, format) in files {
      for _ in 0..<300 {
        let length = Int.random(in: 1...min(700, bytes.count), using: &generator)
        var changed = Array(bytes.prefix(length))
        for _ in 0..<4 {
          let place = Int.random(in: 0..<length, using: &generator)
          changed[place] = [0, 1, 0x7F, 0xFF].randomElement(using: &generator) ?? 0
        }
        refused += problem(changed, format) == nil ? 0 : 1
      }
    }
    #expect((1200...1500).contains(refused), "\(refused) of 1500")
  }

  private func riff(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let chunk =
      Array(type.utf8) + [UInt8(data.count), 0, 0, 0] + data
      + [UInt8](
        repeating: 0, count: data.count % 2)
    return Array("RIFF".utf8) + [UInt8(4 + chunk.count), 0, 0, 0] + Array("WEBP".utf8) + chunk
  }

  /// A JPEG whose frame header says something else than its scan has.
  private func jpeg(width: Int, height: Int) throws -> [UInt8] {
    var bytes = try TestScene.jpeg(1)
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(
      frame + 5..<frame + 9,
      with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return bytes
  }
}
