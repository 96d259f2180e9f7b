import PhotoStore

/// Which rules choose crops today, so that it can be said which photos older rules have cropped.
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
  /// Returns what a recipe would be today: the same but for the rules that choose crops, and for families that a newer
  /// system has brought to the screen.
  ///
  /// An analysis by cues alone was chosen by a person and stays; one that had learned otherwise
  /// gives way to today's. Rules that are newer than these stay whole.
  func recipe(today recipe: Recipe) -> Recipe {
    guard recipe.algorithmVersion <= algorithmVersion else { return recipe }
    var today = recipe.with(frames: recipe.frames.ofNewestSystem)
    today.algorithmVersion = algorithmVersion
    if recipe.analysis != Recipe.heuristicAnalysis { today.analysis = learnedAnalysis }
    return today
  }

  /// Returns the places of those of one photo's recipes that are of older rules and have none of today's beside them,
  /// rising, each with what it would be today.
  ///
  /// Beside counts a recipe that asks for the same pictures by today's rules, whichever detectors
  /// and encoder it was made with (decision 0708).
  func older(among recipes: [Recipe]) -> [(index: Int, today: Recipe)] {
    let current = Set(recipes.filter { recipe(today: $0) == $0 }.map(\.withoutMakers))
    return recipes.indices.compactMap { index in
      let today = recipe(today: recipes[index])
      guard today != recipes[index], !current.contains(today.withoutMakers) else { return nil }
      return (index, today)
    }
  }
}

extension WidgetFrames {
  /// The frames with those of families that the newest system has on the same screen.
  fileprivate var ofNewestSystem: WidgetFrames {
    let screen = WidgetScreen.all.first { $0.frames.cover(self) }
    return screen?.frames ?? self
  }
}

extension Recipe {
  /// The recipe regardless of which detectors looked and which encoder wrote.
  var withoutMakers: Recipe {
    var recipe = self
    (recipe.subjects, recipe.encoderRevision, recipe.codec) = ("", 0, nil)
    return recipe
  }
}
