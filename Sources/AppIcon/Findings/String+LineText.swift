import PhotoStore

extension String {
  /// The text as one line for people: control characters become `\xNN`, and nothing in it is a command to the runner
  /// of a GitHub workflow, which interprets lines that start with `::` and the text after `##[` anywhere.
  var lineText: String {
    let shown = displayText.replacing("##[", with: "##\\x5B")
    return shown.drop(while: \.isWhitespace).hasPrefix("::") ? "./" + shown : shown
  }
}
