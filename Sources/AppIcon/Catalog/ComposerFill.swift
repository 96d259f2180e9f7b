import Imaging
import PhotoStore

/// The fill of a document of Icon Composer's background, or of the shape of a layer's picture.
enum ComposerFill: Hashable, Sendable {
  /// The system chooses; a layer keeps its colours.
  case automatic
  /// Nothing; a layer keeps its colours.
  case none
  /// Colours from one point to another, in fractions of the filled shape, from its upper left corner; a single
  /// colour fills it evenly.
  case gradient([ComposerColour], from: SIMD2<Double>, to: SIMD2<Double>)
  case unknown(String)

  /// The gradient of light icons, and of the value `system-light` in a document: two public measurements of the
  /// system's gradient give 255 to 245 (decision 0416).
  static let systemLight = vertical(255, 245)
  /// The gradient of dark icons, measured as 31 and 15.
  static let systemDark = vertical(31, 15)

  private static func vertical(_ top: UInt8, _ bottom: UInt8) -> ComposerFill {
    downwards([top, bottom].map { ComposerColour(RGBColour(red: $0, green: $0, blue: $0)) })
  }

  /// From the upper edge to the lower one, as for a document that states no direction.
  private static func downwards(_ colours: [ComposerColour]) -> ComposerFill {
    .gradient(colours, from: [0.5, 0], to: [0.5, 1])
  }

  init(_ value: JSONValue) {
    let words: [String: ComposerFill] = [
      "automatic": .automatic, "none": .none, "system-light": .systemLight,
      "system-dark": .systemDark,
    ]
    if let word = value.string {
      self = words[word] ?? .unknown(word)
    } else if let text = value["solid"]?.string {
      self = ComposerColour(text).map { Self.downwards([$0]) } ?? .unknown(text)
    } else if let text = value["automatic-gradient"]?.string {
      self = ComposerColour(text).map { Self.downwards([$0.lightened, $0]) } ?? .unknown(text)
    } else if let texts = value["linear-gradient"]?.array?.compactMap(\.string), !texts.isEmpty {
      let colours = texts.compactMap { ComposerColour($0) }
      guard colours.count == texts.count else {
        self = .unknown(texts.joined(separator: ", "))
        return
      }
      let line = value["orientation"]
      self = .gradient(
        colours, from: Self.point(line?["start"]) ?? [0.5, 0],
        to: Self.point(line?["stop"]) ?? [0.5, 1])
    } else {
      self = .unknown(value.compactText)
    }
  }

  private static func point(_ value: JSONValue?) -> SIMD2<Double>? {
    guard let x = value?["x"]?.double, let y = value?["y"]?.double else { return nil }
    return [x, y]
  }
}

extension ComposerColour {
  /// A tenth of the way to white: the upper end of a gradient that the system makes from one colour.
  ///
  /// Ours, in the middle of public measurements: 9 to 28 of 255 above the colour (decision 0416).
  fileprivate var lightened: ComposerColour {
    let samples = SIMD3([colour.red, colour.green, colour.blue].map { Double($0) / 255 })
    return ComposerColour(RGBColour(samples: samples + 0.1 * (1 - samples)), alpha: alpha)
  }
}

/// A colour of an Icon Composer document, such as `display-p3:1.00000,0.50000,0.00000,1.00000` or `gray:0.9,1`.
struct ComposerColour: Hashable, Sendable {
  /// In sRGB; colours outside of it are clipped.
  var colour: RGBColour
  /// 0…1.
  var alpha: Double

  init(_ colour: RGBColour, alpha: Double = 1) { (self.colour, self.alpha) = (colour, alpha) }

  /// Reads a colour; `nil` for another form or an unknown space.
  init?(_ text: String) {
    guard let (space, numbers) = Self.parts(text), let alpha = numbers.last else { return nil }
    switch (space, numbers.count) {
    case ("srgb", 4), ("extended-srgb", 4):
      self.init(RGBColour(samples: SIMD3(numbers[..<3])), alpha: alpha)
    case ("display-p3", 4), ("extended-display-p3", 4):
      self.init(RGBColour(displayP3: SIMD3(numbers[..<3])), alpha: alpha)
    case ("gray", 2), ("extended-gray", 2):
      self.init(RGBColour(samples: SIMD3(repeating: numbers[0])), alpha: alpha)
    default: return nil
    }
  }

  /// The colour space and the numbers, of which the last is alpha: four, or two for grey; `nil` for another form.
  static func parts(_ text: String) -> (space: String, numbers: [Double])? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }.filter(\.isFinite)
    let count = parts[1].count { $0 == "," } + 1
    guard numbers.count == count, count == (parts[0].hasSuffix("gray") ? 2 : 4) else { return nil }
    return (String(parts[0]), numbers)
  }
}
