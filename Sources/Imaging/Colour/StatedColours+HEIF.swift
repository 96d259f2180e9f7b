extension HEIFItems {
  /// The colours that the primary picture, or the first of its tiles, states by code points; `nil` where
  /// it has a profile, which counts more.
  ///
  /// ISO/IEC 14496-12, 12.1.5 (`colr`) and 12.1.6 (`mdcv`, `clli`).
  func statedColours() throws(ScanProblem) -> StatedColours? {
    guard let primary else { return nil }
    let tile = references.first { $0.type == "dimg" && $0.from == primary }?.to.first
    let properties = try properties(of: Set([primary, tile ?? primary]))
    let own = properties[primary] ?? []
    let boxes = own.contains { $0.type == "colr" } ? own : own + (properties[tile ?? primary] ?? [])
    let colours = boxes.filter { $0.type == "colr" }.map(\.content.lowerBound)
    guard colours.allSatisfy({ file.hasText("nclx", at: $0) }), let place = colours.first,
      let primaries = file.u16(at: place + 4), let transfer = file.u16(at: place + 6)
    else { return nil }
    var stated = StatedColours(primaries: primaries, transfer: transfer, video: .sRGB)
    stated.peak = peak(boxes)
    return stated
  }

  /// The most light of the picture in cd/m², else of the screen that it was made on; 0 for neither.
  private func peak(_ boxes: [HEIFBox]) -> Double {
    func number(_ type: String, _ offset: Int, bytes: Int) -> Double {
      boxes.first { $0.type == type && $0.content.count >= offset + bytes }
        .flatMap { file.number(at: $0.content.lowerBound + offset, bytes: bytes, bigEndian: true) }
        .map(Double.init) ?? 0
    }
    let content = number("clli", 0, bytes: 2)
    return content > 0 ? content : number("mdcv", 16, bytes: 4) / 10_000
  }
}
