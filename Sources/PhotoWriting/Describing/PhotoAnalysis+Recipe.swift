package import PhotoGeometry
package import PhotoStore
package import SmartCrop

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
