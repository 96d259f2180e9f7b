import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// Whether the machine has what decodes tiles; says so where it has not.
private let hasDecoder: Bool = {
  if HEVCLibrary.version == nil { print("skipped: there is no libavcodec that is known") }
  return HEVCLibrary.version != nil
}()

/// The tiles that a HEIC's picture is put together from without libheif.
@Suite("HEVC tiles") struct HEVCTilesTests {
  private func bytes(_ name: String) throws -> [UInt8] { try fixture("formats/\(name)") }

  private func found(_ bytes: [UInt8]) -> HEVCTiles? { HEVCTiles(ByteView(bytes)) }

  private func decoded(_ bytes: [UInt8]) throws -> PlanarPicture? {
    try found(bytes)?.decoded(isPassing: false) { _ in { _ in } }
  }

  private func shown(_ bytes: [UInt8]) throws -> Raster {
    try PhotoSource(bytes: bytes, name: "tiles").decode(atLeast: 1, background: .white)
  }

  @Test(arguments: [
    ("hevc.heic", PixelSize(width: 240, height: 160), 1, 1, nil),
    ("rotated.heic", PixelSize(width: 160, height: 240), 1, 1, 8),
    ("gain-map-grid.heic", PixelSize(width: 96, height: 96), 3, 6, nil),
  ])
  func `are found where phones put them`(
    name: String, tile: PixelSize, columns: Int, count: Int, orientation: Int?
  ) throws {
    let source = try PhotoSource(bytes: try bytes(name), name: name)
    let tiles = try #require(found(source.bytes))
    #expect(tiles.tile == tile && tiles.columns == columns && tiles.streams.count == count)
    #expect(tiles.orientation?.value == orientation)
    #expect(tiles.uprightSize == PixelSize(width: 240, height: 160))
    #expect(tiles.streams.allSatisfy { tiles.units(of: $0)?.count == 4 })
  }

