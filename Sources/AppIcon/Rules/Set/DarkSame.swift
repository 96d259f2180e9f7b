extension Check where Subject == IconSet {
  static var sameAppearance: Check {
    Check(
      Rule(
        "same-appearance", .warning,
        """
        The dark or the tinted picture is the default one again. The system would have derived a better one \
        by itself; as it is, users who chose a dark or tinted Home Screen see the light icon.
        """)
    ) { set in
      guard let any = set.image(where: { $0.isSingleSize && $0.appearance == nil }) else {
        return []
      }
      return ["dark", "tinted"].compactMap { appearance in
        let image = set.image { $0.isSingleSize && $0.appearance == appearance }
        guard let image, image.looksLike(any) else { return nil }
        return Fact(
          "shows the same picture for \(appearance) as for the default appearance",
          remedy: "Replace the \(appearance) picture, or remove it and let the system derive one.")
      }
    }
  }
}

extension IconImage {
  /// Whether two files have the same bytes or the same pixels.
  func looksLike(_ other: IconImage) -> Bool {
    if !fingerprint.isEmpty, fingerprint == other.fingerprint { return true }
    guard let pixels, let others = other.pixels else { return false }
    return pixels.fingerprint == others.fingerprint
  }
}
