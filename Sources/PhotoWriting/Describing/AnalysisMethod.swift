package import PhotoStore
package import SmartCrop

/// How it is found out what matters in a photo.
public enum AnalysisMethod: String, Codable, Hashable, Sendable {
  /// By a network that has learned from marked photos, and some cues.
  case learned
  /// By cues alone, which can be explained by their formulas.
  case heuristic

  /// The analysis of a recipe.
  package init(_ recipe: Recipe) {
    self = recipe.analysis == Recipe.heuristicAnalysis ? .heuristic : .learned
  }

  /// What an analysis has learned, if anything.
  package var model: ImportanceModel? {
    switch self {
    case .learned: .standard
    case .heuristic: nil
    }
  }

  /// What says in a recipe what looked for subjects.
  package var subjects: String {
    switch self {
    case .learned: "heads"
    case .heuristic: "none"
    }
  }

  /// What says in a recipe which analysis it was.
  package var identity: String {
    switch self {
    case .learned: "learned-\(ImportanceModel.digest.prefix(8))"
    case .heuristic: Recipe.heuristicAnalysis
    }
  }
}
