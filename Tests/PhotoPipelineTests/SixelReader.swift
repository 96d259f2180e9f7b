import PhotoGeometry

/// Draws sixels as a terminal does, by the manual and not by what writes them.
///
/// Source: "VT330/VT340 Programmer Reference Manual", chapter 14.
struct SixelReader {
  /// A pixel that no sixel has set.
  static let unset: [UInt8] = []

  private(set) var size = PixelSize(width: 1, height: 1)
  /// Red, green and blue of each pixel, row by row; ``unset`` where nothing was drawn.
  private(set) var pixels: [[UInt8]] = []
  /// How often a pixel was drawn that was drawn before.
  private(set) var overdrawn = 0
  private var colours: [Int: [UInt8]] = [:]
  private var colour = 0
  private var place = (x: 0, y: 0)

  /// Reads an escape sequence; `nil` when anything in it is not as the manual has it.
  init?(_ text: String) {
    guard let start = text.firstMatch(of: /^\u{1B}P[0-9;]*q/), text.hasSuffix("\u{1B}\\\n") else {
      return nil
    }
    var rest = text[start.range.upperBound...].dropLast(3)
    while let letter = rest.popFirst() {
      guard read(letter, &rest) else { return nil }
    }
  }

  private mutating func read(_ letter: Character, _ rest: inout Substring) -> Bool {
    switch letter {
    case "\"": return raster(Self.numbers(&rest))
    case "#": return select(Self.numbers(&rest))
    case "!":
      guard let count = Self.numbers(&rest).first, let repeated = rest.popFirst() else {
        return false
      }
      return draw(repeated, count)
    case "$":
      place.x = 0
      return true
    case "-":
      place = (0, place.y + 6)
      return true
    default: return draw(letter, 1)
    }
  }

  private static func numbers(_ rest: inout Substring) -> [Int] {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
    rest = rest.dropFirst(digits.count)
    return digits.split(separator: ";").compactMap { Int($0) }
  }

  /// The shape of a pixel, then the picture's size.
  private mutating func raster(_ numbers: [Int]) -> Bool {
    guard numbers.count == 4, numbers[0] == numbers[1], numbers[2] > 0, numbers[3] > 0 else {
      return false
    }
    size = PixelSize(width: numbers[2], height: numbers[3])
    pixels = Array(repeating: Self.unset, count: size.area)
    return true
  }

  /// A colour's number, and what it is: 2 for shares of red, green and blue in hundredths.
  private mutating func select(_ numbers: [Int]) -> Bool {
    guard let number = numbers.first, (0...255).contains(number) else { return false }
    colour = number
    if numbers.count == 1 { return colours[number] != nil }
    guard numbers.count == 5, numbers[1] == 2, numbers[2...].allSatisfy((0...100).contains) else {
      return false
    }
    colours[number] = numbers[2...].map { UInt8((Double($0) * 2.55).rounded()) }
    return true
  }

  private mutating func draw(_ letter: Character, _ count: Int) -> Bool {
    guard let code = letter.asciiValue, (63...126).contains(code), let ink = colours[colour],
      place.x + count <= size.width
    else { return false }
    for x in place.x..<place.x + count {
      for row in 0..<6 where (code - 63) >> row & 1 == 1 {
        guard place.y + row < size.height else { return false }
        let index = (place.y + row) * size.width + x
        if pixels[index] != Self.unset { overdrawn += 1 }
        pixels[index] = ink
      }
    }
    place.x += count
    return true
  }
}
