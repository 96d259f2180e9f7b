/// Words and commands for a POSIX shell.
package enum ShellWord {
  /// Returns a word that a shell passes on unchanged, in characters that a terminal displays.
  ///
  /// Control and format characters are written as bytes in `$'…'`, which bash and zsh read.
  package static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: isHidden) {
      return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
    }
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@%".contains($0))
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format].contains(scalar.properties.generalCategory)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if isHidden(scalar) {
      return String(scalar).utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        .joined()
    }
    return scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
  }

  /// Returns a command that renames a file or folder, in a work tree of git or outside one.
  package static func renaming(_ path: String, to target: String) -> String {
    let words = quoted(path) + " " + quoted(target)
    return "git mv \(words) || mv \(words)"
  }
}
