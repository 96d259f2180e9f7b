extension PhotoMetadata {
  /// Takes the metadata that libvips found in a file's header.
  init(_ picture: VipsPicture, header: PhotoHeader, scan: PhotoScan) {
    self.init(
      xmp: picture.xmp(limit: Self.xmpByteLimit),
      exif: (scan.exif ?? picture.exif).flatMap { ExifBlock($0) }, header: header, scan: scan)
  }

  /// Takes the metadata from a file's blocks.
  init(xmp: [UInt8]?, exif: ExifBlock?, header: PhotoHeader, scan: PhotoScan) {
    let turn = scan.isTurnedByDecoder ? exif?.orientation ?? 1 : header.orientation
    self.init(
      xmp: xmp, size: turn >= 5 ? header.size.transposed : header.size, orientation: turn,
      exifSize: exif?.pictureSize, subjectArea: exif?.subjectArea ?? [], taken: exif?.taken)
    capture = exif?.capture ?? PhotoCapture()
    appleHeadroom = exif?.appleHeadroom
  }
}
