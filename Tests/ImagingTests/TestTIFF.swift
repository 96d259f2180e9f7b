/// A little-endian TIFF of one uncompressed strip.
struct TestTIFF {
  var width: Int
  var height: Int
  /// The samples' bytes in file order.
  var samples: [UInt8]
  var bands = 3
  var bitsPerSample = 8
  /// 1 grey, 2 RGB, 5 CMYK, 8 CIELAB: TIFF 6.0 tag 262.
  var photometric = 2
  /// 1 whole numbers, 3 floating point: TIFF 6.0 tag 339.
  var sampleFormat = 1
  var orientation = 1
  /// How the samples are said to be packed, 1 for not at all, as they are: TIFF 6.0 tag 259.
  var compression = 1
  /// What each sample beyond the colours is, at most two: TIFF 6.0 tag 338; left out where empty.
  var extraSamples: [Int] = []
  /// A colour profile: ICC.1:2022, annex B.3.
  var profile: [UInt8]?
  /// Entries beside the usual ones: tag and one 32-bit value.
  var extra: [(tag: Int, value: Int)] = []

  var bytes: [UInt8] {
    var counted = [(258, 0, bands)]
    if !extraSamples.isEmpty { counted.append((338, pair(extraSamples), extraSamples.count)) }
    if let profile { counted.append((34675, 0, profile.count)) }
    let entries =
      ([
        (256, width), (257, height), (259, compression), (262, photometric), (273, 0),
        (274, orientation),
        (277, bands), (278, height), (279, samples.count), (339, sampleFormat),
      ] + extra).map { ($0, $1, 1) } + counted
    let sorted = entries.sorted { $0.0 < $1.0 }
    let depths = 8 + 2 + 12 * sorted.count + 4
    let profileStart = depths + 2 * bands
    let pixels = profileStart + (profile?.count ?? 0)
    let directory = sorted.flatMap { tag, value, count -> [UInt8] in
      let type = [258: 3, 338: 3, 34675: 7][tag] ?? 4
      let depth = bands <= 2 ? pair([bitsPerSample, bitsPerSample]) : depths
      let stored = [258: depth, 273: pixels, 34675: profileStart][tag] ?? value
      return little(tag, 2) + little(type, 2) + little(count, 4) + little(stored, 4)
    }
    return Array("II*\0".utf8) + little(8, 4) + little(sorted.count, 2) + directory + little(0, 4)
      + (0..<bands).flatMap { _ in little(bitsPerSample, 2) } + (profile ?? []) + samples
  }

  /// One or two 16-bit numbers as they stand in an entry itself.
  private func pair(_ numbers: [Int]) -> Int { numbers.reversed().reduce(0) { $0 << 16 | $1 } }
}

/// The lowest bytes of a number, lowest first.
func little(_ value: Int, _ bytes: Int) -> [UInt8] {
  (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
