internal import ArgumentParser
internal import Foundation
internal import PhotoGeometry

/// The command that a command line names, and the words in it that name nothing (decision 0710).
struct CalledCommand {
  /// The command; the program itself if no word names one.
  let type: any ParsableCommand.Type
  /// The command as a person calls it: `photoprep store import`.
  let name: String
  /// A word in the place of a command's name, with all names.
  private let unknown: (word: String, names: [String])?
  private let rest: [String]

  init(_ arguments: some Collection<String>) {
    var type: any ParsableCommand.Type = PhotoPrep.self
    var name = "photoprep"
    var unknown: (word: String, names: [String])?
    var rest = Array(arguments)
    if rest.first == "help" { rest.removeFirst() }
    while let word = rest.first, !word.hasPrefix("-"), word != "help" {
      let commands = type.configuration.subcommands
      guard !commands.isEmpty else { break }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        unknown = (word, commands.map { $0._commandName })
        break
      }
      (type, name) = (next, "\(name) \(word)")
      rest.removeFirst()
    }
    (self.type, self.name, self.unknown, self.rest) = (type, name, unknown, rest)
  }

  /// The message about a word that is not a command's name, or else about an option that the command does not have;
  /// `nil` if there is neither.
  var trouble: String? {
    if let unknown {
      return
        "There is no command '\(unknown.word.displayText)'.\(Self.meant(unknown.word, unknown.names))"
    }
    let file = rest.prefix { $0 != "--" }.first {
      $0.hasPrefix("-") && FileManager.default.fileExists(atPath: $0)
    }
    if let file {
      return "'\(file.displayText)' is taken for an option. For the file write "
        + "\(ShellWord.quoted("./" + file))."
    }
    guard let option = unknownOption else { return nil }
    // One letter is similar to every other one.
    let meant = option.count > 2 ? Suggestion.sentence(for: option, among: options.sorted()) : ""
    return "'\(name)' has no option '\(option.displayText)'."
      + (meant.isEmpty ? " '\(name) --help' lists those it has." : meant)
  }

  var usage: String {
    "Usage: \(PhotoPrep.usageString(for: type))\n  See '\(name) --help' for more information."
  }

  /// Options of every command, which the parser's help leaves out.
  private static let builtIn: Set = [
    "--help-all", "--help-hidden", "--experimental-dump-help", "--generate-completion-script",
  ]

  var options: Set<String> {
    let help = PhotoPrep.helpMessage(for: type, includeHidden: true, columns: 1000)
    let heads = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
      .map { $0.dropFirst(2).split(separator: "  ", maxSplits: 1)[0] }
    let names = heads.flatMap { $0.split { ", /".contains($0) } }.filter { $0.hasPrefix("-") }
    return Set(names.map { String($0) })
  }

  /// The first word that is written like an option but is not one of the command's.
  private var unknownOption: String? {
    let words = rest.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
      .filter { word in
        let letters = word.drop { $0 == "-" }
        let dashes = word.count - letters.count
        return letters.first?.isLetter == true && (dashes == 2 || dashes == 1 && letters.count == 1)
      }
    guard !words.isEmpty else { return nil }
    let known = options.union(Self.builtIn)
    return words.first { !known.contains(String($0)) }.map { String($0) }
  }

  /// The names that other programs have for some commands.
  private static let otherNames = [
    "remove": ["rm"], "delete": ["rm"], "prepare": ["prep"], "add": ["prep", "album add"],
    "ls": ["store list"], "show": ["review", "preview"], "edit": ["review"],
  ]

  /// A suggestion for a mistyped command; begins with a space, and is empty if no command is similar.
  private static func meant(_ word: String, _ names: [String]) -> String {
    let elsewhere = PhotoPrep.configuration.subcommands.flatMap { group in
      group.configuration.subcommands.filter { $0._commandName == word }.map {
        "\(group._commandName) \($0._commandName)"
      }
    }
    let others = (otherNames[word.lowercased()] ?? []) + elsewhere
    if others.isEmpty { return Suggestion.sentence(for: word, among: names) }
    return " Did you mean " + others.map { "'photoprep \($0)'" }.joined(separator: " or ") + "?"
  }

  /// The help with only the usual options, and how to see the others.
  func usualHelp(_ help: String) -> String {
    furtherOptions.isEmpty ? help : help + "\nMore options: \(name) --help-all\n"
  }

  /// The help of `--help-all`: the options that the usual help leaves out.
  var furtherHelp: String {
    let further = furtherOptions
    if further.isEmpty { return PhotoPrep.helpMessage(for: type) }
    return "More options of '\(name)'.\nThe usual ones: \(name) --help\n\n\(further)"
  }

  /// The entries of options that the usual help leaves out, below the titles of their groups; empty if it has all.
  private var furtherOptions: String {
    let usual = Set(PhotoPrep.helpMessage(for: type).split(separator: "\n").map(Self.head))
    let all = PhotoPrep.helpMessage(for: type, includeHidden: true)
    guard let start = all.range(of: "\nUSAGE: ") else { return "" }
    var groups: [(title: Substring, lines: [Substring])] = []
    var isUsual = true
    for line in all[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: true)
      .dropFirst()
    {
      if !line.hasPrefix(" ") {
        groups.append((line, []))
      } else if !groups.isEmpty {
        // An entry's further lines are indented deeper.
        if line.hasPrefix("  -") || line.hasPrefix("  <") {
          isUsual = usual.contains(Self.head(line))
        }
        if !isUsual { groups[groups.count - 1].lines.append(line) }
      }
    }
    return groups.filter { !$0.lines.isEmpty && $0.title.hasSuffix(":") }
      .map { ([$0.title] + $0.lines).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The head of a help entry: `--jobs <n>`.
  private static func head(_ line: Substring) -> Substring {
    let text = line.drop { $0 == " " }
    return text.range(of: "  ").map { text[..<$0.lowerBound] } ?? text
  }
}
