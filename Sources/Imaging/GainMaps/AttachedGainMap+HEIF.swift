extension AttachedGainMap {
  /// Finds the pictures that are marked as gain maps of the picture to show: ISO 21496-1's in a HEIF file, which
  /// `tmap` names beside that picture (23008-12, amendment 1, 6.6.2.4), and Apple's auxiliary ones.
  static func gainMaps(inHEIF file: ByteView) -> [AttachedGainMap] {
    let file = HEIFScanner(file: file).withoutOtherData.map { ByteView($0) } ?? file
    guard let items = try? HEIFItems(file),
      let primary = (try? HEIFBasePicture(items: items).source()) ?? items.primary,
      let apples = try? applesMaps(of: primary, in: items)
    else { return [] }
    var maps: [(map: Int, both: Int?)] = items.references.compactMap { reference in
      guard reference.type == "dimg", items.types[reference.from] == "tmap",
        reference.to.count == 2, reference.to[0] == primary
      else { return nil }
      return (reference.to[1], reference.from)
    }
    maps += apples.filter { map in !maps.contains { $0.map == map } }.map { ($0, nil) }
    return maps.filter { $0.map != primary }.prefix(most).map {
      AttachedGainMap(
        $0.map, of: primary, describedBy: $0.both, isApples: apples.contains($0.map), items)
    }
  }

  /// The pictures that belong to another one and are marked as gain maps of Apple's kind.
  private static func applesMaps(
    of primary: Int, in items: HEIFItems
  ) throws(ScanProblem) -> [Int] {
    let auxiliary = items.references.filter { $0.type == "auxl" && $0.to.contains(primary) }
    let properties = try items.properties(of: Set(auxiliary.map(\.from)))
    return auxiliary.map(\.from).filter {
      (properties[$0] ?? []).contains(where: items.isApplesGainMap)
    }
  }

  private init(
    _ map: Int, of primary: Int, describedBy both: Int?, isApples: Bool, _ items: HEIFItems
  ) {
    func tile(_ item: Int) -> Int { items.parts(of: item).first ?? item }
    let wanted = [map, tile(map), primary, tile(primary)] + (both.map { [$0] } ?? [])
    let properties = (try? items.properties(of: Set(wanted))) ?? [:]
    /// Whether a picture, or the first of its tiles, states Display P3.
    func isInP3(_ item: Int) -> Bool {
      [item, tile(item)].contains { (properties[$0] ?? []).contains(where: items.isDisplayP3) }
    }
    let packets = items.references.filter {
      $0.type == "cdsc" && $0.to.contains(map) && items.types[$0.from] == "mime"
    }
    // Both pictures are turned alike, each by its own properties, as libavif also requires.
    func turns(_ item: Int) -> [[UInt8]] {
      items.transforms(properties[item] ?? [], of: ["irot", "imir"])
    }
    let isTurnedAlike = turns(map) == turns(primary)
    self.init(
      // After a version of one byte comes the same data as after the label in other files. Data that cannot be found
      // counts as present but unreadable.
      iso: both.map { items.bytes(of: $0, atMost: 1024, from: 1) ?? [] },
      xmp: packets.lazy.compactMap { items.bytes(of: $0.from, atMost: PhotoMetadata.xmpByteLimit) }
        .first,
      isApples: isApples,
      stream: isTurnedAlike ? try? Self.stream(of: map, in: items) : nil,
      isGrey: [map, tile(map)].contains { (properties[$0] ?? []).contains(where: items.isGrey) },
      isPhotoInP3: isInP3(primary), isInP3: both.map(isInP3) ?? false)
  }

  /// A file that shows a map, without statements about its colours, as gains are not colours.
  ///
  /// Profiles become free boxes, and code points those for "unspecified"; matrix and range stay.
  private static func stream(of map: Int, in items: HEIFItems) throws(ScanProblem) -> [UInt8]? {
    // A tone map would be read as its base, a photo.
    guard items.types[map] != "tmap",
      var bytes = try HEIFBasePicture(items: items).reduced(to: map)
    else { return nil }
    let file = ByteView(bytes)
    guard let meta = try file.boxes(["meta"], in: 0..<file.count).first else { return nil }
    for box in try HEIFScanner(file: file).properties(in: meta) where box.type == "colr" {
      let start = box.content.lowerBound
      if !file.hasText("nclx", at: start) {
        bytes.replaceSubrange(box.start + 4..<box.start + 8, with: "free".utf8)
      } else if box.content.count >= 8 {
        bytes.replaceSubrange(start + 4..<start + 8, with: [0, 2, 0, 2])
      }
    }
    return bytes
  }
}

extension HEIFItems {
  /// Whether a property states Display P3, by a profile or by H.273's code point.
  fileprivate func isDisplayP3(_ box: HEIFBox) -> Bool {
    if let codes = codePoints(box) { return codes.primaries == 12 }
    let start = box.content.lowerBound + 4
    return file.isProfile(box)
      && ColourProfile(Array(file.bytes(at: start, length: box.content.count - 4)))?
        .isDisplayP3 ?? false
  }

  /// The bytes of an item after the first ones, which are zeros; `nil` if there are more than a limit, or if they are
  /// not in one piece.
  fileprivate func bytes(of item: Int, atMost limit: Int, from start: Int = 0) -> [UInt8]? {
    guard let place = (try? places(of: [item]))??[item], (start...limit).contains(place.count)
    else { return nil }
    let bytes = file.bytes(at: place.lowerBound, length: place.count)
    return bytes.prefix(start).allSatisfy { $0 == 0 } ? Array(bytes.dropFirst(start)) : nil
  }
}
