import CJPEG

/// The header's facts about a JPEG's planes at one scale.
struct JPEGLayout {
  private let layout: cjpeg_layout
  private let shrink: Int

  /// Reads a header for planes that are 1, 2, 4 or 8 times smaller than stored.
  init(_ bytes: [UInt8], shrink: Int) throws(PixelFailure) {
    var layout = cjpeg_layout()
    try Self.calling { cjpeg_read_layout(bytes, bytes.count, Int32(shrink), &layout, $0) }
    self.layout = layout
    self.shrink = shrink
  }

  /// Whether the planes are luma and two chroma differences, each whole or halved.
  var isYCC: Bool { layout.is_ycc != 0 }

  private var all: [cjpeg_plane] { [layout.planes.0, layout.planes.1, layout.planes.2] }

  /// The size at this scale, in pixels; the last column and row may be cut by the picture's edge.
  var size: PixelSize {
    PixelSize(width: Int(layout.planes.0.width), height: Int(layout.planes.0.height))
  }

  /// The extent of the picture at this scale, in pixels.
  var extent: SampleRect {
    SampleRect(
      width: Double(layout.width) / Double(shrink), height: Double(layout.height) / Double(shrink))
  }

  /// Planes to decode into.
  func planes(arePassing: Bool) throws(PixelFailure) -> [SamplePlane] {
    var made: [SamplePlane] = []
    for plane in all {
      made.append(
        try SamplePlane(
          width: Int(plane.width), height: Int(plane.height), rowBytes: Int(plane.row_bytes),
          rows: Int(plane.rows), isPassing: arePassing))
    }
    return made
  }

  /// Decoded planes with the pixels that each of their samples covers.
  func bands(_ planes: [SamplePlane]) -> [PlanarPicture.Band] {
    zip(planes, all).map {
      PlanarPicture.Band(
        plane: $0, subsamplingX: Int($1.subsampling_x), subsamplingY: Int($1.subsampling_y),
        own: PixelSize(width: Int($1.own_width), height: Int($1.own_height)))
    }
  }

  /// Runs a call that reports failure as a negative number, with a text; returns the number.
  @discardableResult static func calling(
    _ call: (UnsafeMutablePointer<CChar>) -> Int32
  ) throws(PixelFailure) -> Int {
    var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))
    let result = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(call) ?? -1
    }
    guard result >= 0 else { throw PixelFailure(detail: message.text) }
    return Int(result)
  }
}
