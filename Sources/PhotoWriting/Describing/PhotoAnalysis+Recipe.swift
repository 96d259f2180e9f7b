package import PhotoGeometry
package import PhotoStore
package import SmartCrop

/// How large a photo must be decoded so that everything can be made from one set of pixels.
package struct DecodePlan: Equatable, Sendable {
  package let masterSize: PixelSize
  /// The smallest scale, 0…1, at which the decoded photo is no smaller than its master and no
  /// family's window is smaller than its frame.
  package let scale: Double
  /// The smallest scale, 0…1, that serves the renders alone, for a master that is not made again.
  package let renderScale: Double
  /// Whether every render can be made from the master's pixels before they are encoded.
  package let masterServes: Bool

  /// The least ratio of the master's pixels to those of a render that is made from it (decision 0007).
  package static let masterPixels = 1.5

  /// Plans the decoding of a photo.
  ///
  /// The crop of a family is the largest window of its frame's shape, so its size is known before
  /// anything is decoded (decision 0007).
  package init(photo: PixelSize, recipe: Recipe) {
    masterSize = photo.fitting(longEdge: recipe.master.longEdge)
    let forMaster = Double(masterSize.longEdge) / Double(photo.longEdge)
    let forRenders = recipe.frames.values.map { frame in
      let window = AspectRatio(frame).largestWindow(in: photo)
      return max(
        Double(frame.width) / Double(window.width), Double(frame.height) / Double(window.height))
    }
    // A zoomed window has at least half the sides of the largest one.
    let closest = recipe.zooms ? 2.0 : 1
    let needed = closest * (forRenders.max() ?? 1)
    renderScale = min(1, needed)
    scale = max(min(1, forMaster), renderScale)
    // The legibility of text is computed from the decoded pixels.
    masterServes = recipe.text == nil && forMaster >= Self.masterPixels * needed
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

  package var model: ImportanceModel? { self == .learned ? .standard : nil }

  /// The detector of subjects, as recipes name it.
  package var subjects: String { self == .learned ? "heads" : "none" }

  /// The analysis, as recipes name it.
  package var identity: String {
    self == .learned ? "learned-\(ImportanceModel.digest.prefix(8))" : Recipe.heuristicAnalysis
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
