/// How good a photo is as a picture in a widget: named terms of 0…1, and one sum of 0…1; more is better.
///
/// Unlike ``CropScore``, which compares windows of one photo, it compares photos. `docs/how-photos-are-chosen.md` has
/// every term with its formula and source.
package struct PhotoScore: Hashable, Sendable {
  /// A term of the score; the raw value is its name in records and JSON.
  package enum Term: String, Hashable, Sendable, CaseIterable {
    /// How likely a person is to show it gladly, judged by its subject; missing without a network.
    case appeal
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
    /// Whether the largest head is large, whole, and shows its face; missing without a head.
    case heads
    /// How little the crops of all families are likely to lose.
    case crops
    /// Whether every frame has as many pixels as it needs.
    case pixels

    /// The share of the sum; 1 for all terms together (decisions 0800 and 0810).
    package var weight: Double {
      switch self {
      case .appeal: 0.40
      case .sharpness: 0.18
      case .exposure: 0.11
      case .noise: 0.10
      case .colour: 0.07
      case .heads: 0.06
      case .contrast: 0.04
      case .crops: 0.03
      case .pixels: 0.01
      }
    }
  }

  /// The term of a photo without heads: less than one with a visible face, as people like those more (Bakhshi, Shamma,
  /// Gilbert, "Faces engage us", CHI 2014); the value is ours (decision 0800).
  private static let headless = 0.3
  /// The term of a photo with unknown appeal, such as one that an older version prepared: about the mean.
  private static let unknownAppeal = 0.5
  /// The amount added to an estimate's terms: those of thumbnails may be smaller by as much than those of their photos
  /// (decision 0809).
  private static let doubt = 0.01

  /// The terms in their order, in little memory, as choosing among a million photos has as many scores; −1 for a
  /// missing one.
  private let values: SIMD16<Float>
  /// The weighted mean of the existing terms, 0…1.
  package let total: Double

  private static let missing: Float = -1
  private static let places = Dictionary(uniqueKeysWithValues: zip(Term.allCases, 0...))

  /// Makes a score from terms, each clamped to 0…1.
  package init(_ values: [Term: Double]) {
    var all = SIMD16(repeating: Self.missing)
    for (term, place) in Self.places {
      guard let given = values[term] else { continue }
      all[place] = given.isFinite ? Float(min(1, max(0, given))) : 0
    }
    self.values = all
    total = Self.mean(of: all, Term.allCases)
  }

  /// Whether it comes from a thumbnail, so that sharpness and noise are unknown, and the sum is an upper bound.
  package var isEstimate: Bool { self[.sharpness] == nil }

  /// The same without the terms that a small picture does not show.
  package var estimate: PhotoScore {
    var values: [Term: Double] = [:]
    for term in Term.allCases where term != .sharpness && term != .noise {
      values[term] = self[term]
    }
    return PhotoScore(values)
  }

  /// The weighted mean of all terms except the appeal, 0…1: for comparing photos of the same thing.
  package var craft: Double { Self.mean(of: values, Term.allCases.filter { $0 != .appeal }) }

  /// The weighted mean of existing terms, added in their order, so that equal scores have equal sums.
  private static func mean(of values: SIMD16<Float>, _ terms: [Term]) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for term in terms {
      guard let place = places[term], let value = counted(values[place], as: term) else { continue }
      sum += term.weight * value
      weight += term.weight
    }
    let doubt = values[places[.sharpness] ?? 0] < 0 ? doubt : 0
    return weight > 0 ? min(1, sum / weight + doubt) : 0
  }

  /// The value that a term counts with; `nil` if it does not count.
  private static func counted(_ value: Float, as term: Term) -> Double? {
    if value >= 0 { return Double(value) }
    return switch term {
    case .heads: headless
    case .appeal: unknownAppeal
    case .sharpness, .noise: 1
    default: nil
    }
  }

  /// The value of a term, 0…1; `nil` if the photo lacks it.
  package subscript(term: Term) -> Double? {
    Self.places[term].map { values[$0] }.flatMap { $0 < 0 ? nil : Double($0) }
  }

  /// The name of the sum beside the terms.
  private static let totalName = "total"

  /// The terms and their sum by name, to four digits, as records and `--json` show them.
  package var named: [String: Double] {
    var named = [Self.totalName: total]
    for term in Term.allCases { named[term.rawValue] = self[term] }
    return named.mapValues { ($0 * 1e4).rounded() / 1e4 }
  }

  /// Reads the form of ``named``; `nil` if a name is not a term or a value is out of range.
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
