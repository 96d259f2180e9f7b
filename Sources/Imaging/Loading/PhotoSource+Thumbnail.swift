import PhotoGeometry

extension PhotoSource {
  /// The fewest pixels of a thumbnail's longer side: what networks look at; cameras write 160 and more.
  private static let leastLongEdge = 128
  /// How much the shapes of both may differ, as 160 × 120 has no more exact ones.
  private static let sameShape = 0.02
  /// The mean luma up to which a bar is black.
  private static let black = 24

  /// Returns the small picture of the photo that its Exif carries, upright, without the black bars that cameras add to make it 4 : 3.
  ///
  /// It tells what a photo shows and how it is lit, not how sharp it is. Where a program changed the photo and not this, it is
  /// another picture.
  ///
  /// - Returns: The picture; `nil` without one, and where it is damaged, too small, or of another shape than the photo.
  package func thumbnail() -> Raster? {
    guard let embedded, let planeColours, PhotoFormat.sniff(embedded) == .jpeg,
      (try? PhotoScan.of(embedded, as: .jpeg, limits: .standard)) != nil,
      let decoded = try? DecodedJPEG(embedded, shrink: 1), decoded.warningCount == 0
    else { return nil }
    let size = decoded.picture.size
    guard size.longEdge >= Self.leastLongEdge,
      let part = Self.part(of: decoded.picture, header.storedSize)
    else { return nil }
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

  /// The part of a thumbnail that shows a photo of a size: all of it, or what lies between black bars; `nil` where its shape is another.
  private static func part(of picture: PlanarPicture, _ photo: PixelSize) -> NormalizedRect? {
    let shape = Double(picture.size.width) / Double(picture.size.height)
    let wanted = Double(photo.width) / Double(photo.height)
    if abs(shape / wanted - 1) <= sameShape { return .full }
    // A bar may end inside a row of pixels, which is left out.
    let row = 1 / Double(shape > wanted ? picture.size.width : picture.size.height)
    let share = min(wanted / shape, shape / wanted) - 2 * row
    let (width, height) = shape > wanted ? (share, 1) : (1, share)
    let part = NormalizedRect(
      x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    return hasBars(picture.bands[0].plane, around: part) ? part : nil
  }

  /// Whether all that lies around a part is black, but for what a JPEG's blocks smear over its edge.
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
