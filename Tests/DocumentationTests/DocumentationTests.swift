import Foundation
import PhotoGeometry
import PhotoStore
import PhotoWriting
import Testing
import _TestSupport

/// What the texts say is held against the package.
@Suite struct `Documentation` {
  /// Texts whose every block of Swift is a whole file, which stands in the package and is compiled there.
  static let pages = [
    ("README.md", 2),
    ("docs/put-it-into-my-app.md", 5),
    ("Sources/PhotoStore/PhotoStore.docc/ShowAPreparedPhotoInAWidget.md", 4),
    ("Sources/SmartCrop/SmartCrop.docc/PreparePhotosInYourApp.md", 2),
    ("Sources/PhotoPipeline/PhotoPipeline.docc/MakeCropsOnAServer.md", 2),
  ]

  func lines(_ path: String) throws -> [String] {
    let file = SharedFolder.packageRoot.appending(path: path)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(arguments: pages)
  func `every code block of a page is a file of the package, byte for byte`(
    page: String, count: Int
  ) throws {
    let blocks = try text(page).matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
    #expect(blocks.count == count)
    for block in blocks {
      #expect(try files().contains(block), "in no file: \(block)")
    }
  }

  @Test func `no other text has a block of Swift`() throws {
    let root = SharedFolder.packageRoot.path
    let texts = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let known = Self.pages.map(\.0)
    for text in texts
    where text.hasSuffix(".md") && !"/\(text)".contains("/.build") && !known.contains(text) {
      #expect(!(try self.text(text).contains("```swift")), "\(text)")
    }
  }

  @Test func `every word of the glossary is in the code where it says`() throws {
    let rows = try text("docs/glossary.md").matches(of: /\| `([A-Za-z]+)`, `(Sources\/[^`]+)` \|/)
    #expect(rows.count > 50)
    for row in rows {
      let (_, name, file) = row.output
      let declarations = try Regex("(struct|enum|class|actor|protocol|typealias|var) \(name)\\b")
      #expect(try text(String(file)).contains(declarations), "\(name) is not in \(file)")
    }
  }

  /// What the compiler does not ask for where a flag or a family is added.
  @Test func `the pages and the reference know every flag and every family`() throws {
    let flags = PhotoFlag.allCases.map(\.rawValue)
    let basics = try script("basics")
    #expect(try Set(keys("FLAGS", of: basics)) == Set(flags))
    let rows = try text("docs/reference.md").matches(of: /\n\| `([A-Za-z]+)` \| [^|]+ \|(?=\n)/)
    #expect(Set(rows.map { String($0.output.1) }).isSuperset(of: flags))
    let families = RenderFamily.allCases.map(\.rawValue)
    #expect(try keys("FAMILY_FACTS", of: basics) == families)
    let colours = try text("Sources/PhotoReview/Web/families.css")
    for family in families { #expect(colours.contains("[data-family=\"\(family)\"]")) }
  }

  @Test func `the guide for apps names the texts that they may translate`() throws {
    let guide = try text("docs/put-it-into-my-app.md")
    for reason in PhotoPlaceholder.allCases { #expect(guide.contains("`\(reason.guide)`")) }
  }

  @Test func `the guide for apps says what an error's guide tells people`() throws {
    let guide = try text("docs/put-it-into-my-app.md")
    let codes: [PhotoprepError.Code] = [
      .imageUndecodable, .photoUnusable, .notWritten, .resizeFailed, .encodeFailed,
      .photosIncomplete, .inUse, .nameInvalid, .notFound, .storeTooNew, .documentTooNew,
      .unreadableDocument, .storeMissing,
    ]
    let rows = guide.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for code in codes {
      let error = PhotoprepError(code, path: "/a", message: "It is not.", remedy: "Run it.")
      let name = code.description.split(separator: "-").map(\.capitalized).joined()
      let symbol = "`\(name.prefix(1).lowercased())\(name.dropFirst())`"
      #expect(
        rows.contains { $0.contains(symbol) && $0.hasSuffix(" | \(error.guide) |") }, "\(code)")
    }
  }

  @Test func `the reference names the formats of crops and their qualities`() throws {
    let reference = try text("docs/reference.md")
    #expect(reference.contains(PictureFormat.list { "`.\($0)`" }))
    #expect(reference.contains(PictureFormat.standardQualities))
  }

  private func script(_ name: String) throws -> String {
    try text("Sources/PhotoReview/Web/\(name).js")
  }

  /// The keys of a table of a script, in their order.
  private func keys(_ table: String, of script: String) throws -> [String] {
    let pattern = try Regex("(?s)const \(table) = \\{(.*?)\\};", as: (Substring, Substring).self)
    let body = try #require(script.firstMatch(of: pattern)?.output.1)
    return body.replacing(/\{[^}]*\}/, with: "").matches(of: /([A-Za-z]+):/)
      .map { String($0.output.1) }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: SharedFolder.packageRoot.appending(path: path), encoding: .utf8)
  }

  private func files() throws -> [String] {
    try ["Snippets", "Tests/DocumentationTests", "Examples/PhotoWidget/Widget"].flatMap { folder in
      let place = SharedFolder.packageRoot.appending(path: folder).path
      return try FileManager.default.contentsOfDirectory(atPath: place)
        .filter { $0.hasSuffix(".swift") }.map { try text("\(folder)/\($0)") }
    }
  }

  /// A promise without an attack is a wish.
  @Test func `every promise of security is attacked by tests that are there`() throws {
    let text = try lines("SECURITY.md")
    let promises = text.filter { $0.prefixMatch(of: /[1-9]\. \*\*/) != nil }.compactMap(\.first)
    let rows = text.filter { $0.prefixMatch(of: /\| [1-9] \|/) != nil }
    #expect(promises.count >= 7)
    for promise in promises {
      #expect(rows.contains { $0.hasPrefix("| \(promise) |") }, "\(promise) is not attacked.")
    }
    let tests = try Self.tests()
    let torture = try lines("Scripts/torture").joined()
    for row in rows {
      let parts = try #require(row.split(separator: "|").last).split(separator: "; ")
      for part in parts {
        for name in part.matches(of: /`([^`]+)`/).map(\.output.1) where !name.contains("/") {
          let isThere =
            part.contains("torture ")
            ? torture.contains(name)
            : tests.contains("@Suite(\"\(name)\"") || tests.contains("struct `\(name)`")
          #expect(isThere, "\(name)")
        }
      }
    }
  }

  private static func tests() throws -> String {
    let folder = SharedFolder.packageRoot.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}
