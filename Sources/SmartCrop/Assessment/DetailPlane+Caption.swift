/// The bar with a caption that a picture may have above or below it, as jokes in messengers have.
///
/// The limits are ours, from made captions and 6,000 photos (decision 0801).
private enum CaptionBar {
  /// From which and up to which level a ground is light or dark, and how far its pixels may be from it.
  static let (light, dark, tolerance) = (232, 24, 3)
  /// The least share of a row's pixels that are ground, as between bold letters from side to side, and the share in
  /// rows without ink.
  static let (ground, plain) = (0.2, 0.97)
  /// The share of the next rows from which on the bar goes on in the picture, as a sky does.
  static let most = 0.3
  /// The levels between ink and ground, and the shares of a bar that its ink takes.
  static let (contrast, ink) = (100, 0.01...0.35)
  /// The shares of the picture that a bar takes.
  static let height = 0.06...0.6
}

extension DetailPlane {
  /// Whether a light or dark bar with a caption lies above or below the picture.
  var hasCaption: Bool {
    let rows = Array(0..<size.height)
    return min(size.width, size.height) >= 100
      && (hasCaption(in: rows) || hasCaption(in: rows.reversed()))
  }

  /// The same for a bar that begins at the first of these rows.
  private func hasCaption(in rows: [Int]) -> Bool {
    let ground = Int(samples[rows[0] * size.width])
    if (CaptionBar.dark + 1..<CaptionBar.light).contains(ground) { return false }
    let width = size.width
    func line(_ row: Int) -> ArraySlice<UInt8> { samples[row * width..<(row + 1) * width] }
    func isGround(_ pixel: UInt8) -> Bool { abs(Int(pixel) - ground) <= CaptionBar.tolerance }
    func share(_ row: Int) -> Double { Double(line(row).count(where: isGround)) / Double(width) }
    let (side, padding) = (max(2, width / 200), max(2, size.height / 100))
    let shares = rows.lazy.prefix { row in
      line(row).prefix(side).allSatisfy(isGround) && line(row).suffix(side).allSatisfy(isGround)
    }.map(share).prefix { $0 >= CaptionBar.ground }
    let bar = Array(shares)
    let next = rows.dropFirst(bar.count + padding).prefix(padding)
    guard CaptionBar.height.contains(Double(bar.count) / Double(size.height)), !next.isEmpty,
      bar.prefix(padding).allSatisfy({ $0 >= CaptionBar.plain }),
      bar.suffix(4 * padding).contains(where: { $0 >= CaptionBar.plain }),
      next.reduce(0, { $0 + share($1) }) / Double(next.count) < CaptionBar.most
    else { return false }
    let ink = rows.prefix(bar.count).reduce(0) { sum, row in
      sum + line(row).count { abs(Int($0) - ground) > CaptionBar.contrast }
    }
    return CaptionBar.ink.contains(Double(ink) / Double(bar.count * width))
  }
}
