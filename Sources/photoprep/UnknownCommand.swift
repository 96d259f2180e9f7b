internal import ArgumentParser

/// A word on the command line in the place of a command's name that is none.
struct UnknownCommand {
  private let word: String
  private let names: [String]

  /// Finds the word; `nil` when every command that is named is there.
  init?(in arguments: some Collection<String>) {
    var commands = PhotoPrep.configuration.subcommands
    for word in arguments {
      let shown = commands.filter { $0.configuration.shouldDisplay }
      guard !shown.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        self.word = word
        names = shown.map { $0._commandName }
        return
      }
      commands = next.configuration.subcommands
    }
    return nil
  }

  /// What the command line is told, with the nearest name where one is near.
  var error: ValidationError {
    let near = names.map { (name: $0, distance: Self.distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance < 4, near.distance < near.name.count else {
      return ValidationError("There is no command '\(word)'.")
    }
    return ValidationError("There is no command '\(word)'. Did you mean '\(near.name)'?")
  }

  /// The number of letters to insert, delete or replace (Levenshtein 1966).
  static func distance(_ first: String, _ second: String) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
