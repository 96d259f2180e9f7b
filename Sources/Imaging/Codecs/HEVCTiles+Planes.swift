import CHEVC

extension HEVCTiles {
  /// Decodes the tiles into the planes of the whole picture, which is not turned.
  ///
  /// With `isPassing` rows are kept only while `follow` uses them; the picture is empty in the end. `follow` gets the
  /// picture before it is decoded; what it returns is called after each row of tiles with the number of rows of pixels
  /// decoded so far.
  ///
  /// - Returns: The picture; `nil` if libavcodec is missing, or if a tile is incomplete, damaged or has other planes
  ///   than a JPEG. Then the result of `follow` is discarded, and libheif decodes the file.
  /// - Throws: Errors of `follow`; when memory is short.
  func decoded(
    isPassing: Bool, follow: (PlanarPicture) throws(PixelFailure) -> (Int) -> Void
  ) throws(PixelFailure) -> PlanarPicture? {
    guard let decoder = HEVCDecoder(for: tile) else { return nil }
    var bands: [PlanarPicture.Band] = []
    for subsampling in [1, 2, 2] {
      let plane = try SamplePlane(
        width: (size.width + subsampling - 1) / subsampling,
        height: (size.height + subsampling - 1) / subsampling,
        isPassing: isPassing && tile.height < size.height, rowsAtOnce: tile.height / subsampling)
      bands.append(.init(plane: plane, subsamplingX: subsampling, subsamplingY: subsampling))
    }
    let picture = PlanarPicture(size: size, colours: .ycc, bands: bands)
    let decoded = try follow(picture)
    for (index, stream) in streams.enumerated() {
      let place = (x: index % columns * tile.width, y: index / columns * tile.height)
      guard let units = units(of: stream), decoder.decode(units, of: file, into: picture, at: place)
      else { return nil }
      if index % columns == columns - 1 { decoded(min(size.height, place.y + tile.height)) }
    }
    for band in bands { band.plane.extendRows() }
    return picture
  }
}

/// The only owner of a decoder of libavcodec.
private final class HEVCDecoder {
  private let decoder: OpaquePointer
  private let tile: PixelSize

  /// Makes a decoder of tiles of a size; `nil` without libavcodec.
  init?(for tile: PixelSize) {
    let limit =
      (tile.width + HEVCParameters.codingBlock) * (tile.height + HEVCParameters.codingBlock)
    guard HEVCLibrary.version != nil, let decoder = chevc_open(Int64(limit)) else { return nil }
    (self.decoder, self.tile) = (decoder, tile)
  }

  deinit { chevc_close(decoder) }

  /// Decodes a tile into its place; returns whether it is complete and undamaged.
  func decode(
    _ units: [Range<Int>], of file: ByteView, into picture: PlanarPicture,
    at place: (x: Int, y: Int)
  ) -> Bool {
    let planes = picture.bands.map(\.plane)
    return file.withBytes { bytes in
      let units = units.map { unit in
        chevc_unit(bytes: bytes.baseAddress.map { $0 + unit.lowerBound }, count: unit.count)
      }
      return planes.withSamples { samples in
        let targets = zip(samples, planes).map {
          chevc_plane(samples: $0, stride: $1.stride, kept: Int32($1.keptRows))
        }
        var target = chevc_target(
          planes: (targets[0], targets[1], targets[2]), left: Int32(place.x), top: Int32(place.y),
          columns: Int32(min(tile.width, picture.size.width - place.x)),
          rows: Int32(min(tile.height, picture.size.height - place.y)))
        return chevc_decode(
          decoder, units, units.count, Int32(tile.width), Int32(tile.height), &target)
      }
    }
  }
}

/// libavcodec, which is not linked: it is opened for the first HEIC, or earlier.
enum HEVCLibrary {
  /// Its version, such as `59.37.100`; `nil` if no known version is installed.
  static let version: String? = {
    let number = Int(chevc_version())
    return number == 0 ? nil : "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }()
}
