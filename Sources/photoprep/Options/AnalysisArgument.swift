internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoWriting

/// The analysis, as named on the command line.
enum AnalysisArgument: String, ExpressibleByArgument, CaseIterable {
  case learned, heuristic

  var method: AnalysisMethod {
    switch self {
    case .learned: .learned
    case .heuristic: .heuristic
    }
  }
}
