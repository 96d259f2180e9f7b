public import Foundation

/// The smallest side of a crop, as a fraction; the published app gives it to degenerate crops.
private let smallestFraction = 0.0001

extension NormalizedRect {
  var json: JSONValue {
    .object([
      "x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height),
    ])
  }

  /// The rectangle moved and cut so that it lies inside 0…1, with sides of at least 0.0001.
  var normalized: NormalizedRect {
    let left = x.clamped(to: 0...1 - smallestFraction)
    let top = y.clamped(to: 0...1 - smallestFraction)
    // 1 − 0.9999 is a little less than 0.0001 in binary.
    return NormalizedRect(
      x: left, y: top, width: width.clamped(to: smallestFraction...max(smallestFraction, 1 - left)),
      height: height.clamped(to: smallestFraction...max(smallestFraction, 1 - top)))
  }
}

extension PixelSize {
  var json: JSONValue { .object(["width": .integer(width), "height": .integer(height)]) }

  /// Reads a size whose sides must both be there, from 1 to ``sideLimit``.
  init?(strict json: JSONValue) {
    let sides = 1...Self.sideLimit
    guard let width = json.object?["width"]?.integer, sides.contains(width),
      let height = json.object?["height"]?.integer, sides.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension DocumentReader {
  /// Takes a rectangle; missing edges are those of the whole picture.
  mutating func rect(_ key: String) -> NormalizedRect? {
    object(key) { reader in
      NormalizedRect(
        x: reader.double("x") ?? 0, y: reader.double("y") ?? 0,
        width: reader.double("width") ?? 1, height: reader.double("height") ?? 1
      ).normalized
    }
  }

  /// Takes a size; missing sides and sides below 1 are 1.
  mutating func size(_ key: String) -> PixelSize? {
    object(key) { reader in
      PixelSize(width: reader.side("width"), height: reader.side("height"))
    }
  }

  private mutating func side(_ key: String) -> Int {
    min(max(1, integer(key) ?? 1), PixelSize.sideLimit)
  }
}

/// How a kind of document writes its dates.
///
/// The published app drops a whole smart photo in silence when its date has the other form.
public enum DateForm: Hashable, Sendable {
  /// `2026-01-05T12:00:00Z`, whole seconds: packages, designs and records.
  case iso8601
  /// Seconds since 2001-01-01 UTC as a number: albums and the app's preferences.
  case referenceSeconds
}

extension JSONValue {
  /// Makes a date in one form; ISO 8601 drops fractions of a second, which the published app's reader does not accept.
  public static func date(_ date: Date, as form: DateForm) -> JSONValue {
    switch form {
    case .iso8601: .string(date.formatted(.iso8601))
    case .referenceSeconds: .double(date.timeIntervalSinceReferenceDate)
    }
  }

  /// The date in this value, in either form, or `nil` when it holds none.
  public var date: Date? {
    if let seconds = double { return Date(timeIntervalSinceReferenceDate: seconds) }
    guard let text = string else { return nil }
    let whole = Date.ISO8601FormatStyle()
    return (try? whole.parse(text))
      ?? (try? whole.year().month().day().time(includingFractionalSeconds: true).timeZone(
        separator: .omitted
      ).parse(text))
  }
}

extension PerFamily {
  /// An object with the families' names as keys.
  public func json(_ value: (Value) -> JSONValue) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: all.map { ($0.family.rawValue, value($0.value)) }))
  }

  /// Reads an object with the families' names as keys; `nil` when small, medium or large is missing, or any is
  /// unreadable.
  init?(json: JSONValue?, _ value: (JSONValue) -> Value?) {
    guard let object = json?.object else { return nil }
    for family in RenderFamily.allCases {
      if let json = object[family.rawValue], value(json) == nil { return nil }
    }
    self.init(ifAll: { object[$0.rawValue].flatMap(value) })
  }
}

extension WidgetFrames {
  /// The frames as a recipe holds them.
  package var json: JSONValue { json(\.json) }

  /// Reads frames; `nil` when one is missing or invalid.
  package init?(json: JSONValue) { self.init(json: json, PixelSize.init(strict:)) }
}
