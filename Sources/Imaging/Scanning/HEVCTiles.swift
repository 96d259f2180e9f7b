/// The streams of the picture of a HEIC file: ISO/IEC 23008-12, 6.6.2.3.
///
/// Only for files as phones write them: tiles of one size in rows, or one picture, shown whole but for its padding,
/// possibly turned and mirrored. libheif decodes all others (decision 0210).
struct HEVCTiles {
  let file: ByteView
  /// The picture's size before it is turned.
  let size: PixelSize
  /// The size of each tile; the last ones extend beyond the picture's edges.
  let tile: PixelSize
  let columns: Int
  /// How the picture is turned and mirrored (`irot`, `imir`); `nil` if not stated.
  let orientation: Orientation?
  /// The tiles, row by row.
  let streams: [Stream]

  /// The picture's size as the file turns it.
  var uprightSize: PixelSize { orientation?.other(size) ?? size }

  struct Stream {
    /// The contents of its configuration box, and its own units.
    let configuration, units: Range<Int>
  }

  /// Finds the tiles of the picture to show; `nil` for a file that libheif must decode.
  init?(_ file: ByteView) {
    guard let items = try? HEIFItems(file), let primary = items.primary,
      let parts = Self.parts(of: primary, in: items),
      let properties = try? items.properties(of: Set(parts + [primary])),
      let places = try? items.places(of: Set(parts + [primary])),
      let whole = Properties(properties[primary] ?? [], in: file), let size = whole.size
    else { return nil }
    var streams: [Stream] = []
    var tile: PixelSize?
    for part in parts {
      let known = part == primary ? whole : Properties(properties[part] ?? [], in: file)
      guard let known, let size = known.size, let configuration = known.configuration,
        let units = places[part], size == tile ?? size,
        part == primary || known.turn == nil && known.cut == nil
      else { return nil }
      tile = size
      streams.append(Stream(configuration: configuration, units: units))
    }
    let grid =
      items.types[primary] == "grid"
      ? places[primary].flatMap { Grid.read(at: $0, in: file) }
      : Grid(columns: 1, rows: 1, size: size)
    let shown = whole.cut ?? size
    guard let tile, let grid, grid.size == size, grid.columns * grid.rows == streams.count,
      tile.width % 2 == 0, tile.height % 2 == 0,
      Self.tiles(tile.width, reach: shown.width, by: grid.columns),
      Self.tiles(tile.height, reach: shown.height, by: grid.rows)
    else { return nil }
    (self.file, self.size, self.tile, self.streams) = (file, shown, tile, streams)
    (columns, orientation) = (grid.columns, whole.turn)
  }

  /// Whether a line needs exactly this number of tiles to cover a length.
  private static func tiles(_ side: Int, reach length: Int, by count: Int) -> Bool {
    count == (length + side - 1) / side
  }

  /// The pictures that a picture is made of; itself if it is a stream.
  private static func parts(of primary: Int, in items: HEIFItems) -> [Int]? {
    if items.types[primary] == "hvc1" { return [primary] }
    let lists = items.references.filter { $0.type == "dimg" && $0.from == primary }
    guard items.types[primary] == "grid", lists.count == 1, !lists[0].to.isEmpty,
      lists[0].to.allSatisfy({ items.types[$0] == "hvc1" })
    else { return nil }
    return lists[0].to
  }

  /// The greatest number of columns and rows that are decoded here: four times as many as HEVC's levels allow (ISO/IEC
  /// 23008-2, A.4.2).
  private static let sides = 1...1 << 16

  /// The number of tiles, and the size of the picture: 23008-12, 6.6.2.3.2.
  private struct Grid {
    let columns, rows: Int
    let size: PixelSize

    static func read(at place: Range<Int>, in file: ByteView) -> Grid? {
      let start = place.lowerBound
      guard place.count >= 8, file.u8(at: start) == 0, let flags = file.u8(at: start + 1),
        let rows = file.u8(at: start + 2), let columns = file.u8(at: start + 3)
      else { return nil }
      let width = flags & 1 == 1 ? 4 : 2
      guard place.count == 4 + 2 * width,
        let across = file.number(at: start + 4, bytes: width, bigEndian: true),
        let down = file.number(at: start + 4 + width, bytes: width, bigEndian: true),
        HEVCTiles.sides.contains(across), HEVCTiles.sides.contains(down)
      else { return nil }
      return Grid(
        columns: columns + 1, rows: rows + 1, size: PixelSize(width: across, height: down))
    }
  }

  private struct Properties {
    private(set) var size: PixelSize?
    private(set) var configuration: Range<Int>?
    /// The size that is shown, if less is than ``size``.
    private(set) var cut: PixelSize?
    private(set) var turn: Orientation?
    private var isMirrored = false

    /// Properties that do not affect decoding here, apart from their profile.
    private static let others = ["colr", "pixi", "auxC", "free"]
    /// Exif's numbers for quarter turns anticlockwise: 23008-12, 6.5.10.
    private static let turns = [1, 8, 3, 6]
    /// The same, then with top and bottom, or left and right, exchanged: 6.5.12.
    private static let mirrored = [[4, 2], [5, 7], [2, 4], [7, 5]]

