import PhotoStore

extension String {
  /// The text as one line for people: what would move a terminal's cursor shows as `\xNN`, and nothing in
  /// it is a command to the runner of a GitHub workflow, which obeys lines that start with `::` and what
  /// follows `##[` anywhere.
  var lineText: String {
    let shown = displayText.replacing("##[", with: "##\\x5B")
    return shown.drop(while: \.isWhitespace).hasPrefix("::") ? "./" + shown : shown
  }
}
