/// A text of sections with keys, as Picasa and RawTherapee write it: `[section]`, then lines of `key=value`.
struct KeyFile {
  /// The values by section and key; of a key that is there twice the last one.
  private(set) var sections: [String: [String: String]] = [:]

  /// Reads a text; lines of another form are passed over.
  init(_ text: String) {
    var section = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "[", let end = line.lastIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end])
      } else if let equals = line.firstIndex(of: "=") {
        let value = line[line.index(after: equals)...].trimmed
        sections[section, default: [:]][line[..<equals].trimmed] = value
      }
    }
  }
}
