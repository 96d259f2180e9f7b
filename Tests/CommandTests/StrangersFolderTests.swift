import Foundation
import Testing
import _TestSupport

/// What a stranger does to a store before giving it away, as a shell script in a folder that holds the
/// store, the folder `outside`, which is not theirs, and `victim`, its files' copy.
struct StrangersDeed: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let script: String

  /// A link in the place of a folder or file of the store, to a folder that holds files of all kinds.
  static func link(_ place: String) -> StrangersDeed {
    StrangersDeed(
      testDescription: "a link at \(place)",
      script: """
        rm -rf 'store/\(place)'; mkdir -p "$(dirname 'store/\(place)')"; ln -s "$PWD/outside" 'store/\(place)'
        """)
  }

  /// A link to a file.
  static func fileLink(_ place: String) -> StrangersDeed {
    StrangersDeed(
      testDescription: "a link at \(place)",
      script: "for file in store/\(place); do ln -sf \"$PWD/outside/notes.txt\" \"$file\"; done")
  }

  static func fifo(_ place: String) -> StrangersDeed {
    StrangersDeed(
      testDescription: "a FIFO at \(place)",
      script: "for file in store/\(place); do rm -f \"$file\"; mkfifo \"$file\"; done")
  }

  private static func sql(_ name: String, _ text: String) -> StrangersDeed {
    StrangersDeed(
      testDescription: name,
      script: """
        python3 - <<'END'
        import sqlite3
        d = sqlite3.connect('store/.photoprep/catalog.sqlite')
        d.executescript('''\(text)''')
        d.commit()
        END
        """)
  }

  /// A journal that names another file, which SQLite removes with it; sqlite.org/fileformat2.html, 3.
  static let superJournal = StrangersDeed(
    testDescription: "a journal that names a file outside",
    script: """
      python3 - <<'END'
      import os, struct
      name = os.path.abspath('outside/notes.txt').encode()
      path = 'store/.photoprep/catalog.sqlite'
      magic = bytes.fromhex('d9d505f920a163d7')
      head = magic + struct.pack('>IIIII', 0, 0, os.path.getsize(path) // 4096, 512, 4096)
      end = struct.pack('>I', 0x40000000 // 4096 + 1) + name + struct.pack('>II', len(name), sum(name)) + magic
      open(path + '-journal', 'wb').write(head.ljust(512, b'\\0') + end)
      END
      """)

  static let all: [StrangersDeed] =
    [
      "", "/staging", "/trash", "/journal", "/aside", "/pins", "/removed", "/removing",
      "/catalog.sqlite",
    ].map { link(".photoprep\($0)") }
    + ["WidgetWeaverImages", "WidgetWeaverSmartPhoto", "Designs", "Photos", "Library/Preferences"]
    .map(link)
    + [
      ".photoprep/lock", ".photoprep/store.json", ".photoprep/catalog.sqlite",
      ".photoprep/catalog.sqlite-journal", "Photos/*.json", "WidgetWeaverImages/*-small.jpg",
    ].map(fileLink)
    + [
      ".photoprep/lock", ".photoprep/store.json", ".photoprep/catalog.sqlite",
      ".photoprep/catalog.sqlite-journal", ".photoprep/journal/a-1.json", "Photos/*.json",
      "Designs/d.json", "WidgetWeaverSmartPhoto/a.json",
    ].map(fifo)
    + [
      superJournal,
      StrangersDeed(
        testDescription: "a lock with a second name",
        script: "ln -f outside/notes.txt store/.photoprep/lock"),
      // Only the superuser gives files away; for others this deed does nothing.
      StrangersDeed(
        testDescription: "a catalog of another user",
        script: "chown 12345 store/.photoprep/catalog.sqlite 2> /dev/null || true"),
      StrangersDeed(
        testDescription: "a catalog of a log",
        script: "touch store/.photoprep/catalog.sqlite-wal store/.photoprep/catalog.sqlite-shm"),
      sql(
        "a catalog with a trigger",
        "CREATE TRIGGER t AFTER INSERT ON photo BEGIN DELETE FROM reference; END;"),
      sql("a catalog with a view", "DROP TABLE photo; CREATE VIEW photo AS SELECT 1;"),
      sql("a catalog with other columns", "ALTER TABLE photo DROP COLUMN flags;"),
      sql("a catalog of another program", "PRAGMA application_id = 1;"),
      sql(
        "rows that say nothing",
        """
        UPDATE photo SET photo = 'x', recipe = 'y', otherNames = 'z', sources = '[', flags = '{';
        INSERT INTO assessment SELECT photo, 2, zeroblob(300) FROM photo;
        """),
    ]
}

