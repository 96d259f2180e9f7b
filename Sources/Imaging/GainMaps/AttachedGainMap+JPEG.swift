extension AttachedGainMap {
  /// Finds the JPEGs that are marked as gain maps, in a photo's JPEG.
  ///
  /// The index of CIPA DC-007 has the positions of pictures; one directly after the photo's end is found without it.
  static func gainMaps(inJPEG file: ByteView) -> [AttachedGainMap] {
    var segments = JPEGSegments(file)
    var places: [Range<Int>] = []
    do {
      while let segment = try segments.next() {
        if segment.code == 0xE2, file.hasText("MPF\0", at: segment.start + 4) {
          places += indexed(by: segment, in: file)
        }
      }
    } catch { return [] }
    if let end = segments.pictureEnd, places.allSatisfy({ $0.lowerBound != end }) {
      places.append(end..<file.count)
    }
    // The pictures of a valid file do not overlap; each is copied, so the total is limited.
    var left = file.count
    let apart = places.prefix(most).filter { place in
      left -= place.count
      return left >= 0
    }
    let isPhotoInP3 = JPEGMetadata(file).isInDisplayP3
    return apart.compactMap { AttachedGainMap(file, at: $0, behindP3: isPhotoInP3) }
  }

  /// The positions of the pictures of an index: CIPA DC-007, 5.2.3.3; the first is the photo itself.
  private static func indexed(
    by segment: JPEGSegments.Segment, in file: ByteView
  ) -> [Range<Int>] {
    let start = segment.start + 8
    let index = ByteView(Array(file.bytes(at: start, length: max(0, segment.end - start))))
    guard let directory = try? TIFFDirectory.first(in: index, tags: [entries]),
      let range = directory.bytes(of: entries)
    else { return [] }
    return stride(from: range.lowerBound, to: range.upperBound, by: 16).prefix(most).compactMap {
      guard let length = directory.number($0 + 4, 4), let offset = directory.number($0 + 8, 4),
        offset > 0, start + offset < file.count
      else { return nil }
      return start + offset..<min(file.count, start + offset + length)
    }
  }

  /// The tag of the index's entries, of 16 bytes each.
  private static let entries = 0xB002

  /// Reads a presumed JPEG; `nil` if it is not one, or not a gain map.
  private init?(_ file: ByteView, at place: Range<Int>, behindP3 isPhotoInP3: Bool) {
    guard file.hasText("\u{FF}\u{D8}\u{FF}", at: place.lowerBound) else { return nil }
    let bytes = Array(file.bytes(at: place.lowerBound, length: place.count))
    let view = ByteView(bytes)
    var segments = JPEGSegments(view)
    let metadata = JPEGMetadata(view)
    var iso: [UInt8]?
    var (channels, isRGB) = (0, false)
    // A damaged one still counts as a gain map, but one that cannot be read.
    while let segment = try? segments.next(), segment.code != 0xDA {
      let content = view.bytes(at: segment.start + 4, length: segment.end - segment.start - 4)
      switch segment.code {
      case 0xE2 where content.starts(with: GainMapMetadata.label):
        iso = iso ?? Array(content.dropFirst(GainMapMetadata.label.count))
      case 0xEE: isRGB = view.hasText("Adobe", at: segment.start + 4) && content.last == 0
      case 0xC0...0xC2: channels = view.u8(at: segment.start + 9) ?? 0
      default: break
      }
    }
    let words = metadata.xmp.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isApples = words.contains(GainMapMetadata.appleNamespace)
    guard iso != nil || isApples || words.contains(GainMapMetadata.namespace) else { return nil }
    self.init(
      iso: iso, xmp: metadata.xmp, isApples: isApples,
      stream: channels == 1 || channels == 3 && !isRGB ? BareJPEG(bytes)?.stream : nil,
      isGrey: channels == 1, isPhotoInP3: isPhotoInP3, isInP3: metadata.isInDisplayP3)
  }
}
