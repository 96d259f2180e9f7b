import Foundation
import PhotoStore

/// The keys of `icon.json` in real documents of Icon Composer; Apple does not publish its form.
///
/// Taken from public documents of Icon Composer 26 and 27, and from public readings of the program itself (decision
/// 0415): what is not here need not be wrong.
enum ComposerSchema {
  /// Something in a document that real ones do not have.
  enum Oddity: Hashable, Sendable {
    /// An unknown key, with its place and the most similar known key, if one is similar.
    case key(String, place: String, nearest: String?)
    /// A word that is not known as the value of a key, with the known one that is nearest, where one is near.
    case word(String, key: String, place: String, nearest: String?)
    /// A colour that cannot be read.
    case colour(String, place: String)
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
  /// The keys of the values that have some.
  private static let parts: [String: Set<String>] = [
    "asset-mirroring": ["mirrorable"],
    "position": ["scale", "translation-in-points"], "shadow": ["kind", "opacity"],
    "translucency": ["enabled", "value"], "refractivity": ["depth", "enabled", "strength"],
  ]
  /// The blend modes: those that CSS has too, under the same names (W3C, Compositing and Blending Level 1), and two that
  /// add.
  static let blendModes: Set = [
    "color", "color-burn", "color-dodge", "darken", "difference", "exclusion", "hard-light", "hue",
    "lighten", "luminosity", "multiply", "normal", "overlay", "plus-darker", "plus-lighter",
    "saturation", "screen", "soft-light",
  ]

  /// The words that a key's value can be, where it is a word.
  private static let words: [String: Set<String>] = [
    "appearance": ["base", "dark", "light", "tinted"],
    "blend-mode": blendModes,
    "fill": ["automatic", "none", "system-dark", "system-light"],
    "idiom": ["circle", "iOS", "macOS", "square", "watchOS"],
    "kind": ["automatic", "layer-color", "neutral", "none"],
    "lighting": ["combined", "individual"],
  ]
  /// What is behind a key that has values for appearances and shapes.
  private static let special = "-specializations"

  /// Returns what is odd in a document, in the order of its parts.
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

  /// What is odd in a document, a group or a layer, less what groups and layers are in it.
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
      ["blend-mode", "fill", "lighting"].flatMap { key in
        values(of: key, in: value).flatMap { odd($0, of: key, place) }
      } + values(of: "shadow", in: value).flatMap { odd($0["kind"], of: "kind", place) }
    return keys(of: value, known, place) + fills(of: value, place) + entries + inner + named
  }

  /// A word that a key's value is not known to be; what is no word is not judged.
  private static func odd(_ value: JSONValue?, of key: String, _ place: String) -> [Oddity] {
    guard let word = value?.string, let known = words[key], !known.contains(word) else { return [] }
    return [
      .word(word, key: key, place: place, nearest: Nearness.nearest(to: word, among: known))
    ]
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

  /// The alpha of a colour; `nil` where it cannot be read.
  ///
  /// The system's own colours, which it changes, are opaque.
  private static func alpha(of colour: String) -> Double? {
    if systemColours.contains(colour) { return 1 }
    return ComposerColour.parts(colour)?.numbers.last
  }

  private static let systemColours: Set = Set(
    [
      "blue", "brown", "cyan", "gray", "green", "indigo", "mint", "orange", "pink", "purple", "red",
      "teal", "yellow",
    ].map { "named:system-\($0)" })

  /// The lowest alpha of the default background's colours; 1 where the system chooses it.
  static func backgroundAlpha(of document: JSONValue) -> Double {
    let special = document["fill" + special]?.array ?? []
    let base = special.first { $0["appearance"] == nil && $0["idiom"] == nil }?["value"]
    guard let fill = document["fill"] ?? base else { return 1 }
    if fill.string == "none" { return 0 }
    return colours(of: fill).compactMap(alpha).min() ?? 1
  }
}
