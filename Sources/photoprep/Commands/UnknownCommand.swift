internal import ArgumentParser
internal import PhotoStore

/// A word on the command line in the place of a command's name that names no command.
struct UnknownCommand {
  private let word: String
  private let names: [String]

  /// Finds the word; `nil` when every command that is named is there.
  init?(in arguments: some Collection<String>) {
    var commands = PhotoPrep.configuration.subcommands
    for word in arguments {
      guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        self.word = word
        names = commands.map { $0._commandName }
        return
      }
      commands = next.configuration.subcommands
    }
    return nil
  }

  /// What the command line is told, with the name that was probably meant.
  var error: ValidationError {
    ValidationError(
      "There is no command '\(word.displayText)'.\(Suggestion.sentence(for: word, among: names))")
  }
}
