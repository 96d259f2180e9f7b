import Foundation
import Testing
import _TestSupport

/// What a new user gets wrong: the command, what it says, and how it ends.
///
/// Every message says what is so, why, and what to do now, in words of the task.
@Suite("A new user's mistakes")
struct NewUserTests {
  /// A command line, how it ends, and a part of what it says.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let command: [String]
    let status: Int32
    let message: String

    init(_ command: String, _ status: Int32, _ message: String) {
      self.command = command.split(separator: " ").map(String.init)
      (self.status, self.message) = (status, message)
    }

    var testDescription: String { command.joined(separator: " ") }
  }

  /// A folder with a photo, a text, an empty folder and a store with an album: made once.
  private static let place = Result { () throws -> TemporaryDirectory in
    let directory = try TemporaryDirectory()
    let files = FileManager.default
    for folder in ["empty", "links", "parts", "parts/My.photoslibrary", "parts/zipped"] {
      try files.createDirectory(
        at: directory.url.appending(path: folder), withIntermediateDirectories: false)
    }
    let scene = SharedFolder.packageRoot.appending(path: "Fixtures/images/scenes/boats.jpg")
    try files.copyItem(at: scene, to: directory.url.appending(path: "a.jpg"))
    try files.createSymbolicLink(
      atPath: directory.url.appending(path: "links/a.jpg").path, withDestinationPath: scene.path)
    try Data("hello".utf8).write(to: directory.url.appending(path: "note.txt"))
    try Data().write(to: directory.url.appending(path: "-dash.jpg"))
    try Data("PK".utf8).write(to: directory.url.appending(path: "parts/zipped/a.zip"))
    try Data("\u{FF}\u{D8}\u{FF}".unicodeScalars.map { UInt8($0.value) }).write(
      to: directory.url.appending(path: "cut.jpg"))
    let made = try Tool.run(["prep", "a.jpg", "--store", "full", "--quiet"], in: directory.url)
    let album = try Tool.run(
      ["album", "make", "--all", "--name", "Lake", "--store", "full"], in: directory.url)
    #expect(made.status == 0 && album.status == 0, "\(made) \(album)")
    return directory
  }

  private static func noStore(_ store: String) -> String {
    "\(store): There is no store here. Prepare photos into it with 'photoprep prep PHOTO --store \(store)', which makes it, or name another with --store."
  }
  private static let noStoreNamed =
    "No store is named. Use --store with the folder that holds it, or set PHOTOPREP_STORE."
  private static let noFile =
    "There is no file or folder of this name. Check its spelling and where it is."
  private static let noText =
    "The file is a text file, which is not prepared. Use JPEG, PNG, WebP, HEIC, AVIF, JPEG XL, TIFF, BMP or GIF."
  private static let notHeld =
    "There is no such file, and the store holds no photo or album of this name. Check its spelling; 'photoprep store list --store full' shows photos, 'photoprep album list --store full' albums."

  static let mistakes: [Mistake] = commands + photos + stores + albums + values

  /// Commands and options that there are not.
  private static let commands = [
    Mistake("prepp a.jpg", 64, "There is no command 'prepp'. Did you mean 'prep'?"),
    Mistake("remove a.jpg", 64, "Did you mean 'photoprep rm' or 'photoprep album remove'?"),
    Mistake("delete a.jpg", 64, "There is no command 'delete'. Did you mean 'photoprep rm'?"),
    Mistake("import x.wwdesign", 64, "Did you mean 'photoprep store import'?"),
    Mistake("list", 64, "Did you mean 'photoprep album list' or 'photoprep store list'?"),
    Mistake("xyzzy", 64, "There is no command 'xyzzy'.\nUsage: photoprep"),
    Mistake("store nope", 64, "There is no command 'nope'.\nUsage: photoprep store <subcommand>"),
    Mistake("help nope", 64, "There is no command 'nope'."),
    Mistake("--verison", 64, "'photoprep' has no option '--verison'. Did you mean '--version'?"),
    Mistake(
      "prep --stor full a.jpg", 64,
      "'photoprep prep' has no option '--stor'. Did you mean '--store'?"),
    Mistake(
      "prep a.jpg --stroe full", 64,
      "'photoprep prep' has no option '--stroe'. Did you mean '--store'?"),
    Mistake("prep a.jpg --store=full --dryrun", 64, "Did you mean '--dry-run'?"),
    Mistake("album make Best --best 4 --form full", 64, "Did you mean '--from'?"),
    Mistake(
      "crop a.jpg --width 300", 64,
      "'photoprep crop' has no option '--width'. 'photoprep crop --help' lists those it has."),
    Mistake("prep -r a.jpg --store full", 64, "'photoprep prep' has no option '-r'."),
    Mistake(
      "prep -dash.jpg --store full", 64,
      "'-dash.jpg' is taken for an option. For the file write ./-dash.jpg."),
    Mistake(
      "serve --store full", 64, "'photoprep serve' has no option '--store'."),
    Mistake("devices --all", 64, "'photoprep devices' has no option '--all'."),
    Mistake(
      "devices nokia", 64,
      "'nokia' is not a device with known widgets. 'photoprep devices' lists them.\nUsage: photoprep devices"
    ),
  ]

  /// Photos that are none.
  private static let photos = [
    Mistake("prep nothere.jpg --store new", 2, "nothere.jpg: \(noFile)"),
    Mistake("crop nothere.jpg", 2, "nothere.jpg: \(noFile)"),
    Mistake("crop note.txt", 2, "note.txt: \(noText)"),
    Mistake("crop cut.jpg", 2, "cut.jpg: "),
    Mistake("prep note.txt --store full", 2, noText),
    Mistake("prep note.txt empty --store new", 2, noText),
    Mistake("prep note.txt --dry-run --store new", 2, noText),
    Mistake("package note.txt note.wwdesign --store new", 2, noText),
    Mistake(
      "album make Best --best 3 --from note.txt --store new", 2, noText),
    Mistake(
      "album make Best --best 3 --from empty --store new", 1,
      "empty: There is no photo here; nothing is there."),
    Mistake(
      "prep empty --store new", 1,
      "empty: There is no photo here; nothing is there. Name photos, or a folder that holds some."),
    Mistake(
      "prep links --store new", 1,
      "links: There is no photo here; what is there: 1 symbolic link. Links are not followed: name the folder that they lead to."
    ),
    Mistake(
      "prep parts/zipped --store new", 1,
      "parts/zipped: There is no photo here; what is there: 1 ZIP. Unpack the archives, and name the folder with their photos."
    ),
    Mistake(
      "prep parts --store new", 1,
      "parts: There is no photo here; what is there: 1 ZIP, 1 photo library. Export the photos of a library from its program, or name the folder itself."
    ),
    Mistake(
      "prep full --store new", 1, "There is no photo here; what is there: 1 store."),
    Mistake("prep --store full", 64, "Name at least one photo or folder, or use --files-from."),
    Mistake("crop", 64, "Name at least one photo or folder, or use --files-from."),
    Mistake("watch --store full", 64, "Name at least one photo or folder, or use --files-from."),
    Mistake("prep a.jpg --store full --files-from gone.txt", 1, "gone.txt: \(noFile)"),
    Mistake("package a.jpg", 64, "Name the package to write last, for example trip.wwdesign."),
    Mistake("package trip.wwdesign", 64, "Name at least one photo before 'trip.wwdesign'"),
    Mistake("icon validate nothere.png", 1, "nothere.png: There is no such file or folder."),
    Mistake(
      "preview nothere", 64, "Name the picture's file with --output, or add --measure."),
  ]

  /// Stores that are none, or not named.
  private static let stores = [
    Mistake("prep a.jpg", 64, noStoreNamed),
    Mistake("review", 64, noStoreNamed),
    Mistake("store list", 64, noStoreNamed),
    Mistake("review --store new", 10, noStore("new")),
    Mistake("review --store note.txt", 10, noStore("note.txt")),
    Mistake("report --store new -o r.html", 10, noStore("new")),
    Mistake("store check --store new", 10, noStore("new")),
    Mistake("clean --store new", 10, noStore("new")),
    Mistake("album list --store new", 10, noStore("new")),
    Mistake("rm a.jpg --store new", 10, noStore("new")),
    Mistake(
      "prep a.jpg --store note.txt", 1,
      "note.txt: The folder cannot be made: something has this name already. Use another name."),
    Mistake("report --store full", 64, "Missing expected argument '--output <file>'"),
    Mistake(
      "report --store full -o gone/r.html", 1,
      "gone/r.html: The file cannot be written: there is no such folder. Make the folder, or name a file in one that is there."
    ),
    Mistake(
      "preview --store full -o note.txt", 1,
      "note.txt: The folder cannot be made: something has this name already. Use another name."),
    Mistake("rm b.jpg --store full", 1, notHeld),
    Mistake("album make b.jpg --store full", 1, "b.jpg: \(notHeld)"),
    Mistake("package b.jpg b.wwdesign --store full", 2, "b.jpg: \(notHeld)"),
    Mistake("package Lak b.wwdesign --store full", 2, "Lak: \(notHeld)"),
    Mistake(
      "rm Lake --store full", 1,
      "This is the album Lake.json of the store, not a photo. Name photos; 'photoprep album show Lake.json --store full' lists its own."
    ),
    Mistake(
      "clean --restore b.jpg --store full", 1,
      "The trash holds nothing named 'b.jpg'. 'photoprep store check --json --store full' lists what it holds."
    ),
    Mistake("clean b.jpg --store full", 64, "Names need --restore; 'b.jpg' is one."),
    Mistake("store import gone.wwdesign --store new", 10, noStore("new")),
    Mistake(
      "store merge gone --store new", 10,
      "gone: There is no store here. Name a store, or make it one: 'photoprep store init --store gone'."
    ),
    Mistake("store import gone.wwdesign --store full", 2, "gone.wwdesign: \(noFile)"),
    Mistake("store merge gone --store full", 10, "gone: There is no store here."),
  ]

  private static let albums = [
    Mistake(
      "album remove Nope --store full", 1,
      "full: There is no album Nope.json. The store has Lake.json. Name one of these."),
    Mistake("album add Nope a.jpg --store full", 1, "The store has Lake.json."),
    Mistake(
      "store export Lake x.wwdesign --store full", 1,
      "This is an album, not a design. Pack it with '--album Lake.json'."),
    Mistake("album show Nope --store full", 1, "The store has Lake.json."),
    Mistake("album rename Nope Other --store full", 1, "The store has Lake.json."),
    Mistake(
      "album make Summer a.jpg --store full", 1,
      "Summer: This is not a prepared photo. If the album is to have this name, write --name Summer instead."
    ),
    Mistake(
      "album make Summer empty --store full", 1,
      """
      Summer: This is not a prepared photo. If the album is to have this name, write --name Summer instead.
      empty: There is no photo in this folder. Name another folder.
      """),
    Mistake(
      "album make b.jpg --store full", 1, "Nothing was changed because of this photo."),
    Mistake(
      "album make --all --name Lake --store full", 1,
      "Use another name, or add photos to it with 'photoprep album add Lake.json PHOTO --store full'."
    ),
    Mistake(
      "album make --all --name lake --store full", 1, "There is an album of this name already."),
    Mistake(
      "album make --store full", 64, "Name at least one photo, or use --files-from or --all."),
    Mistake(
      "album rename Lake a/b --store full", 1,
      "'a/b' cannot be the name of an album. Use one name of at most 255 bytes, without '/'"),
  ]

  /// Values that mean nothing.
  private static let values = [
    Mistake(
      "crop a.jpg --aspect wide", 64, "'wide' is not a shape; write it like 16:9, 16x9 or 1.91:1"),
    Mistake(
      "crop a.jpg --focus 2,3", 64,
      "'2,3' is not a point; it must be two numbers from 0 to 1, like 0.3,0.4."),
    Mistake("prep a.jpg --store full --jobs 0", 64, "--jobs is 0; it must be from 1 to 1024."),
    Mistake(
      "prep a.jpg --store full --device Nokia", 64, "'Nokia' is not a device with known widgets."),
    Mistake("prep a.jpg --store full --filter sepai", 64, "Did you mean 'sepia'?"),
    Mistake(
      "prep a.jpg --store full --quiet --verbose", 64, "--quiet and --verbose exclude each other."),
    Mistake(
      "review --store full --lan 8.8.8.8", 1,
      "--lan: This machine has no address '8.8.8.8' on a local network"),
    Mistake("offer a.jpg", 64, "'a.jpg' is not a package: its name does not end in .wwdesign."),
    Mistake("offer nothere.wwdesign", 1, "nothere.wwdesign: \(noFile)"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is told in words that lead on`(mistake: Mistake) throws {
    let folder = try Self.place.get().url
    let result = try Tool.run(mistake.command, in: folder)
    #expect(result.status == mistake.status, "\(result)")
    #expect(result.messages.contains(mistake.message), "\(result.messages)")
    // Words of the system and places of the store's own work mean nothing to people.
    for word in [
      "was not examined", "put in place", "nothing has this name", "staging", ".photoprep/trash/1",
      "errno", "nil",
    ] {
      #expect(!result.messages.contains(word), "\(result.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "new").path))
  }

  @Test
  func `a full disk says how many photos are prepared, of the store and not of files of its own`()
    throws
  {
    let directory = try TemporaryDirectory()
    let scenes = SharedFolder.packageRoot.appending(path: "Fixtures/images/scenes").path
    let result = try Tool.shell(
      """
      mkdir tiny
      unshare -rm sh -c 'mount -t tmpfs -o size=2m none tiny && "$0" prep "$1" --store tiny/s --jobs 1 --in-process; echo "ended $?"' \
        "$photoprep" '\(scenes)'
      """, in: directory.url)
    guard result.output.contains("ended") else {
      print("skipped: no file system of one's own can be mounted: \(result.messages)")
      return
    }
    #expect(result.output.contains("ended 1"))
    #expect(
      result.messages.contains(
        "photoprep: tiny/s: The file cannot be written: no space is left on its device. Free some space and run it again."
      )
        || result.messages.contains(
          "tiny/s/.photoprep/catalog.sqlite: The catalog cannot be read or written: no space"),
      "\(result.messages)")
    #expect(
      result.messages.contains(/at least [1-8] of 8 photos are prepared and stay/),
      "\(result.messages)")
  }

  @Test func `what brings things into a store makes it`() throws {
    let folder = try Self.place.get().url
    let package = try Tool.run(["package", "a.jpg", "trip.wwdesign"], in: folder)
    #expect(package.status == 0, "\(package)")
    for arguments in [["store", "merge", "full"], ["store", "import", "trip.wwdesign"]] {
      let result = try Tool.run(arguments + ["--store", "made by \(arguments[1])"], in: folder)
      #expect(result.status == 0, "\(result)")
      let check = try Tool.run(
        ["store", "check", "--store", "made by \(arguments[1])"], in: folder)
      #expect(check.status == 0, "\(check)")
    }
    let listed = try Tool.run(["store", "list", "--store", "made by merge"], in: folder)
    #expect(listed.output.contains("a.jpg"))
  }

  @Test func `there are sixty of them`() { #expect(Self.mistakes.count >= 60) }

  @Test(arguments: [
    "", "prep", "watch", "crop", "serve", "preview", "report", "review", "album make", "album add",
    "package", "rm",
    "clean", "store import", "store merge", "store check", "store export", "icon validate",
    "icon place", "doctor",
  ])
  func `help has under sixty lines, and names the options that it leaves out by another`(
    command: String
  ) throws {
    let words = command.split(separator: " ").map(String.init)
    let usual = try Tool.run(words + ["--help"])
    let further = try Tool.run(words + ["--help-all"])
    for help in [usual, further] {
      #expect(help.status == 0)
      #expect(
        help.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 60,
        "\(help.output)")
      #expect(
        help.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") })
    }
    let isDivided = usual.output.contains("--help-all")
    #expect(isDivided == further.output.hasPrefix("More options of "), "\(further.output)")
    if ["prep", "watch", "crop", "package", "serve"].contains(command) { #expect(isDivided) }
  }

  @Test func `an option that the usual help leaves out is in the other`() throws {
    let usual = try Tool.run(["prep", "--help"]).output
    let further = try Tool.run(["prep", "--help-all"]).output
    for option in ["--store", "--device", "--dry-run", "--json"] {
      #expect(usual.contains("  \(option)") && !further.contains("  \(option)"))
    }
    for option in ["--jobs", "--timeout", "--max-megapixels", "--text", "--keep"] {
      #expect(!usual.contains("  \(option)") && further.contains("  \(option)"))
    }
  }

  @Test func `the doctor says in JSON what it says in words`() throws {
    let lines = try Tool.run(["doctor"]).output
    let object = try #require(Tool.run(["doctor", "--json"]).objects().first)
    let reads = try #require(object["reads"] as? [String])
    #expect(reads.contains("JPEG") && reads.contains("HEIC"))
    #expect(lines.contains("ok       reads " + reads.joined(separator: ", ")))
    #expect((object["writes"] as? [String])?.contains("webp") == true)
    #expect((object["missing"] as? [String])?.isEmpty == !lines.contains("missing  "))
  }
}
