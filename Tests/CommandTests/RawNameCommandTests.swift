import Foundation
import Testing
import _TestSupport

#if os(Linux)
  @Suite("Names that are not UTF-8")
  struct RawNameCommandTests {
    let directory: TemporaryDirectory

    /// A store.
    init() throws {
      directory = try TemporaryDirectory()
      #expect(try Tool.run(["store", "init", "--store", "store"], in: directory.url).status == 0)
    }

    /// Runs a script in which `$raw` is such a name.
    private func shell(_ script: String) throws -> Tool.Result {
      try Tool.shell("raw=$(printf 'a\\351')\n" + script, in: directory.url)
    }

    @Test(arguments: ["-o $raw.html", "--output=$raw.html", "--output $raw.html"])
    func `a report has the very name it was given`(output: String) throws {
      let result = try shell("$photoprep report --store store \(output) && test -s $raw.html && ls")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("a\\xE9.html\n"), "\(result.output)")
      #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
    }

    @Test(arguments: [
      "prep '\(Fixture.url("orientation/1.jpg").path)' --store $raw",
      "prep '\(Fixture.url("orientation/1.jpg").path)' --store=$raw/", "store init --store=$raw",
      "store list --store $raw", "report --store $raw -o page.html", "album list --store=$raw",
    ])
    func `a store's path is refused before anything is made`(command: String) throws {
      let result = try shell("$photoprep \(command)")
      #expect(result.status == 1)
      #expect(
        result.messages
          == """
          photoprep: a\u{FFFD}: A store's path must be UTF-8, and this one is not. Rename the \
          folder, or choose another.

          """)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["store"])
    }

    @Test(arguments: [
      "icon validate $raw", "icon place $raw --catalog A.xcassets",
      "icon place a.png --catalog $raw.xcassets", "icon place a.png --catalog=A --dark=$raw",
    ])
    func `an icon's name is refused with what is wrong with it`(command: String) throws {
      let result = try shell(": > $raw; $photoprep \(command)")
      #expect(result.status == 1)
      #expect(result.messages.contains("a\\xE9") && result.messages.contains("is not UTF-8"))
      #expect(result.messages.hasSuffix("Rename it.\n"), "\(result.messages)")
    }
  }
#endif
