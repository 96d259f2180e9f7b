extension PhotoSource {
  /// The range of a thumbnail's longer side, in pixels: networks use at least 128; cameras write 160, phones up to
  /// 512.
  private static let longEdges = 128...1024
  /// The least share of a thumbnail that shows the photo; ours, more remains between the bars of a photo of 3 : 2, 16
  /// : 9 or 1 : 1.
  private static let leastShare = 0.25
  /// The greatest relative difference of both shapes, as 160 × 120 cannot be more exact.
  private static let sameShape = 0.02
  /// The mean luma up to which a bar is black.
  private static let black = 24

  /// Returns the small picture of the photo in its file, upright: a JPEG's in its Exif, without the black bars that
  /// cameras add to make it 4 : 3, and a HEIC's or AVIF's own (23008-12, 6.4.1).
  ///
  /// It shows a photo's content and light, not its sharpness. If a program changed the photo but not the thumbnail, it
  /// is another picture.
  ///
  /// - Returns: The picture; `nil` without one, and if it is damaged, too small, or of another shape than the photo.
  package func thumbnail() -> Raster? {
    loader == .heic || loader == .avif ? thumbnailItem() : thumbnailInExif()
  }

  private func thumbnailItem() -> Raster? {
    let view = ByteView(file)
    guard header.orientation == 1, let items = try? HEIFItems(view), let primary = items.primary,
      let item = items.references.first(where: {
        $0.type == "thmb" && $0.to.contains(primary)
      })?.from,
      let bytes = try? HEIFBasePicture(items: items).reduced(to: item),
      let small = try? PhotoSource(bytes: bytes, name: name),
      Self.longEdges.contains(small.header.size.longEdge),
      Self.areAlike(small.header.size, header.size)
    else { return nil }
    return try? small.decode(atLeast: 1, background: .white)
  }

  private func thumbnailInExif() -> Raster? {
    guard loader == .jpeg, let planeColours,
      let embedded = JPEGMetadata(bytes).exif.flatMap({ ExifBlock($0) })?.thumbnail,
      PhotoFormat.sniff(embedded) == .jpeg,
      let scan = try? PhotoScan.of(embedded, as: .jpeg, limits: .standard),
      Self.longEdges.contains(max(scan.width, scan.height)),
      let decoded = try? DecodedJPEG(embedded, shrink: 1), decoded.warningCount == 0
    else { return nil }
    let size = decoded.picture.size
    guard let part = Self.part(of: decoded.picture, header.storedSize) else { return nil }
    let orientation = Orientation(header.orientation)
    let whole = Raster(
      decoded.picture, recolouring: planeColours.recolouring, orientation: orientation, name: name,
      decoder: Decoders.libjpegTurbo)
    if part == .full { return whole }
    let cut = PixelSize(
      width: Int(part.width * Double(size.width)), height: Int(part.height * Double(size.height)))
    let isTurned = header.orientation >= 5
    let upright =
      isTurned
      ? NormalizedRect(x: part.y, y: part.x, width: part.height, height: part.width) : part
    return try? whole.cropped(to: upright, resizedTo: isTurned ? cut.transposed : cut)
  }

  /// Whether two pictures have about the same shape.
  private static func areAlike(_ one: PixelSize, _ other: PixelSize) -> Bool {
    let shapes = [one, other].map { Double($0.width) / Double($0.height) }
    return abs(shapes[0] / shapes[1] - 1) <= sameShape
  }

  /// The part of a thumbnail that shows a photo of a size: all of it, or the area between black bars; `nil` if its
  /// shape is another.
  private static func part(of picture: PlanarPicture, _ photo: PixelSize) -> NormalizedRect? {
    if areAlike(picture.size, photo) { return .full }
    let shape = Double(picture.size.width) / Double(picture.size.height)
    let wanted = Double(photo.width) / Double(photo.height)
    // A bar may end inside a row of pixels, which is then left out.
    let row = 1 / Double(shape > wanted ? picture.size.width : picture.size.height)
    let share = min(wanted / shape, shape / wanted) - 2 * row
    guard share >= leastShare else { return nil }
    let (width, height) = shape > wanted ? (share, 1) : (1, share)
    let part = NormalizedRect(
      x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    return hasBars(picture.bands[0].plane, around: part) ? part : nil
  }

  /// Whether everything around a part is black, apart from a JPEG's blocks across its edge.
  private static func hasBars(_ luma: SamplePlane, around part: NormalizedRect) -> Bool {
    let left = Int(part.x * Double(luma.width)) - 2
    let top = Int(part.y * Double(luma.height)) - 2
    var (sum, count) = (0, 0)
    luma.withSamples { samples in
      for y in 0..<luma.height {
        for x in 0..<luma.width
        where x < left || y < top || x >= luma.width - left && left > 0
          || y >= luma.height - top && top > 0
        {
          sum += Int(samples[y * luma.stride + x])
          count += 1
        }
      }
    }
    return count > 0 && sum <= black * count
  }
}
