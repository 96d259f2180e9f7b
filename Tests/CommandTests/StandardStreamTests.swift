import Foundation
import Testing
import _TestSupport

@Suite("Standard streams that take nothing")
struct StandardStreamTests {
  let directory: TemporaryDirectory

  /// A store.
  init() throws {
    directory = try TemporaryDirectory()
    #expect(try shell("$photoprep store init --store store").status == 0)
  }

  private static let commands = [
    "store check --store store", "store init --store other", "store rebuild --store store",
    "clean --dry-run --allow-unreferenced --store store", "icon explain",
    "report -o page.html --store store", "review --store store",
    "icon validate '\(Fixture.url("formats/rgb.png").path)'",
  ]

  private func shell(_ script: String) throws -> Tool.Result {
    try Tool.shell(script, in: directory.url)
  }

  @Test(arguments: commands)
  func `closed standard output is exit code 1 and a message`(command: String) throws {
    let result = try shell("$photoprep \(command) >&-")
    #expect(result.status == 1)
    #expect(
      result.messages.hasSuffix(
        """
        photoprep: standard output: The results cannot be written: it is closed. Leave it open; \
        '> /dev/null' drops the results.

        """), "\(result.messages)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
  func `full standard output is exit code 1 and a message`(command: String) throws {
    let result = try shell("$photoprep \(command) > /dev/full")
    #expect(result.status == 1)
    #expect(
      result.messages.hasSuffix(
        """
        photoprep: standard output: The results cannot be written: no space is left on its device. \
        Free some space and run it again.

        """), "\(result.messages)")
  }

  @Test func `a file beyond the shell's limit is exit code 1 and a message`() throws {
    let photo = Fixture.url("orientation/1.jpg").path
    for command in ["--help > help.txt", "prep '\(photo)' --store store"] {
      let result = try shell("ulimit -f 1; $photoprep \(command)")
      #expect(result.status == 1 && result.messages.hasPrefix("photoprep: "), "\(result)")
      #expect(result.messages.contains("'ulimit -f'"), "\(result)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a service that cannot write its answers ends with 1`() throws {
    let result = try shell("echo '{}' | $photoprep serve > /dev/full")
    #expect(result.status == 1)
    #expect(
      result.messages.contains("The results cannot be written: no space"), "\(result.messages)")
  }

  @Test(arguments: commands)
  func `a reader who has gone ends a command that ignores SIGPIPE, quietly`(
    command: String
  ) throws {
    // With the other end closed from the beginning, nothing depends on who is faster.
    let result = try shell(
      "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; trap '' PIPE; $photoprep \(command) >&4")
    #expect(result.status == 1)
    #expect(!result.messages.contains("standard output"), "\(result.messages)")
  }

  @Test func `results never end up in a file of the store`() throws {
    let photo = Fixture.url("orientation/1.jpg").path
    #expect(try shell("$photoprep prep '\(photo)' --json --store store >&- 2>&- <&-").status == 1)
    #expect(try shell("$photoprep store check --read-data --store store").status == 0)
  }

  @Test func `messages that cannot be written change nothing else`() throws {
    for target in ["&-", FileManager.default.fileExists(atPath: "/dev/full") ? "/dev/full" : "&-"] {
      #expect(try shell("$photoprep store list --store none 2>\(target)").status == 10)
    }
  }
}
