internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoWriting

/// A way to find out what matters, as it is named on the command line.
enum AnalysisArgument: String, ExpressibleByArgument, CaseIterable {
  case learned, heuristic

  var method: AnalysisMethod {
    switch self {
    case .learned: .learned
    case .heuristic: .heuristic
    }
  }
}