/// SECURITY.md: a folder from a stranger can cost its own photos only.
@Suite("Folders from strangers") struct StrangersFolderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// One command for each way to open a store, and for each thing that is done with one.
  static let openings = [
    "prep photo.png --store store", "prep --upgrade --store store", "store list --store store",
    "store check --repair --store store", "store rebuild --store store",
    "store import in.wwdesign --store store", "store merge store --store mine",
    "store merge mine --store store", "clean --allow-unreferenced --grace 0 --store store",
    "clean --purge --store store", "report --store store -o r.html",
  ]

  /// Every command that opens a store; what they are given is made by ``prepare()``.
  static let commands = [
    "prep photo.png --store store", "prep --upgrade --store store",
    "prep photo.png --dry-run --store store", "store init --store store",
    "store list --store store", "store check --store store", "store check --repair --store store",
    "store references --store store", "store pin x.jpg --store store",
    "store unpin x.jpg --store store", "store rebuild --store store",
    "store export d out.wwdesign --store store", "store import in.wwdesign --store store",
    "store merge store --store mine", "store merge mine --store store",
    "clean --allow-unreferenced --grace 0 --store store", "clean --purge --store store",
    "clean --restore --store store", "rm x.jpg --store store", "album list --store store",
    "album make --all --name a2 --store store", "album add a photo.png --store store",
    "album make a3 --best 1 --from photo.png --include small --store store",
    "album make a4 --best 1 --all --include small --store store",
    "album show a --why --store store",
    "album rename a b --store store", "album remove b photo.png --store store",
    "package photo.png out2.wwdesign --store store", "report --store store -o r.html",
    "preview --store store -o previews",
  ]

  /// Makes a store as a stranger would give it away, a store and a package of this user's, and files outside.
  private func prepare() throws {
    try FileManager.default.copyItem(
      at: Fixture.url("formats/rgba.png"), to: directory.url.appending(path: "photo.png"))
    let script = """
      set -e
      "$photoprep" prep photo.png --store store --quiet
      "$photoprep" prep photo.png --store mine --quiet
      "$photoprep" package photo.png in.wwdesign --store mine > /dev/null
      "$photoprep" store import in.wwdesign --store store > /dev/null
      "$photoprep" album make --all --name a --store store > /dev/null
      mkdir -p outside/folder/run store/.photoprep/pins
      echo keep > outside/notes.txt; echo keep > outside/folder/run/notes.txt
      # Names that a store's own rooms have, so that nothing is spared for its name.
      cp store/WidgetWeaverImages/* outside/; cp store/Photos/* outside/; echo '{}' > outside/run-1.json
      cp outside/notes.txt outside/catalog.new-1.sqlite
      """
    let made = try Tool.shell(script, in: directory.url)
    try #require(made.status == 0, "\(made.messages)")
  }

  @Test(arguments: StrangersDeed.all)
  func `can cost its own photos only, however they are opened`(_ deed: StrangersDeed) throws {
    try expectHarmless(deed, Self.openings)
  }

  @Test(arguments: [
    StrangersDeed(testDescription: "nothing", script: ":"), .link(".photoprep/staging"),
    .fifo("Photos/*.json"), .superJournal,
  ])
  func `can cost its own photos only, whatever command opens them`(_ deed: StrangersDeed) throws {
    try expectHarmless(deed, Self.commands)
  }

  private func expectHarmless(_ deed: StrangersDeed, _ commands: [String]) throws {
    try prepare()
    let outside = directory.url.appending(path: "outside")
    let before = try TreeDigest(of: outside)
    let runs = commands.map {
      "cp -a given store; timeout -k 1 60 \"$photoprep\" \($0) > out 2> messages; "
        + "echo \"$? \($0)\"; rm -rf store"
    }
    let script = """
      \(deed.script)
      mv store given
      \(runs.joined(separator: "\n"))
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(try TreeDigest(of: outside) == before)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == commands.count)
    for line in lines {
      // What ends so was killed, hung, or crashed.
      let status = Int(line.split(separator: " ")[0]) ?? -1
      #expect((0...64).contains(status), "\(line)")
    }
  }

  @Test(
    arguments: StrangersDeed.all.filter { $0.testDescription.contains("catalog") } + [
      .superJournal,
      StrangersDeed(
        testDescription: "a folder in the catalog's place",
        script: "rm store/.photoprep/catalog.sqlite; mkdir -p store/.photoprep/catalog.sqlite/x"),
    ])
  func `are whole again after their catalog is made again`(_ deed: StrangersDeed) throws {
    try prepare()
    let script = """
      \(deed.script)
      "$photoprep" store rebuild --store store > out; echo $?
      "$photoprep" store check --store store; "$photoprep" prep photo.png --store store > out; echo $?
      """
    let output = try Tool.shell(script, in: directory.url).output
    #expect(output.hasPrefix("0\n") && output.hasSuffix(": all whole\n0\n"), "\(output)")
  }

  @Test func `no command that opens a store is missing in the table`() throws {
    let dump = try Tool.run(["--experimental-dump-help"]).output
    let root = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    var missing: [String] = []
    func visit(_ command: [String: Any], _ names: [String]) {
      for sub in command["subcommands"] as? [[String: Any]] ?? [] {
        let names = names + [sub["commandName"] as? String ?? ""]
        visit(sub, names)
        let arguments = sub["arguments"] as? [[String: Any]] ?? []
        let takesStore = arguments.contains { argument in
          (argument["names"] as? [[String: Any]] ?? []).contains {
            $0["name"] as? String == "store"
          }
        }
        if takesStore, sub["subcommands"] == nil,
          !Self.commands.contains(where: { $0.hasPrefix(names.joined(separator: " ") + " ") })
        {
          missing.append(names.joined(separator: " "))
        }
      }
    }
    visit(try #require(root?["command"] as? [String: Any]), [])
    // These two run until they are stopped, and open a store as 'prep' and 'report' do.
    #expect(missing.sorted() == ["review", "watch"])
  }

  @Test func `an unpacked archive with a photo, settings and a store deletes nothing elsewhere`()
    throws
  {
    try prepare()
    let before = try TreeDigest(of: directory.url.appending(path: "outside"))
    let script = """
      mkdir archive; cp photo.png archive; mv store archive/.s; cp in.wwdesign archive
      echo 'store: .s' > archive/.photoprep.yml
      rm -rf archive/.s/.photoprep/staging; ln -s ../../../outside archive/.s/.photoprep/staging
      cd archive
      for command in 'prep .' clean 'store import in.wwdesign'; do
        "$photoprep" $command 2> messages; echo $?; grep -o 'you have not used before' messages
        "$photoprep" $command --store .s 2> messages; echo $?; grep -o 'This is a symbolic link' messages
      done
      rm .s/.photoprep/staging; "$photoprep" prep . > out; echo $?
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(
      result.output.replacing("you have not used before", with: "new")
        .replacing("This is a symbolic link", with: "link")
        == ("64\nnew\n1\nlink\n" + "1\n1\nlink\n" + "1\n1\nlink\n" + "0\n"),
      "\(result.output)")
    #expect(try TreeDigest(of: directory.url.appending(path: "outside")) == before)
  }
}
