extension Check where Subject == IconSet {
  static var legacySizes: Check {
    Check(
      Rule(
        "legacy-incomplete", .error, prevents: "ITMS-90022",
        """
        A set with one picture per size needs all that the App Store asks for: 120×120 for iPhone \
        (ITMS-90022), 152×152 and 167×167 for iPad (ITMS-90023).
        """)
    ) { set in
      required.flatMap { idiom, sides, code in
        missing(idiom, sides, in: set).map { side in
          Fact(
            "has no \(idiom) picture of \(side)×\(side) pixels",
            remedy:
              "Change to a single 1024×1024 icon: 'photoprep icon place PNG --catalog DIR --replace'.",
            prevents: code)
        }
      }
    }
  }

  private static let required = [
    ("iphone", [120], "ITMS-90022"), ("ipad", [152, 167], "ITMS-90023"),
  ]

  private static func missing(_ idiom: String, _ sides: [Int], in set: IconSet) -> [Int] {
    let slots = set.slots.filter { $0.idiom == idiom }
    guard !slots.isEmpty else { return [] }
    let found = slots.filter { $0.fileName != nil }.compactMap { $0.pixelSize?.width }
    return sides.filter { !found.contains($0) }
  }
}