    /// Reads properties; `nil` if any must be read by libheif, or if there are two of a kind that counts.
    init?(_ boxes: [HEIFBox], in file: ByteView) {
      for box in boxes {
        switch box.type {
        case "ispe" where size == nil:
          guard let width = file.u32(at: box.content.lowerBound + 4),
            let height = file.u32(at: box.content.lowerBound + 8), box.content.count == 12,
            HEVCTiles.sides.contains(width), HEVCTiles.sides.contains(height)
          else { return nil }
          size = PixelSize(width: width, height: height)
        case "hvcC" where configuration == nil: configuration = box.content
        case "clap" where cut == nil && turn == nil:
          guard let size, let width = Self.kept(of: size.width, by: box, at: 0, in: file),
            let height = Self.kept(of: size.height, by: box, at: 8, in: file)
          else { return nil }
          cut = PixelSize(width: width, height: height)
        case "irot" where turn == nil:
          guard let angle = file.u8(at: box.content.lowerBound), box.content.count == 1 else {
            return nil
          }
          turn = Orientation(Self.turns[angle & 3])
        case "imir" where !isMirrored:
          // Turned first, and then mirrored, as properties apply in order.
          guard let axis = file.u8(at: box.content.lowerBound), box.content.count == 1,
            let turned = Self.turns.firstIndex(of: turn?.value ?? 1)
          else { return nil }
          (turn, isMirrored) = (Orientation(Self.mirrored[turned][axis & 1]), true)
        default:
          guard Self.others.contains(box.type), Self.isPlain(box, in: file) else { return nil }
        }
      }
    }

    /// How many columns or rows a `clap` box keeps of a side, if these are the first ones, as libheif's encoders cut what
    /// they fill up: 14496-12, 12.1.4.2.
    private static func kept(
      of side: Int, by box: HEIFBox, at offset: Int, in file: ByteView
    ) -> Int? {
      let place = box.content.lowerBound + offset
      guard box.content.count == 32, let count = file.u32(at: place),
        file.u32(at: place + 4) == 1, 1...side ~= count, let shift = file.u32(at: place + 16),
        let parts = file.u32(at: place + 20), parts > 0,
        // The middle of what is kept, counted from that of the side.
        2 * Int(Int32(truncatingIfNeeded: shift)) == (count - side) * parts
      else { return nil }
      return count
    }

    /// Whether a property only states the layout of a JPEG's planes: three of 8 bits, by BT.601, in full range.
    private static func isPlain(_ box: HEIFBox, in file: ByteView) -> Bool {
      if box.type == "pixi" {
        return box.content.count == 8
          && file.hasText("\0\0\0\0\u{3}\u{8}\u{8}\u{8}", at: box.content.lowerBound)
      }
      guard box.type == "colr", !file.isProfile(box) else { return true }
      guard box.content.count == 11, let codes = HEIFCodePoints(box, in: file) else { return false }
      return [2, 5, 6].contains(codes.matrix) && codes.isFullRange
    }
  }

  /// The kinds of units with a complete picture: IDR_W_RADL and IDR_N_LP.
  private static let pictures = 19...20
  /// The kinds of units that do not affect pictures: delimiters, and supplemental information (SEI).
  private static let remarks = [35, 39, 40]

  /// Whether a stream's columns or rows are those of its tile with padding.
  private func fits(_ side: Int, _ shown: Int) -> Bool {
    (shown...shown + HEVCParameters.codingBlock).contains(side)
  }

  /// The positions of the units for decoding a tile, parameter sets first; `nil` if there are other kinds, or if a set
  /// declares another size.
  func units(of stream: Stream) -> [Range<Int>]? {
    let parameters = HEVCParameters(file, configuration: stream.configuration)
    guard
      parameters.sequences.allSatisfy({
        fits($0.width, tile.width) && fits($0.height, tile.height)
      })
    else { return nil }
    var found: [Range<Int>] = []
    for unit in parameters.units {
      guard let kind = HEVCParameters.kind(of: unit, in: file) else { return nil }
      if HEVCParameters.parameterSets.contains(kind) {
        found.append(unit)
      } else if !Self.remarks.contains(kind) {
        return nil
      }
    }
    let parameterCount = found.count
    var offset = stream.units.lowerBound
    while offset < stream.units.upperBound {
      let start = offset + parameters.lengthSize
      guard start <= stream.units.upperBound,
        let length = file.number(at: offset, bytes: parameters.lengthSize, bigEndian: true),
        length <= stream.units.upperBound - start,
        let kind = HEVCParameters.kind(of: start..<start + length, in: file)
      else { return nil }
      if Self.pictures.contains(kind) {
        // One picture in one slice, with first_slice_segment_in_pic_flag set: at the borders of several slices,
        // decoders differ by 1 in a few samples of chroma.
        guard length > 2, found.count == parameterCount, file.u8(at: start + 2) ?? 0 >= 0x80 else {
          return nil
        }
        found.append(start..<start + length)
      } else if !Self.remarks.contains(kind) {
        return nil
      }
      offset = start + length
    }
    return found.count > parameterCount ? found : nil
  }
}
