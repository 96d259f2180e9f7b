import AppIcon
import Foundation
import Testing
import _TestSupport

/// One row of the list of made bombs with the wanted class of each.
struct Bomb: Sendable, CustomTestStringConvertible {
  let file: String
  let wanted: String
  var testDescription: String { file }

  static let all: [Bomb] = {
    guard let url = SharedFolder.url("hostile/own-bombs/EXPECTED.tsv"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Bomb(file: columns[0], wanted: columns[1])
    }
  }()
}

@Suite struct `Made bombs` {
  /// The rules of which one must be broken for a file to count as being in a class.
  private static let rules: [String: Set<String>] = [
    "accept": [], "accept_or_reject": [], "policy": [],
    "too_large": ["too-many-pixels", "corrupt", "truncated", "not-png"],
    "corrupt": ["corrupt", "truncated", "pixels-unreadable", "not-png"],
    "reject_alpha": ["alpha-channel", "transparency-chunk"], "reject_size": ["size"],
    "reject_corrupt": ["corrupt", "truncated"], "reject_type": ["not-png"],
  ]

  @Test(.enabled(if: SharedFolder.has("hostile/own-bombs")), arguments: Bomb.all)
  func `file is in its wanted class`(_ bomb: Bomb) throws {
    let path = SharedFolder.root.appending(path: "hostile/own-bombs/\(bomb.file)").path
    let report = try #require(try IconValidator().validate(path).first)
    let errors = Set(report.findings.filter { $0.severity == .error }.map(\.rule))
    // Classes of other formats come to the same here: the file is no PNG.
    let wanted = Self.rules[bomb.wanted] ?? ["not-png"]
    if bomb.wanted == "accept" {
      #expect(errors.isEmpty)
      #expect(report.image?.decodes == true)
    } else if !wanted.isEmpty {
      #expect(!errors.isDisjoint(with: wanted))
    }
  }
}
