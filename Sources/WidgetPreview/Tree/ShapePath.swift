/// An outline by the letters of SVG's paths (SVG 2, 9.3): M, L, H, V, C, Q and Z; small letters are relative to the
/// last point.
package struct ShapePath: Hashable, Sendable {
  /// A step of an outline; points are parts of its box, from the top left.
  package enum Step: Hashable, Sendable {
    case move(PathPoint)
    case line(PathPoint)
    /// A cubic curve: its two control points and its end.
    case curve(PathPoint, PathPoint, PathPoint)
    /// A line to the beginning of the part.
    case close
  }

  package let steps: [Step]

  /// Reads an outline in a coordinate system of a width and height above 0; `nil` if the text is not such a path.
  package init?(_ text: String, box: PointSize) {
    var reader = PathReader(text, box)
    guard let steps = reader.read() else { return nil }
    self.steps = steps
  }
}

/// A point in parts of a box.
package struct PathPoint: Hashable, Sendable {
  /// From the left and from the top.
  package var x, y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

private struct PathReader {
  private var rest: Substring
  private let box: PointSize
  private var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
  private var steps: [ShapePath.Step] = []

  init(_ text: String, _ box: PointSize) { (rest, self.box) = (text[...], box) }

  mutating func read() -> [ShapePath.Step]? {
    skip()
    while var letter = rest.popFirst() {
      guard let count = Self.counts[letter.lowercased()] else { return nil }
      skip()
      repeat {
        var numbers: [Double] = []
        while numbers.count < count {
          guard let number = number() else { return nil }
          numbers.append(number)
        }
        guard add(letter.lowercased(), numbers, isRelative: letter.isLowercase) else { return nil }
        // Further coordinates after an M are those of lines.
        letter = letter == "M" ? "L" : letter == "m" ? "l" : letter
      } while count > 0 && rest.first.map { !$0.isLetter } ?? false
    }
    return steps.isEmpty ? nil : steps
  }

  /// How many numbers a letter takes.
  private static let counts = ["m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "z": 0]

  private mutating func skip() { rest = rest.drop { $0 == " " || $0 == "," || $0.isNewline } }

  private mutating func number() -> Double? {
    var length = 0
    var hasPoint = false
    for character in rest {
      let isSign = length == 0 && (character == "-" || character == "+")
      guard isSign || character.isASCII && character.isNumber || character == "." && !hasPoint
      else { break }
      hasPoint = hasPoint || character == "."
      length += 1
    }
    let number = Double(rest.prefix(length))
    rest = rest.dropFirst(length)
    skip()
    return number
  }

  private mutating func add(_ letter: String, _ numbers: [Double], isRelative: Bool) -> Bool {
    // A path must begin with an M.
    guard letter == "m" || !steps.isEmpty else { return false }
    let (fromX, fromY) = isRelative ? (x, y) : (0, 0)
    func point(_ index: Int) -> (Double, Double) {
      (fromX + numbers[index], fromY + numbers[index + 1])
    }
    let start = (x, y)
    switch letter {
    case "h": x = fromX + numbers[0]
    case "v": y = fromY + numbers[0]
    case "z": (x, y) = (startX, startY)
    default: (x, y) = point(numbers.count - 2)
    }
    let end = placed((x, y))
    switch letter {
    case "m":
      (startX, startY) = (x, y)
      steps.append(.move(end))
    case "c": steps.append(.curve(placed(point(0)), placed(point(2)), end))
    case "q":
      // Converts a quadratic curve to a cubic one.
      let middle = point(0)
      func near(_ side: (Double, Double)) -> PathPoint {
        placed((side.0 + (middle.0 - side.0) * 2 / 3, side.1 + (middle.1 - side.1) * 2 / 3))
      }
      steps.append(.curve(near(start), near((x, y)), end))
    case "z": steps.append(.close)
    default: steps.append(.line(end))
    }
    return true
  }

  private func placed(_ point: (Double, Double)) -> PathPoint {
    PathPoint(point.0 / box.width, point.1 / box.height)
  }
}
