internal import PhotoGeometry

/// The commands that a message quotes, as in "'photoprep clean' moves it to the trash".
enum QuotedCommands {
  static let store = Locked<String?>(nil)

  /// Whether a command has the option `--store`, by its words after the program's name.
  static let takesStore = Locked<@Sendable (ArraySlice<String>) -> Bool> { _ in false }

  /// The quoted commands that were met, and how they are written with the store: 5,000 findings quote the same one.
  private static let known = Locked<[Substring: String]>([:])

  /// Adds the store to each quoted command that needs one and names none, so that it works when pasted.
  static func completed(_ text: String) -> String {
    guard text.contains("'photoprep "), let store = store.withLock({ $0 }) else { return text }
    var pieces = text.split(separator: "'", omittingEmptySubsequences: false).map { $0 }
    for index in pieces.indices.dropFirst().dropLast() where pieces[index].hasPrefix("photoprep ") {
      pieces[index] = Substring(completed(pieces[index], with: store))
    }
    return pieces.joined(separator: "'")
  }

  private static func completed(_ command: Substring, with store: String) -> String {
    known.withLock { known in
      if let text = known[command] { return text }
      let words = command.split(separator: " ").map { String($0) }
      let isComplete =
        words.contains { ["--store", "--help"].contains($0) }
        || !takesStore.withLock { $0(words.dropFirst()) }
      let option = "--store \(ShellWord.quoted(store))"
      // Behind a space comes a word in quotation marks.
      let text =
        isComplete
        ? String(command) : command.last == " " ? "\(command)\(option) " : "\(command) \(option)"
      known[command] = text
      return text
    }
  }
}
