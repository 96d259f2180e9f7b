import PhotoStore

/// Which rules choose crops today, so that a check can say which photos older rules have cropped.
public struct CropGeneration: Sendable {
  /// The version of the rules.
  public let algorithmVersion: Int
  /// What today's learned analysis is called in recipes.
  public let learnedAnalysis: String

  /// Makes a generation from the version of its rules and the name of its learned analysis.
  public init(algorithmVersion: Int, learnedAnalysis: String) {
    self.algorithmVersion = algorithmVersion
    self.learnedAnalysis = learnedAnalysis
  }
}

extension CropGeneration {
  /// Returns what a recipe would be today: the same but for the rules.
  ///
  /// An analysis by cues alone was chosen by a person and stays; one that had learned otherwise
  /// gives way to today's.
  func recipe(today recipe: Recipe) -> Recipe {
    var today = recipe
    today.algorithmVersion = max(recipe.algorithmVersion, algorithmVersion)
    if recipe.analysis != Recipe.heuristicAnalysis { today.analysis = learnedAnalysis }
    return today
  }
}

extension StoreCheck {
  /// Notes a photo that was cropped by older rules, unless it stands beside it cropped by today's.
  mutating func checkGeneration(of record: PhotoRecord) throws {
    let recipe = record.preparation.recipe
    guard let today = generation?.recipe(today: recipe), today != recipe else { return }
    let again = RecordID(photo: record.id.photo, recipe: today.id)
    guard try fileSystem.status(of: paths.record(again), followingLinks: false) == nil else {
      return
    }
    summary.olderCrops += 1
    let version =
      recipe.algorithmVersion == today.algorithmVersion
      ? "analysis \(recipe.analysis); today's is \(today.analysis)"
      : "version \(recipe.algorithmVersion) of the rules; today's is \(today.algorithmVersion)"
    try found(
      .olderCrop, paths.record(record.id), "The photo was cropped by \(version).",
      recovery: "'photoprep prep' crops it anew, beside what is there.")
  }
}
