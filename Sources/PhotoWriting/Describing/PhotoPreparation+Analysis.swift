package import PhotoGeometry
package import PhotoStore
package import SmartCrop

extension PhotoPreparation {
  /// Returns the analysis in the form for a record.
  ///
  /// - Parameters:
  ///   - risk: The risk of each automatic crop, 0…1.
  ///   - regions: The regions that the crops should keep, with their origins.
  ///   - texts: Colours that make text readable on each render, as in records; `nil` without text.
  ///   - more: Further facts about the photo, by their names in records.
  /// - Returns: The value of ``analysis``.
  package static func analysis(
    risk: PerFamily<Double>, regions: [FocusRegion], texts: PerFamily<JSONValue>? = nil,
    more: [String: JSONValue] = [:]
  ) -> JSONValue {
    var values: [String: JSONValue] = [
      "risk": risk.json(JSONValue.double),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
    ]
    values["text"] = texts?.json { $0 }
    values.merge(more) { first, _ in first }
    return .object(values)
  }

  /// The regions in the record; those that cannot be read are left out.
  package var regions: [FocusRegion] {
    (analysis.object?["regions"]?.array ?? []).compactMap(FocusRegion.init(json:))
  }

  /// The risk of a family's automatic crop, 0…1, if the record has it; older records have a certainty
  /// instead, which is not used.
  package func risk(_ family: RenderFamily) -> Double? {
    analysis.object?["risk"]?.object?[family.rawValue]?.double
  }
}

extension FamilyCrop {
  /// Describes a chosen crop in the form for records.
  package init(_ choice: CropChoice, of photo: PixelSize, isOverByteLimit: Bool = false) {
    self.init(
      rect: NormalizedRect(choice.rect, in: photo), pixelSize: choice.rect.size,
      score: choice.score.named,
      flags: (choice.flags + (isOverByteLimit ? [.overByteLimit] : [])).map(\.rawValue))
  }
}

extension CropScore {
  /// The terms and their sum by name, as records and `--json` show them.
  package var named: [String: Double] {
    var named = [Self.totalName: total]
    for term in Term.allCases { named[term.rawValue] = self[term] }
    return named.mapValues { $0.rounded(toPlaces: 6) }
  }

  /// The name of the sum of the terms.
  package static let totalName = "total"
}

extension PhotoAnalysis {
  /// The crop of a shape by a recipe's zoom and text, checked against its frame.
  package func crop(
    to aspect: AspectRatio, in photo: PixelSize, for frame: PixelSize?, by recipe: Recipe
  ) -> CropChoice {
    crop(to: aspect, in: photo, frame: frame, zoom: recipe.zooms, text: recipe.text?.rect)
  }

  package func crops(in photo: PixelSize, by recipe: Recipe) -> PerFamily<CropChoice> {
    recipe.frames.map { _, frame in
      crop(to: AspectRatio(frame), in: photo, for: frame, by: recipe)
    }
  }
}

/// The way to find what matters in a photo.
public enum AnalysisMethod: String, Codable, Hashable, Sendable {
  /// By a network that has learned from marked photos, and some cues.
  case learned
  /// By cues alone, each computed by a formula.
  case heuristic

  /// The analysis of a recipe.
  package init(_ recipe: Recipe) {
    self = recipe.analysis == Recipe.heuristicAnalysis ? .heuristic : .learned
  }

  /// The learned model, if any.
  package var model: ImportanceModel? {
    switch self {
    case .learned: .standard
    case .heuristic: nil
    }
  }

  /// The detector of subjects, as recipes name it.
  package var subjects: String {
    switch self {
    case .learned: "heads"
    case .heuristic: "none"
    }
  }

  /// The analysis, as recipes name it.
  package var identity: String {
    switch self {
    case .learned: "learned-\(ImportanceModel.digest.prefix(8))"
    case .heuristic: Recipe.heuristicAnalysis
    }
  }
}
