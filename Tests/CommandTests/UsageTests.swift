import Testing

@Suite("Command line")
struct UsageTests {
  @Test func `the help states the exit codes`() throws {
    let help = try Tool.run(["--help"]).output
    for line in [
      "  0    all done", "  1    stopped by an error",
      "  2    finished, some inputs rejected; each is listed with its reason",
      "  3    an icon has an error",
      "  10   there is no store at the given folder",
      "  11   the store was made by a newer version",
      "  12   the store needs attention: check found damage, or clean refused",
      "  64   the command line was not understood", "  130  interrupted, by Ctrl-C or SIGINT",
      "  143  interrupted by SIGTERM",
    ] {
      #expect(help.contains(line + "\n"))
    }
  }

  @Test(arguments: [
    [], ["prep"], ["crop"], ["clean"], ["store"], ["store", "init"], ["store", "list"], ["album"],
    ["album", "make"], ["album", "add"], ["store", "check"], ["store", "references"],
    ["store", "pin"], ["store", "unpin"], ["store", "rebuild"],
  ])
  func `no line of help is wider than a terminal of 80 columns`(command: [String]) throws {
    let help = try Tool.run(command + ["--help"]).output
    #expect(help.contains("USAGE: "))
    // The usage line itself is never wrapped.
    let lines = help.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(help)")
  }

  @Test(arguments: [
    (["prep", "a.jpg"], "Missing expected argument '--store <dir>'"),
    (["prep", "--store", "s"], "Name at least one photo or folder, or use --files-from."),
    (["prep", "a", "--store", "s", "--jobs", "0"], "--jobs is 0; it must be from 1 to 1024."),
    (["crop", "a", "--jobs", "1025"], "--jobs is 1025; it must be from 1 to 1024."),
    (
      ["report", "--store", "s", "-o", "r.html", "--jobs", "9223372036854775807"],
      "--jobs is 9223372036854775807; it must be from 1 to 1024."
    ),
    (["crop", "a", "--timeout", "86401"], "--timeout is 86401; it must be from 1 to 86400."),
    (
      ["prep", "a", "--store", "s", "--device", "Nokia"], "'Nokia' is no device with known widgets."
    ),
    (
      ["prep", "a", "--store", "s", "--background", "pink"],
      "--background is 'pink'; it must be a colour like #1A2B3C."
    ),
    (
      ["crop", "a", "--background", "pink"],
      "Usage: photoprep crop "
    ),
    (
      ["icon", "validate", "a.png", "--json", "--format", "sarif"],
      "--json and --format sarif exclude each other."
    ),
    (
      ["prep", "a", "--store", "s", "--max-megapixels", "0"],
      "--max-megapixels is 0; it must be 1 or more."
    ),
    (["crop", "a", "--aspect", "1x1"], "The value '1x1' is invalid for '--aspect <w:h>'"),
    (["album", "make", "--store", "s"], "Name at least one photo, or use --files-from or --all."),
    (
      ["album", "make", "--all", "--store", "s", "--every=-1"],
      "--every is -1; it must be 0 or more."
    ),
    (["prepp"], "Unexpected argument 'prepp'"),
  ])
  func `a command line that makes no sense is exit code 64 and says why`(
    arguments: [String], message: String
  ) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64)
    #expect(result.messages.contains(message), "\(result.messages)")
    #expect(result.output.isEmpty)
  }

  @Test func `the version is one line`() throws {
    #expect(try Tool.run(["--version"]).output == "0.1.0\n")
  }
}
