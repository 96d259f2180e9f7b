import Foundation
import Testing
import _TestSupport

/// The articles' code stands word for word in a file that is compiled, so that it cannot rot.
@Suite struct `Documentation` {
  static let articles = [
    ("Sources/PhotoStore/PhotoStore.docc/ShowAPreparedPhotoInAWidget.md", "WidgetSamples.swift", 3),
    ("Sources/SmartCrop/SmartCrop.docc/PreparePhotosInYourApp.md", "PreparationSamples.swift", 3),
    ("README.md", "WidgetSamples.swift", 2),
  ]

  func lines(_ path: String) throws -> [String] {
    let file = SharedFolder.packageRoot.appending(path: path)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The code blocks of an article, each as its lines without indentation and empty lines.
  func codeBlocks(_ lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    for line in lines {
      if line.hasPrefix("```") {
        isInside = line == "```swift"
        if isInside { blocks.append([]) }
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  @Test(arguments: articles)
  func `every code block of an article is compiled here`(
    article: String, samples: String, least: Int
  ) throws {
    let blocks = codeBlocks(try lines(article))
    let compiled = try lines("Tests/DocumentationTests/\(samples)")
    #expect(blocks.count >= least)
    for block in blocks {
      #expect(!block.isEmpty && compiled.contains(block), "not in \(samples): \(block)")
    }
  }
}
