internal import PhotoGeometry

/// A picture as DEC sixels: 216 colours, each band of six rows drawn once per colour it has.
///
/// Source: "VT330/VT340 Programmer Reference Manual", chapter 14.
struct SixelPicture {
  let size: PixelSize
  /// Red, green and blue of each pixel, row by row from the top left.
  let rgb: [UInt8]

  /// How many steps each of red, green and blue has.
  private static let steps = 6
  /// What is added to a sample before it is rounded, by place: Bayer's matrix of 1973, so that colours
  /// between two steps show as a pattern of both.
  private static let thresholds: [Double] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ].map { ($0 + 0.5) / 16 - 0.5 }

  /// The escape sequence, ending with a line break.
  var escapes: String {
    let colours = (0..<Self.steps * Self.steps * Self.steps).map { number in
      let parts = [number / 36, number / 6 % 6, number % 6].map { String($0 * 20) }
      return "#\(number);2;\(parts.joined(separator: ";"))"
    }
    let bands = stride(from: 0, to: size.height, by: 6).map(band)
    return "\u{1B}P0;1q\"1;1;\(size.width);\(size.height)" + colours.joined()
      + bands.joined(separator: "-") + "\u{1B}\\\n"
  }

  /// Six rows: for each colour, its number and a letter a column whose bits say which rows have it.
  private func band(from top: Int) -> String {
    var masks: [Int: [UInt8]] = [:]
    for y in top..<min(top + 6, size.height) {
      for x in 0..<size.width {
        masks[colour(x, y), default: [UInt8](repeating: 0, count: size.width)][x] |= 1 << (y - top)
      }
    }
    return masks.keys.sorted().map { "#\($0)" + Self.runs(masks[$0] ?? []) }.joined(separator: "$")
  }

  private func colour(_ x: Int, _ y: Int) -> Int {
    let start = 3 * (y * size.width + x)
    let threshold = Self.thresholds[4 * (y % 4) + x % 4]
    return (0..<3).reduce(0) { number, band in
      let step = (Double(rgb[start + band]) / 51 + threshold).rounded()
      return number * Self.steps + min(Self.steps - 1, max(0, Int(step)))
    }
  }

  /// Letters with repetitions counted: four and more of the same as `!n` and the letter.
  private static func runs(_ masks: [UInt8]) -> String {
    var letters: [UInt8] = []
    var index = 0
    while index < masks.count {
      let end = masks[index...].firstIndex { $0 != masks[index] } ?? masks.count
      let letter = masks[index] + 63
      if end - index > 3 {
        letters += Array("!\(end - index)".utf8) + [letter]
      } else {
        letters += [UInt8](repeating: letter, count: end - index)
      }
      index = end
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
