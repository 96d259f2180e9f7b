import Foundation
import PhotoGeometry

/// The command line: a command, options with one value each, and the paths after `--`.
struct Arguments {
  struct Unreadable: Error {}

  let command: String
  private let options: [(name: String, value: String)]
  let paths: [String]

  init(_ words: [String]) throws {
    guard let command = words.first else { throw Unreadable() }
    self.command = command
    let end = words.firstIndex(of: "--") ?? words.count
    let pairs = words[1..<end]
    guard pairs.count.isMultiple(of: 2) else { throw Unreadable() }
    options = stride(from: 1, to: end, by: 2).map { (words[$0], words[$0 + 1]) }
    paths = Array(words.dropFirst(end + 1))
  }

  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

  func prepared() throws -> PreparedSet {
    guard let folder = values("--prepared").last else { throw Unreadable() }
    return try PreparedSet(folder: URL(filePath: folder))
  }

  func aspects() throws -> [AspectRatio] {
    try values("--aspect").map { text in
      guard let aspect = AspectRatio(text) else { throw Unreadable() }
      return aspect
    }
  }
}