  /// 64 bits of all samples, FNV-1a.
  private func digest(_ picture: PlanarPicture) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for band in picture.bands {
      band.plane.withSamples { samples in
        for y in 0..<band.plane.height {
          for x in 0..<band.plane.width {
            digest = (digest ^ UInt64(samples[y * band.plane.stride + x])) &* 0x100_0000_01B3
          }
        }
      }
    }
    return digest
  }

  /// As libheif 1.23.6 with libde265 1.1 decodes the same files; libheif 1.15 makes red, green and blue on its way.
  @Test(
    .enabled(if: hasDecoder),
    arguments: [
      ("hevc.heic", 0x7CFB_9596_8E5F_820C as UInt64), ("exif-2.heic", 0x1A5C_9625_F2B8_0286),
      ("gain-map-single.heic", 0x7CFB_9596_8E5F_820C),
      ("gain-map-grid.heic", 0x9231_A029_1775_0B79),
    ])
  func `are decoded to the samples of the standard`(name: String, wanted: UInt64) throws {
    let source = try PhotoSource(bytes: try bytes(name), name: name)
    #expect(try decoded(source.bytes).map(digest) == wanted)
  }

  /// The rows of all planes, or their beginnings that another picture has too.
  private func rows(_ picture: PlanarPicture, of other: PlanarPicture? = nil) -> [[UInt8]] {
    zip(picture.bands, (other ?? picture).bands).flatMap { band, other in
      band.plane.withSamples { samples in
        (0..<other.plane.height).map { y in
          Array(
            UnsafeBufferPointer(start: samples + y * band.plane.stride, count: other.plane.width))
        }
      }
    }
  }

  /// A grid of 240×160 that is cut by `clap`, in the place of its gain map's decoder; the middle of what is left is so
  /// many halves of a sample away from the grid's.
  private func cut(_ width: Int, _ height: Int, halves: (x: Int, y: Int)) throws -> [UInt8] {
    let numbers = [width, 1, height, 1, halves.x, 2, halves.y, 2]
    let box = numbers.flatMap { ($0 & 0xFFFF_FFFF).bigEndian(bytes: 4) }
    let decoder = [0, 0, 0, 64, 0, 0, 0, 64, 0, 0, 0, 120] + Array("hvcC".utf8)
    let cut = [0, 0, 0, 40] + Array("clap".utf8) + box + [0, 0, 0, 80] + Array("free".utf8)
    let file = try patched(try bytes("gain-map-grid.heic"), decoder, cut, at: 8)
    // The grid's properties: its size, and its profile, whose place the eleventh one takes.
    return try patched(file, [0, 0, 0, 14, 0, 1, 2, 1, 0x82], [0x8B], at: 8)
  }

  /// libheif's encoders fill odd sides up, and have the last column and row cut away.
  @Test(.enabled(if: hasDecoder), arguments: [(239, 159), (240, 159), (193, 97)])
  func `are cut at the right and below as by libheif`(width: Int, height: Int) throws {
    let name = "gain-map-grid.heic"
    let bytes = try cut(width, height, halves: (width - 240, height - 160))
    let source = try PhotoSource(bytes: bytes, name: name)
    let found = try #require(try decoded(source.bytes))
    #expect(found.size == PixelSize(width: width, height: height))
    let whole = try PhotoSource(bytes: try self.bytes(name), name: name)
    #expect(rows(found) == rows(try #require(try decoded(whole.bytes)), of: found))
    let (shown, wanted) = (try shown(bytes), try #require(try DecodedHEIF(source.bytes)).picture)
    #expect(shown.size == wanted.size && shown.decoder == Decoders.loadHEVC())
    let raster = Raster(wanted, recolouring: shown.recolouring, name: name)
    #expect(try meanDifference(shown.rgb(), raster.rgb()) < 0.1)
  }

  @Test(arguments: [
    // At the left too, above too, by half a sample, below only; a whole row of tiles; more than there is.
    (230, 160, 0, 0), (240, 150, 0, 0), (239, 160, -2, 0), (239, 159, -1, 1),
    (240, 96, 0, -64), (240, 162, 0, 2), (240, 0, 0, -160),
  ])
  func `are left to libheif if more is cut`(width: Int, height: Int, x: Int, y: Int) throws {
    let bytes = try cut(width, height, halves: (x, y))
    let source = try? PhotoSource(bytes: bytes, name: "cut")
    #expect(found(source?.bytes ?? bytes) == nil)
  }

  /// Phones cut their own photos to any size, and state it as the grid's.
  @Test(.enabled(if: hasDecoder)) func `of odd sides are those of the even picture, cut`() throws {
    let even = try PhotoSource(bytes: try bytes("gain-map-grid.heic"), name: "grid").bytes
    let grid = try patched(even, [0, 0, 1, 2, 0, 240, 0, 160], [239, 0, 159], at: 5)
    let odd = try patched(grid, [0, 0, 0, 240, 0, 0, 0, 160], [239, 0, 0, 0, 159], at: 3)
    let (found, whole) = (try #require(try decoded(odd)), try #require(try decoded(even)))
    #expect(found.size == PixelSize(width: 239, height: 159))
    #expect(rows(found) == rows(whole, of: found))
    #expect(try shown(odd).decoder == Decoders.loadHEVC())
  }

  @Test(
    .enabled(if: hasDecoder),
    arguments: [
      "rotated.heic", "dots.heic", "exif-2.heic", "gain-map-grid.heic", "gain-map-tiles.heic",
    ])
  func `look as with libheif when turned`(name: String) throws {
    let found = try shown(try bytes(name))
    let source = try PhotoSource(bytes: try bytes(name), name: name)
    let wanted = try #require(try DecodedHEIF(source.bytes)).picture
    let raster = Raster(
      wanted, recolouring: found.recolouring, orientation: Orientation(source.header.orientation),
      name: name)
    #expect(found.size == raster.size)
    #expect(try meanDifference(found.rgb(), raster.rgb()) < 0.1)
  }

  @Test(.enabled(if: hasDecoder), arguments: 0..<4, 0..<2)
  func `look as with libheif when turned and then mirrored`(turn: Int, axis: Int) throws {
    var file = try bytes("dots-mirrored.heic")
    for (kind, value) in [("irot", turn), ("imir", axis)] {
      file = try patched(file, Array(kind.utf8), [UInt8(value)], at: 4)
    }
    let (found, wanted) = (try shown(file), try #require(try DecodedHEIF(file)).picture)
    #expect(found.size == wanted.size && self.found(file)?.orientation != nil)
    let raster = Raster(wanted, recolouring: found.recolouring, name: "dots")
    #expect(try meanDifference(found.rgb(), raster.rgb()) < 0.5)
  }

  @Test(
    .enabled(if: hasDecoder && SharedFolder.has("photos/formats")),
    arguments: ["iphone_7.heic", "image1.heic"])
  func `of phones look as with libheif`(name: String) throws {
    let bytes = [UInt8](
      try Data(contentsOf: try #require(SharedFolder.url("photos/formats/\(name)"))))
    let found = try #require(try decoded(bytes))
    let wanted = try #require(try DecodedHEIF(bytes)).picture
    #expect(found.size == wanted.size)
    // Some rows of each plane; libheif 1.15 is some samples off, by its way through red, green and blue.
    for (plane, other) in zip(found.bands.map(\.plane), wanted.bands.map(\.plane)) {
      let rows = [plane, other].map { plane in
        plane.withSamples { samples in
          stride(from: 0, to: plane.height, by: 16).map { y in
            Array(UnsafeBufferPointer(start: samples + y * plane.stride, count: plane.width))
          }
        }
      }
      #expect(meanDifference(Array(rows[0].joined()), Array(rows[1].joined())) < 0.1)
    }
  }

  @Test(.enabled(if: hasDecoder)) func `may hold zeros in all planes beyond the picture`() throws {
    let bytes = try bytes("filled-up.heic")
    let (found, wanted) = (try shown(bytes), try #require(try DecodedHEIF(bytes)).picture)
    #expect(found.decoder == Decoders.loadHEVC())
    let raster = Raster(wanted, recolouring: found.recolouring, name: "filled up")
    #expect(try meanDifference(found.rgb(), raster.rgb()) < 0.5)
  }

  @Test(arguments: [
    // Cut, mirrored, and something that is not known yet.
    ("hevc.heic", "pixi", "clap"), ("hevc.heic", "pixi", "imir"), ("hevc.heic", "pixi", "what"),
    // Another codec; derived in another way; of parts that are no streams; twice turned.
    ("hevc.heic", "infe", "skip"), ("gain-map-grid.heic", "dimg", "base"),
    ("hevc.heic", "hvc1", "av01"), ("rotated.heic", "pixi", "irot"),
    ("hevc.heic", "hvcC", "free"), ("hevc.heic", "ispe", "free"),
  ])
  func `are left to libheif in other files`(name: String, old: String, new: String) throws {
    let bytes = try bytes(name)
    #expect(found(try patched(bytes, Array(old.utf8), Array(new.utf8))) == nil)
  }

  @Test(arguments: [(1, 0x80), (9, 0x80), (6, 0x00), (0, 0x80)])
  func `are left to libheif if they state other colours`(matrix: UInt8, range: UInt8) throws {
    let nclx = Array("nclx".utf8)
    let bytes = try bytes("nclx-p3.heic")
    #expect(found(bytes) != nil)
    #expect(found(try patched(bytes, nclx, [0, matrix, range], at: 8)) == nil)
  }

  @Test func `are left to libheif if they do not have three channels of 8 bits`() throws {
    let pixi = Array("pixi".utf8)
    #expect(found(try patched(try bytes("hevc.heic"), pixi, [1], at: 8)) == nil)
    #expect(found(try patched(try bytes("hevc.heic"), pixi, [10], at: 10)) == nil)
  }

  @Test(arguments: [(3, 0), (4, 1), (5, 0), (2, 9)])
  func `are left to libheif if there are too few or too many`(
    place: Int, value: UInt8
  ) throws {
    // The grid's columns, the width of what it makes, and its rows.
    let bytes = try PhotoSource(bytes: try bytes("gain-map-grid.heic"), name: "grid").bytes
    let grid: [UInt8] = [0, 0, 1, 2, 0, 240, 0, 160]
    #expect(found(bytes) != nil)
    #expect(found(try patched(bytes, grid, [value], at: place)) == nil)
  }

  /// The bytes of the first stream's last unit.
  private func slice(of bytes: [UInt8]) throws -> Range<Int> {
    let tiles = try #require(found(bytes))
    return try #require(tiles.units(of: tiles.streams[0])?.last)
  }

  @Test(.enabled(if: hasDecoder), arguments: [[0, 0, 1, 0x26], [0, 0, 0, 0], [0xFF, 0xFF]])
  func `are left to libheif, which decides, if they are damaged`(noise: [UInt8]) throws {
    var bytes = try bytes("hevc.heic")
    let slice = try slice(of: bytes)
    let middle = slice.lowerBound + slice.count / 3
    for place in stride(from: middle, to: slice.upperBound - noise.count, by: noise.count) {
      bytes.replaceSubrange(place..<place + noise.count, with: noise)
    }
    #expect(try decoded(bytes) == nil)
    // What it shows of blocks that are missing is whatever was in memory.
    #expect((try? shown(bytes).size) == (try? DecodedHEIF(bytes)?.picture.size))
  }

  @Test func `are left to libheif if their units belong to other pictures or layers`() throws {
    let bytes = try bytes("hevc.heic")
    let slice = try slice(of: bytes)
    // A picture that needs others, an access unit's end, another layer, and a picture without its first part.
    for (offset, value) in [(0, UInt8(1 << 1)), (0, 36 << 1), (1, 0x09), (2, 0x00)] {
      var other = bytes
      other[slice.lowerBound + offset] = value
      let tiles = try #require(found(other))
      #expect(tiles.units(of: tiles.streams[0]) == nil)
    }
  }

  @Test(.enabled(if: hasDecoder))
  func `are left to libheif if their size is not the described one`()
    throws
  {
    let bytes = try bytes("hevc.heic")
    let narrow = try patched(bytes, Array("ispe".utf8), [238], at: 11)
    #expect(found(narrow)?.size.width == 238)
    #expect(try decoded(narrow) == nil)
  }

  @Test(arguments: ["hevc.heic", "gain-map-grid.heic"])
  func `lie inside the file whatever the file states`(name: String) throws {
    let bytes = try bytes(name)
    let meta = try #require(try ByteView(bytes).boxes(["meta"], in: 0..<bytes.count).first).range
    var random = SplitMix64(seed: 52)
    var count = 0
    for _ in 0..<2000 {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        mutant[Int.random(in: meta, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let tiles = found(mutant) else { continue }
      count += 1
      for stream in tiles.streams {
        for unit in [stream.units, stream.configuration] + (tiles.units(of: stream) ?? []) {
          #expect(unit.lowerBound >= 0 && unit.upperBound <= mutant.count)
        }
      }
    }
    #expect(count > 100)
  }
}
