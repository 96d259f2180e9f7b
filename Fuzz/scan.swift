/// Runs our own code that reads an untrusted file before any decoder: the format, every scanner's walk through its
/// structure, a HEIC's tiles, a BMP's samples, a JPEG's and a HEIC's gain maps, maker's notes in Exif, and an embedded
/// profile.
///
/// Compiled together with the sources that it tests, so that it can reach their internal declarations.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = PhotoFormat.sniff(bytes)
  _ = UnsupportedFile.recognise(bytes)
  let formats: [PhotoFormat] = [
    .jpeg, .png, .webp, .heic, .avif, .tiff, .gif, .jxl, .bmp, .raw,
  ]
  for format in formats {
    guard let scan = try? PhotoScan.of(bytes, as: format, limits: .standard) else { continue }
    // A scan that accepts a picture has checked it against the limits.
    precondition(scan.width > 0 && scan.height > 0)
    let limit = ImagingLimits.standard.pixels(of: scan.loader ?? format, isLight: scan.isLight)
    precondition(scan.width * scan.height <= limit)
  }
  if let tiles = HEVCTiles(ByteView(bytes)) {
    // The ranges given to a decoder lie in the file.
    for unit in tiles.streams.flatMap({ tiles.units(of: $0) ?? [] }) {
      precondition(unit.lowerBound >= 0 && unit.upperBound <= bytes.count)
    }
  }
  let file = ByteView(bytes)
  if let bmp = try? BMPPixels(bytes), bmp.layout.width.capped(times: bmp.layout.height) < 1 << 16 {
    precondition(bmp.samples().count == bmp.bandCount * bmp.layout.width * bmp.layout.height)
  }
  for map in AttachedGainMap.gainMaps(inJPEG: file) + AttachedGainMap.gainMaps(inHEIF: file) {
    precondition(map.stream.map { $0.count <= bytes.count } ?? true)
    // Accepted numbers are the same after writing and reading them again.
    guard let metadata = map.iso.flatMap(GainMapMetadata.init(iso:)) else { continue }
    precondition(GainMapMetadata(iso: metadata.iso) == metadata)
  }
  if let headroom = ExifBlock(bytes)?.appleHeadroom { precondition(headroom >= 1) }
  if let profile = ColourProfile(bytes) {
    _ = (profile.space, profile.bandCount, profile.isSRGB)
  }
  return 0
}
