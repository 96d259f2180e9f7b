import Foundation
import PhotoStore

/// The keys of `icon.json` in real documents of Icon Composer; Apple does not publish its form.
///
/// Taken from public documents of Icon Composer 26 and 27, and from public studies of the program itself (decision
/// 0415): a key that is not here need not be wrong.
enum ComposerSchema {
  /// Something in a document that real ones do not have.
  enum Oddity: Hashable, Sendable {
    /// An unknown key, with its place and the most similar known key, if one is similar.
    case key(String, place: String, nearest: String?)
    /// An unknown word as the value of a key, with the most similar known word, if one is similar.
    case word(String, key: String, place: String, nearest: String?)
    /// A colour that cannot be read.
    case colour(String, place: String)
    /// A key with a value for all appearances and a list for some.
    case twice(String, place: String)
  }

  private static let layer: Set = [
    "asset-mirroring", "blend-mode", "fill", "glass", "hidden", "image-name", "name", "opacity",
    "position",
  ]
  private static let group: Set = [
    "asset-mirroring", "blend-mode", "blur-material", "fill", "hidden", "layers", "lighting",
    "name", "opacity", "position", "refractivity", "shadow", "specular",
    "specular-highlight-placement", "translucency",
  ]
  private static let root: Set = [
    "color-space-for-untagged-svg-colors", "features", "fill", "groups",
    "implicit-asset-mirroring", "supported-platforms",
  ]
  private static let fill: Set = ["automatic-gradient", "linear-gradient", "orientation", "solid"]
  /// The known keys of nested values.
  private static let parts: [String: Set<String>] = [
    "asset-mirroring": ["mirrorable"],
    "position": ["scale", "translation-in-points"], "shadow": ["kind", "opacity"],
    "translucency": ["enabled", "value"], "refractivity": ["depth", "enabled", "strength"],
  ]
  /// The blend modes: those that CSS has too, under the same names (W3C, Compositing and Blending Level 1), and two
  /// that add.
  static let blendModes: Set = [
    "color", "color-burn", "color-dodge", "darken", "difference", "exclusion", "hard-light", "hue",
    "lighten", "luminosity", "multiply", "normal", "overlay", "plus-darker", "plus-lighter",
    "saturation", "screen", "soft-light",
  ]

  /// The allowed words of a key's value, if it is a word.
  private static let words: [String: Set<String>] = [
    "appearance": ["base", "dark", "light", "tinted"],
    "blend-mode": blendModes,
    "color-space-for-untagged-svg-colors": ["display-p3"],
    "fill": ["automatic", "none", "system-dark", "system-light"],
    "idiom": ["circle", "iOS", "macOS", "square", "watchOS"],
    "kind": ["automatic", "layer-color", "neutral", "none"],
    "lighting": ["combined", "individual"],
  ]
  /// The suffix of a key with values for appearances and shapes.
  private static let special = "-specializations"

  static func oddities(in document: JSONValue) -> [Oddity] {
    var found = part(document, root, "the document")
    for (index, value) in (document["groups"]?.array ?? []).enumerated() {
      let place = "group \(index + 1)"
      found += part(value, group, place)
      for layer in value["layers"]?.array ?? [] {
        let name = layer["name"]?.string ?? layer["image-name"]?.string
        let place = name.map { "layer '\($0)'" } ?? "a layer of \(place)"
        found += part(layer, Self.layer, place)
      }
    }
    return found
  }

  /// The oddities of a document, a group or a layer, without its groups and layers.
  private static func part(
    _ value: JSONValue, _ known: Set<String>, _ place: String
  ) -> [Oddity] {
    let special = (value.object ?? [:]).sorted { $0.key < $1.key }
      .filter { $0.key.hasSuffix(Self.special) }.flatMap { $0.value.array ?? [] }
    let entries = special.flatMap { entry in
      keys(
        of: entry, ["appearance", "idiom", "localization", "value"],
        "a list for appearances of \(place)")
        + ["appearance", "idiom"].flatMap { odd(entry[$0], of: $0, place) }
    }
    let inner = parts.keys.sorted().flatMap { key in
      values(of: key, in: value).flatMap {
        keys(of: $0, parts[key] ?? [], "the \(key) of \(place)")
      }
    }
    let named =
      ["blend-mode", "color-space-for-untagged-svg-colors", "fill", "lighting"].flatMap { key in
        values(of: key, in: value).flatMap { odd($0, of: key, place) }
      } + values(of: "shadow", in: value).flatMap { odd($0["kind"], of: "kind", place) }
    let twice = ["fill", "image-name"].filter {
      value[$0] != nil && value[$0 + Self.special]?.array?.isEmpty == false
    }.map { Oddity.twice($0, place: place) }
    return keys(of: value, known, place) + fills(of: value, place) + entries + inner + named + twice
  }

  /// An unknown word as a key's value; other values are not checked.
  private static func odd(_ value: JSONValue?, of key: String, _ place: String) -> [Oddity] {
    guard let word = value?.string, let known = words[key], !known.contains(word) else { return [] }
    return [.word(word, key: key, place: place, nearest: Nearness.nearest(to: word, among: known))]
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
  static func values(of key: String, in value: JSONValue) -> [JSONValue] {
    let special = value[key + special]?.array ?? []
    return ([value[key]] + special.map { $0["value"] }).compactMap(\.self)
  }

  private static func colours(of fill: JSONValue) -> [String] {
    let single = [fill["solid"], fill["automatic-gradient"]].compactMap { $0?.string }
    return single + (fill["linear-gradient"]?.array ?? []).compactMap(\.string)
  }

  /// The alpha of a colour; `nil` if it cannot be read.
  ///
  /// The system's own colours, which adapt, are opaque.
  private static func alpha(of colour: String) -> Double? {
    if systemColours.contains(colour) { return 1 }
    return ComposerColour.parts(colour)?.numbers.last
  }

  private static let systemColours: Set = Set(
    [
      "blue", "brown", "cyan", "gray", "green", "indigo", "mint", "orange", "pink", "purple", "red",
      "teal", "yellow",
    ].map { "named:system-\($0)" })

  /// The lowest alpha of the default background's colours; 1 if the system chooses it.
  static func backgroundAlpha(of document: JSONValue) -> Double {
    let special = document["fill" + special]?.array ?? []
    let base = special.first { $0["appearance"] == nil && $0["idiom"] == nil }?["value"]
    guard let fill = document["fill"] ?? base else { return 1 }
    if fill.string == "none" { return 0 }
    return colours(of: fill).compactMap(alpha).min() ?? 1
  }
}
