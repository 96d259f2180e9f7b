/// How good a photo is as a picture in a widget: named terms of 0…1, and one sum of 0…1; more is better.
///
/// Other than ``CropScore``, which compares windows of one photo, it compares photos. `docs/how-photos-are-chosen.md`
/// has every term with its formula and source.
package struct PhotoScore: Hashable, Sendable {
  /// A term of the score; the raw value is its name in records and JSON.
  package enum Term: String, Hashable, Sendable, CaseIterable {
    /// How sharp the subject is.
    case sharpness
    /// Whether the subject is bright enough, and little of the photo clipped.
    case exposure
    /// How far dark and bright are apart.
    case contrast
    /// How free of noise it is.
    case noise
    /// How colourful it is.
    case colour
    /// Whether the largest head is large, whole, and shows its face; missing where there is none.
    case heads
    /// How little the crops of all families are likely to lose.
    case crops
    /// Whether every frame has as many pixels as it needs.
    case pixels
  }

  /// What each term weighs; the weights of those that are there are brought to a sum of 1 (decision 0800).
  package static let weights: [Term: Double] = [
    .sharpness: 0.30, .exposure: 0.20, .contrast: 0.08, .noise: 0.12, .colour: 0.05,
    .heads: 0.10, .crops: 0.10, .pixels: 0.05,
  ]

  private let values: [Term: Double]

  /// Makes a score of terms, each brought into 0…1.
  package init(_ values: [Term: Double]) {
    self.values = values.mapValues { $0.isFinite ? min(1, max(0, $0)) : 0 }
  }

  /// The value of a term, 0…1; `nil` where the photo lacks it.
  package subscript(term: Term) -> Double? { values[term] }

  /// The weighted mean of the terms that are there, 0…1.
  package var total: Double {
    var (sum, weight) = (0.0, 0.0)
    for term in Term.allCases {
      guard let value = values[term], let share = Self.weights[term] else { continue }
      sum += share * value
      weight += share
    }
    return weight > 0 ? sum / weight : 0
  }
}

extension PhotoScore {
  /// The name of the sum beside the terms.
  private static let totalName = "total"

  /// The terms and their sum by name, to four digits, as records and `--json` show them.
  package var named: [String: Double] {
    var named = [Self.totalName: total]
    for (term, value) in values { named[term.rawValue] = value }
    return named.mapValues { ($0 * 1e4).rounded() / 1e4 }
  }

  /// Reads what ``named`` gives; `nil` where a name is none of a term or a value is out of its range.
  package init?(named: [String: Double]) {
    var values: [Term: Double] = [:]
    for (name, value) in named {
      guard (0...1).contains(value) else { return nil }
      if name == Self.totalName { continue }
      guard let term = Term(rawValue: name) else { return nil }
      values[term] = value
    }
    guard !values.isEmpty else { return nil }
    self.init(values)
  }
}
