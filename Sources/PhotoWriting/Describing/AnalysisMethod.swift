package import PhotoStore
package import SmartCrop

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
