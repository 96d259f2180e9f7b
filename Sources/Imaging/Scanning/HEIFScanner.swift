/// The walk through a HEIF file's boxes: ISO/IEC 14496-12 section 4.2 and 23008-12.
struct HEIFScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    if let picture = withoutOtherData { return try Self.scan(instead: picture) }
    guard let meta = try file.boxes(["meta"], in: 0..<file.count).first else {
      if try !file.boxes(["moov"], in: 0..<file.count).isEmpty {
        throw .unsupported("a HEIF picture sequence without a still picture")
      }
      throw .corrupt("The HEIF file has no description of its pictures (meta box).")
    }
    let properties = try properties(in: meta)
    if let marked = markingEmptyProfiles(among: properties) {
      return try Self.scan(instead: marked)
    }
    var metadata = MetadataTally("HEIF")
    for profile in properties where file.isProfile(profile) {
      try metadata.addProfile(profile.content.count - 4)
    }
    for locations in try file.boxes(["iloc"], in: meta.fullContent) {
      try HEIFPieces(file: file, locations: locations.content).check(metadata)
    }
    let size = try largestExtent(in: properties)
    let items = try HEIFItems(file, meta: meta)
    if let ordered = try items.orderingProperties() { return try Self.scan(instead: ordered) }
    if let stated = try items.statingRangeOfStream() { return try Self.scan(instead: stated) }
    let base = HEIFBasePicture(items: items)
    if let described = try items.describingParts(alphas: base.alphas) {
      return try Self.scan(instead: described)
    }
    if let source = try base.source(),
      let reduced = try base.reduced(to: source, describedAs: items.primary)
    {
      var scan = try Self.scan(instead: reduced)
      scan.hasGainMap = scan.hasGainMap || base.isOfTwo
      return scan
    }
    try base.checkAlpha()
    try base.checkTiles()
    return PhotoScan(
      width: size.width, height: size.height, isTurnedByDecoder: try base.isTurned,
      isLight: isLight(properties) ? try !base.hasAlpha : false,
      decodable: base.isNeeded ? try base.reduced() : nil,
      profile: try items.statedColours()?.profile(), repairs: try items.repairs(),
      hasGainMap: base.isOfTwo || properties.contains(where: items.isApplesGainMap))
  }

  /// Scans what the decoder reads instead of the file.
  private static func scan(instead bytes: [UInt8]) throws(ScanProblem) -> PhotoScan {
    var scan = try HEIFScanner(file: ByteView(bytes)).scan()
    scan.decodable = scan.decodable ?? bytes
    return scan
  }

  /// The file up to data that is no box, or a file of its own, after all that pictures are made of; `nil` without any.
  ///
  /// Phones append videos and notes of their own to photos, and not all of them put these into boxes.
  var withoutOtherData: [UInt8]? {
    var offset = 0
    var meta: HEIFBox?
    while offset < file.count {
      let found: HEIFBox?
      do { found = try file.box(at: offset, end: file.count) } catch { break }
      guard let box = found else { return nil }
      if box.type == "ftyp", meta != nil { break }
      if box.type == "meta" { meta = meta ?? box }
      offset = box.content.upperBound
    }
    guard offset < file.count, let meta,
      let locations = try? file.boxes(["iloc"], in: meta.fullContent).first,
      let end = HEIFPieces(file: file, locations: locations.content).end, end <= offset
    else { return nil }
    return Array(file.prefix(offset))
  }

  /// Whether every stream is HEVC of 8 bits with halved chroma or none: 14496-15, 8.3.3.1.2.
  private func isLight(_ properties: [HEIFBox]) -> Bool {
    let configurations = properties.filter { $0.type == "hvcC" }.map(\.content.lowerBound)
    return !configurations.isEmpty
      && configurations.allSatisfy { start in
        guard let chroma = file.u8(at: start + 16), let luma = file.u8(at: start + 17),
          let differences = file.u8(at: start + 18)
        else { return false }
        return chroma & 3 <= 1 && luma & 7 == 0 && differences & 7 == 0
      }
  }

  /// The file with its empty profiles marked as free, in place; `nil` if it has none.
  ///
  /// ExifTool empties a profile when it deletes it, as with `-all=`, and libvips 8.14 refuses such a file.
  private func markingEmptyProfiles(among properties: [HEIFBox]) -> [UInt8]? {
    let empty = properties.filter { file.isProfile($0) && $0.content.count == 4 }
    guard !empty.isEmpty else { return nil }
    var bytes = Array(file.bytes(at: 0, length: file.count))
    for profile in empty {
      bytes.replaceSubrange(profile.start + 4..<profile.start + 8, with: "free".utf8)
    }
    return bytes
  }

  /// The properties that are read: profiles, sizes, the types of auxiliary pictures, and the configurations of streams.
  private static let properties = ["colr", "ispe", "auxC", "hvcC"]

  /// The properties of all pictures in the file, from `meta`, `iprp` and `ipco`.
  func properties(in meta: HEIFBox) throws(ScanProblem) -> [HEIFBox] {
    var found: [HEIFBox] = []
    for properties in try file.boxes(["iprp"], in: meta.fullContent) {
      for container in try file.boxes(["ipco"], in: properties.content) {
        found += try file.boxes(Self.properties, in: container.content)
      }
    }
    return found
  }

  /// The largest picture that an `ispe` property declares: every one of them may be decoded, as the primary picture or
  /// as a tile of it.
  ///
  /// - Throws: Also if a stream declares more columns or rows than any of them (decision 0610); Apple's encoder fills
  ///   narrow pictures up to 160 columns.
  private func largestExtent(in properties: [HEIFBox]) throws(ScanProblem) -> (
    width: Int, height: Int
  ) {
    let extents = properties.filter { $0.type == "ispe" }.compactMap(extent)
    let areas = extents.map { $0.width.capped(times: $0.height) }
    guard let largest = zip(extents, areas).max(by: { $0.1 < $1.1 })?.0 else {
      throw .corrupt("The HEIF file does not say how large its pictures are (ispe box).")
    }
    let width = extents.map(\.width).max() ?? 0
    let height = extents.map(\.height).max() ?? 0
    for configuration in properties where configuration.type == "hvcC" {
      for stream in HEVCParameters(file, configuration: configuration.content).sequences
      where stream.width > max(width, 96) + HEVCParameters.codingBlock
        || stream.height > height + HEVCParameters.codingBlock
      {
        throw .corrupt(
          "The HEIF file describes \(width)×\(height) pixels; its stream has "
            + "\(stream.width)×\(stream.height).")
      }
    }
    return largest
  }

  private func extent(_ box: HEIFBox) -> (width: Int, height: Int)? {
    guard let width = file.u32(at: box.content.lowerBound + 4),
      let height = file.u32(at: box.content.lowerBound + 8)
    else { return nil }
    return (width, height)
  }
}
