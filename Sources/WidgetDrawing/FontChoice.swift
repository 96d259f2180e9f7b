internal import CPango

/// A family that a template asks for, with the one that was drawn instead.
public struct StandIn: Hashable, Sendable, CustomStringConvertible {
  /// Apple's name of the family, or the template's.
  public let asked: String
  /// The family that was drawn; empty if the system chose it.
  public let drawn: String

  /// Both, as a part of a sentence.
  public var description: String {
    "\(drawn.isEmpty ? "the system's default" : drawn) for \(asked)"
  }
}

/// The installed families that are drawn for the families that templates ask for (decision 0721).
struct FontChoice: Sendable {
  /// A family, its names on Apple's systems, and its substitutes, the best first.
  private static let families: [String: (names: [String], standIns: [String])] = [
    "system": (["SF Pro", "SF Pro Text", "SF Pro Display"], ["Inter"]),
    "rounded": (["SF Pro Rounded", "SF Rounded"], ["Inter"]),
    "serif": (["Georgia"], ["Gelasio", "Charis SIL"]),
    "Georgia": (["Georgia"], ["Gelasio", "Charis SIL"]),
  ]

  private let installed: Set<String>

  init(installed: Set<String>) { self.installed = installed }

  /// Finds the families that are installed now.
  static var ofThisSystem: FontChoice {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(cpango_font_map(), &families, &count)
    let all = UnsafeBufferPointer(start: families, count: Int(count))
    defer { g_free(families) }
    return FontChoice(installed: Set(all.map { String(cString: pango_font_family_get_name($0)) }))
  }

  /// Apple's families that are neither installed nor have a substitute, sorted.
  var missing: [String] {
    let lacking = Self.families.values.filter { names, standIns in
      (names + standIns).allSatisfy { !installed.contains($0) }
    }
    return Set(lacking.map { $0.names[0] }).sorted()
  }

  /// Colour fonts with emoji; Cairo draws both, as they are bitmaps.
  private static let emoji = ["Apple Color Emoji", "Noto Color Emoji"]

  var hasEmoji: Bool { Self.emoji.contains(where: installed.contains) }

  static let emojiRemedy = "Emoji come with 'sudo apt install fonts-noto-color-emoji' (Debian)."

  /// The family to draw, and the substitution if it is one.
  func family(for asked: String) -> (name: String, standIn: StandIn?) {
    let known = Self.families[asked] ?? ([asked], [])
    if let own = known.names.first(where: installed.contains) { return (own, nil) }
    let name = known.standIns.first(where: installed.contains) ?? ""
    return (name, StandIn(asked: known.names[0], drawn: name))
  }
}
