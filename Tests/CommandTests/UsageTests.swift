import PhotoGeometry
import Testing
import _TestSupport

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
      "  64   the command line was not understood",
      "  129  hung up: its terminal or connection was closed",
      "  130  interrupted, by Ctrl-C or SIGINT",
      "  143  interrupted by SIGTERM",
    ] {
      #expect(help.contains(line + "\n"))
    }
  }

  @Test(arguments: [
    [], ["prep"], ["crop"], ["clean"], ["store"], ["store", "init"], ["store", "list"], ["album"],
    ["album", "make"], ["album", "add"], ["store", "check"], ["store", "references"],
    ["store", "pin"], ["store", "unpin"], ["store", "rebuild"], ["package"], ["rm"],
    ["album", "rename"], ["album", "remove"], ["preview"],
  ])
  func `no line of help is wider than a terminal of 80 columns`(command: [String]) throws {
    let help = try Tool.run(command + ["--help"]).output
    #expect(help.contains((["USAGE:", "photoprep"] + command).joined(separator: " ")))
    // The usage line itself is never wrapped.
    let lines = help.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(help)")
  }

  @Test(arguments: [
    (
      ["prep", "a.jpg"],
      "No store is named. Use --store with the folder that holds it, or set PHOTOPREP_STORE."
    ),
    (["prep", "--store", "s"], "Name at least one photo or folder, or use --files-from."),
    (["prep", "a", "--store", "s", "--jobs", "0"], "--jobs is 0; it must be from 1 to 1024."),
    (["crop", "a", "--jobs", "1025"], "--jobs is 1025; it must be from 1 to 1024."),
    (
      ["report", "--store", "s", "-o", "r.html", "--jobs", "9223372036854775807"],
      "--jobs is 9223372036854775807; it must be from 1 to 1024."
    ),
    (["crop", "a", "--timeout", "86401"], "--timeout is 86401; it must be from 1 to 86400."),
    (
      ["prep", "a", "--store", "s", "--device", "Nokia"],
      "'Nokia' is not a device with known widgets. 'photoprep devices' lists them."
    ),
    (
      ["prep", "a", "--store", "s", "--device", "iphnoe air"],
      "'photoprep devices' lists them. Did you mean 'iPhone Air'?"
    ),
    (
      ["prep", "a", "--store", "s", "--device", "ipad mini"],
      "'ipad mini' is the name of devices with different widgets. Say which: iPad mini 5, iPad mini 6."
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
    (
      ["crop", "a", "--aspect", "wide"],
      "'wide' is not a shape; write it like 16:9, 16x9 or 1.91:1, or say square, small, medium, large, portrait or extra-large."
    ),
    (
      ["prep", "a", "--store", "s", "--fit", "--text", "bottom"],
      "--text is about crops and cannot be combined with --fit; leave one out."
    ),
    (
      ["prep", "a", "--store", "s", "--fit", "--focus", "0.5,0.2"],
      "--fit shows every photo whole; leave --focus out."
    ),
    (
      ["watch", "a", "--store", "s", "--fit", "--zoom"],
      "--fit shows every photo whole; leave --zoom out."
    ),
    (["album", "make", "--store", "s"], "Name at least one photo, or use --files-from or --all."),
    (
      ["package", "a.jpg", "b.jpg"],
      "Name the package to write last, for example trip.wwdesign."
    ),
    (
      ["package", "trip.wwdesign"],
      "Name at least one photo before 'trip.wwdesign', or use --files-from."
    ),
    (
      ["album", "make", "--all", "--store", "s", "--every=-1"],
      "--every is -1; it must be 0 or more."
    ),
    (["prepp"], "There is no command 'prepp'. Did you mean 'prep'?"),
    (["store", "lst"], "There is no command 'lst'. Did you mean 'list'?"),
    (["xyzzy"], "There is no command 'xyzzy'."),
  ])
  func `an invalid command line is exit code 64 and says why`(
    arguments: [String], message: String
  ) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64)
    #expect(result.messages.contains(message), "\(result.messages)")
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    ["a\u{1B}[31mb"], ["devices", "--\u{1B}[31m"], ["prep", "--jobs", "\u{9B}31m\u{202E}"],
    ["crop", "a.jpg", "--aspect", "\u{1B}]0;x\u{7}"], ["devices", "\u{1B}[2J"],
  ])
  func `typed words in a message cannot move the cursor`(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64 && result.messages.contains("\\x"), "\(result.messages)")
    let said = (result.messages + result.output).unicodeScalars
    #expect(!said.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    #expect(!said.contains { $0.properties.isBidiControl })
  }

  @Test func `JSON lines have no character that moves a cursor, and the same value`() throws {
    let name = "no\u{9B}31m\u{7F}\u{202E}.jpg"
    let result = try Tool.run(["crop", name, "--json"])
    #expect(result.status == 2 && result.output.contains(#"no\u009b31m\u007f\u202e.jpg"#))
    #expect(try result.objects().contains { $0["path"] as? String == name })
  }

  @Test func `every device that is listed can be asked for`() throws {
    let rows = try Tool.run(["devices", "--json"]).objects()
    #expect(rows.count == WidgetScreen.all.count)
    for row in rows {
      let name = try #require(row["device"] as? String)
      #expect(WidgetScreen.matching(name).map(\.identifier) == [name])
    }
    let lines = try Tool.run(["devices"]).output.split(separator: "\n")
    #expect(
      lines[0]
        == "440x956@3-ios27    530×530   1134×530  1134×1182 1134×1834 -         iPhone 16 Pro Max, iPhone 17 Pro Max, iPhone 18 Pro Max"
    )
    #expect(
      lines.contains { $0.contains(" 757×757   -         1590×757  iPad 12.9-in, iPad 13-in") })
  }

  @Test func `a device is listed with its older systems, what is drawn, and where that was read`()
    throws
  {
    let rows = try Tool.run(["devices", "iPhone 16 Pro", "--json"]).objects()
    #expect(
      rows.map { $0["device"] as? String } == [
        "402x874@3-ios27", "402x874@3-ios26", "402x874@3-ios18",
      ])
    #expect(rows.map { $0["portrait"] as? [Int] } == [[1049, 1697], nil, nil])
    #expect(rows[0]["source"] as? String == "FrameUp")
    let accessories = try #require(rows[0]["accessories"] as? [String: [Int]])
    #expect(accessories["inline"] == [1026, 108])
    let pad = try #require(Tool.run(["devices", "820x1180@2-ipados", "--json"]).objects().first)
    #expect((pad["drawn"] as? [String: [Int]])?["small"] == [272, 272])
  }

  @Test func `an unmeasured device is refused with the reason`() throws {
    for arguments in [["devices", "iPhone Duo"], ["prep", "a.jpg", "--device", "iphone duo"]] {
      let result = try Tool.run(arguments)
      #expect(result.status == 64)
      #expect(
        result.messages.replacing("\n", with: " ").contains(
          "The widgets of 'iPhone Duo' have not been measured yet"),
        "\(result)")
    }
  }

  @Test func `a variable names the store where no option does`() throws {
    let directory = try TemporaryDirectory()
    let result = try Tool.shell(
      """
      export PHOTOPREP_STORE=usual
      "$photoprep" store init && "$photoprep" store init --store other && "$photoprep" store check
      """, in: directory.url)
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.hasPrefix("usual is a store.\nother is a store.\n"))
  }

  @Test func `the version comes first, then the libraries and what workers have given up`() throws {
    let lines = try Tool.run(["--version"]).output.split(separator: "\n")
    let changes = try String(
      contentsOf: SharedFolder.packageRoot.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(lines.count == 3 && newest == "## " + lines[0])
    for name in ["libvips 8.", "libheif 1.", "libjpeg-turbo ", "Little CMS 2.", "libpng 1.6."] {
      #expect(lines[1].contains(name), "\(lines[1])")
    }
    #expect(lines[2].hasPrefix("workers: "))
  }

  @Test func `the licences of all that is linked in are printed`() throws {
    let manifest = try String(
      contentsOf: SharedFolder.packageRoot.appending(path: "Package.swift"), encoding: .utf8)
    let packages = manifest.matches(of: /\.package\(url: "[^"]*\/([^"\/]+)"/).map { $0.output.1 }
    #expect(packages.count >= 4)
    let text = try Tool.run(["--licences"]).output
    for name in packages + ["libyaml", "ICU", "Foundation"] {
      #expect(text.contains(name), "Run Scripts/make-licences; nothing is said of \(name).")
    }
    for line in ["MIT License", "Apache License", "UNICODE, INC. LICENSE AGREEMENT"] {
      #expect(text.contains(line))
    }
  }

  @Test func `the doctor says what is there, and ends with 1 exactly where something is missing`()
    throws
  {
    let result = try Tool.run(["doctor"])
    let lines = result.output.split(separator: "\n")
    let kinds = ["ok       ", "note     ", "missing  "]
    #expect(lines.allSatisfy { line in kinds.contains { line.hasPrefix($0) } })
    #expect(lines.contains { $0.hasPrefix("note     a worker that a photo took over can start") })
    #expect(lines.first?.contains("libvips 8.") == true)
    #if os(Linux)
      let isSlow = lines.contains { $0.hasPrefix("note     HEIC photos take two to three times") }
      #expect(lines.first?.contains(", libavcodec ") == !isSlow)
    #endif
    #expect((result.status == 1) == lines.contains { $0.hasPrefix("missing") }, "\(result)")
  }
}
