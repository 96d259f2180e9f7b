import Foundation
import PhotoStore

/// What real documents of Icon Composer hold in their `icon.json`, whose form Apple does not publish.
///
/// Taken from public documents of Icon Composer 26 and 27 (decision 0415): what is not here need not be wrong.
enum ComposerSchema {
  /// Something in a document that real ones do not have.
  enum Oddity: Hashable, Sendable {
    /// A key that is not known, with the place it stands in and the known key that is nearest, where one is near.
    case key(String, place: String, nearest: String?)
    /// A colour that cannot be read.
    case colour(String, place: String)
  }

  private static let layer: Set = [
    "blend-mode", "fill", "glass", "hidden", "image-name", "name", "opacity", "position",
  ]
  private static let group: Set = [
    "blend-mode", "blur-material", "fill", "hidden", "layers", "lighting", "name", "opacity",
    "position",
    "refractivity", "shadow", "specular", "translucency",
  ]
  private static let root: Set = [
    "color-space-for-untagged-svg-colors", "features", "fill", "groups", "supported-platforms",
  ]
  private static let fill: Set = ["automatic-gradient", "linear-gradient", "orientation", "solid"]
  /// What is behind a key that has values for appearances and shapes.
  private static let special = "-specializations"

  /// Returns what is odd in a document, in the order of its parts.
  static func oddities(in document: JSONValue) -> [Oddity] {
    var found = keys(of: document, root, "the document") + fills(of: document, "the document")
    for (index, value) in (document["groups"]?.array ?? []).enumerated() {
      let place = "group \(index + 1)"
      found += keys(of: value, group, place) + fills(of: value, place)
      for layer in value["layers"]?.array ?? [] {
        let name = layer["name"]?.string ?? layer["image-name"]?.string
        let place = name.map { "layer '\($0)'" } ?? "a layer of \(place)"
        found += keys(of: layer, Self.layer, place) + fills(of: layer, place)
      }
    }
    return found
  }

  private static func keys(of value: JSONValue, _ known: Set<String>, _ place: String) -> [Oddity] {
    (value.object ?? [:]).keys.sorted().compactMap { key in
      let plain = key.hasSuffix(special) ? String(key.dropLast(special.count)) : key
      if known.contains(plain) { return nil }
      let all = known.union(known.map { $0 + special })
      return .key(key, place: place, nearest: Nearness.nearest(to: key, among: all))
    }
  }

  private static func fills(of value: JSONValue, _ place: String) -> [Oddity] {
    values(of: "fill", in: value).flatMap { fill in
      let colours = colours(of: fill).filter { self.alpha(of: $0) == nil }
      return keys(of: fill, Self.fill, "the fill of \(place)")
        + colours.map { .colour($0, place: "the fill of \(place)") }
    }
  }

  /// The values that a key has, for all appearances or for some.
  private static func values(of key: String, in value: JSONValue) -> [JSONValue] {
    let special = value[key + special]?.array ?? []
    return ([value[key]] + special.map { $0["value"] }).compactMap(\.self)
  }

  private static func colours(of fill: JSONValue) -> [String] {
    let single = [fill["solid"], fill["automatic-gradient"]].compactMap { $0?.string }
    return single + (fill["linear-gradient"]?.array ?? []).compactMap(\.string)
  }

  /// The alpha of a colour such as `srgb:1.00000,0.50000,0.00000,1.00000` or `gray:1.00000,1.00000`, which ends it;
  /// `nil` when the text has another form.
  private static func alpha(of colour: String) -> Double? {
    let parts = colour.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == (parts[0].hasSuffix("gray") ? 2 : 4), !numbers.contains(nil) else {
      return nil
    }
    return numbers.last ?? nil
  }

  /// The lowest alpha of the default background's colours; 1 where the system chooses it.
  static func backgroundAlpha(of document: JSONValue) -> Double {
    let special = document["fill" + special]?.array ?? []
    let base = special.first { $0["appearance"] == nil && $0["idiom"] == nil }?["value"]
    guard let fill = document["fill"] ?? base else { return 1 }
    return colours(of: fill).compactMap(alpha).min() ?? 1
  }
}
