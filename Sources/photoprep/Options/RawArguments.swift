internal import ArgumentParser
internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline
internal import SystemPackage

/// The program's arguments as bytes.
///
/// Swift repairs arguments that are not UTF-8, so a path from a parsed argument could name another file. This finds
/// the bytes that a parsed argument came from.
enum RawArguments {
  static func paths(for arguments: [String]) -> [FilePath] {
    var raw = damagedArguments
    return arguments.map { argument in
      // A path has no slash at its end, even if the argument has one.
      let path = FilePath(argument)
      guard argument.contains("\u{FFFD}"),
        let index = raw.firstIndex(where: { $0.string == path.string })
      else { return path }
      return raw.remove(at: index)
    }
  }

  static func path(for argument: String) -> FilePath { paths(for: [argument])[0] }

  /// Returns an argument for uses that need a path as text.
  ///
  /// - Throws: A `Rejection` when it is not UTF-8.
  static func text(for argument: String) throws -> String {
    let path = path(for: argument)
    if path.percentEncodedWhenNotUTF8 == nil { return argument }
    throw Rejection(
      path: path, code: "name-not-utf8",
      message: "The name is not UTF-8, which asset catalogs and their tools do not take.",
      remedy: "Rename it.")
  }

  static func output(_ argument: String) throws -> OutputFile {
    guard !argument.isEmpty else { throw ValidationError("A file's name cannot be empty.") }
    return OutputFile(path(for: argument))
  }

  /// Every argument of the process that is not UTF-8, and the part after the equals sign of an option.
  private static var damagedArguments: [FilePath] {
    (0..<Int(CommandLine.argc)).flatMap { index -> [FilePath] in
      guard let pointer = CommandLine.unsafeArgv[index] else { return [] }
      let value = strncmp(pointer, "--", 2) == 0 ? strchr(pointer, Int32(UInt8(ascii: "="))) : nil
      return [pointer, value.map { $0 + 1 }].compactMap(\.self).map { FilePath(platformString: $0) }
    }.filter { $0.percentEncodedWhenNotUTF8 != nil }
  }
}

/// Suggests a similar name for an unknown word.
enum Suggestion {
  /// A question that begins with a space; empty if no name is similar.
  static func sentence(for word: String, among names: [String]) -> String {
    let word = word.lowercased()
    let alike = names.filter { $0.contains(word) || word.contains($0) }
    let near = names.map { (name: $0, distance: Nearness.distance(word, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    // A third of the letters may be wrong, and at most three; more is another word.
    if let near, near.distance <= min(3, max(1, (word.count + 1) / 3)),
      near.distance < near.name.count
    {
      return " Did you mean '\(near.name)'?"
    }
    if word.count < 3 || alike.isEmpty { return "" }
    return " Did you mean " + alike.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }
}
