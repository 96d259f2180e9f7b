import Foundation
import PhotoStore
import Testing
import _TestSupport

@Suite("Files that commands write where they are told")
struct OutputCommandTests {
  @Test func `the schema of JSON lines has every command that prints some`() throws {
    let help = try Tool.run(["--experimental-dump-help"]).output
    let root = try #require(
      try JSONParser.parse([UInt8](help.utf8)).object?["command"])
    var commands: Set<String> = []
    func add(_ command: JSONValue, _ path: [String]) {
      let names = (command["arguments"]?.array ?? []).flatMap { $0["names"]?.array ?? [] }
      if names.contains(where: { $0["name"]?.string == "json" }) {
        commands.insert(path.joined(separator: " "))
      }
      for each in command["subcommands"]?.array ?? [] {
        add(each, path + [each["commandName"]?.string ?? ""])
      }
    }
    add(root, [])
    #expect(try commands == Set(JSONLineSchema.shared.get().commands.keys))
  }

  let directory: TemporaryDirectory
  private let photo = Fixture.url("orientation/1.jpg").path

  /// A store, and a folder.
  init() throws {
    directory = try TemporaryDirectory()
    #expect(try run("store", "init", "--store", "store").status == 0)
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "folder"), withIntermediateDirectories: false)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  /// Every command that writes such a file, without the file's name.
  private static let commands = [
    ["report", "--store", "store", "--output"], ["prep", "--store", "new", "--report"],
    ["icon", "validate", "--preview"],
  ]

  private func run(_ command: [String], writing file: String) throws -> Tool.Result {
    let input = command[0] == "icon" ? [Fixture.url("formats/rgb.png").path] : [photo]
    return try Tool.run(
      command + [file] + (command[0] == "report" ? [] : input), in: directory.url)
  }

  @Test(arguments: commands.dropLast())
  func `a page takes the place of a page, and of nothing else`(command: [String]) throws {
    for _ in 0..<2 { #expect(try run(command, writing: "page.html").status == 0) }
    let place = directory.url.appending(path: "beach.jpg")
    try Data("mine".utf8).write(to: place)
    let result = try run(command, writing: "beach.jpg")
    #expect(result.status == 1 && result.messages.contains("There is a file already"))
    #expect(try Data(contentsOf: place) == Data("mine".utf8))
  }

  @Test(arguments: commands.dropLast())
  func `what a run left that was killed a day ago goes, and nothing else`(command: [String])
    throws
  {
    let files = [
      (".6407B99A-27C5-4E06-AE26-C87DC2E03564.photoprep", Date.now - 90_000),
      (".4E83CDA0-7A5B-4E63-A88A-3F1C9F4C4E0A.photoprep", Date.now),
      (".mine.photoprep", Date.now - 900_000), (".photoprep", Date.now - 900_000),
    ]
    let folder = directory.url.appending(path: "folder")
    for (name, modified) in files {
      let file = folder.appending(path: name).path
      try Data("part".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file)
    }
    #expect(try run(command, writing: "folder/out").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(left) == Set(files.dropFirst().map(\.0) + ["out"]))
  }

  @Test(arguments: commands)
  func `a folder that is not there is said before any work`(command: [String]) throws {
    let result = try run(command, writing: "none/out")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.messages == """
        photoprep: none/out: The file cannot be written: there is no such folder. Make the folder, \
        or name a file in one that is there.

        """)
    #expect(try !isThere("new") && !isThere("none"))
  }

  @Test(arguments: commands)
  func `a folder in the file's place is said before any work`(command: [String]) throws {
    let result = try run(command, writing: "folder")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.messages == """
        photoprep: folder: The file cannot be written: this is a folder. Name a file in it.

        """)
    #expect(try !isThere("new"))
  }

  @Test(arguments: commands)
  func `a file without a name is a usage error`(command: [String]) throws {
    let result = try run(command, writing: "")
    #expect(result.status == 64)
    #expect(result.messages.contains("A file's name cannot be empty."), "\(result.messages)")
  }

  @Test(arguments: commands.dropLast())
  func `a link stays, and the file it leads to is replaced`(command: [String]) throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.url.appending(path: "link").path, withDestinationPath: "folder/chain")
    for (name, target) in [("folder/chain", "../real"), ("dangling", "folder/new")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.url.appending(path: name).path, withDestinationPath: target)
    }
    try Data("<!DOCTYPE html>before".utf8).write(to: directory.url.appending(path: "real"))
    for (link, file) in [("link", "real"), ("dangling", "folder/new")] {
      #expect(try run(command, writing: link).status == 0)
      _ = try FileManager.default.destinationOfSymbolicLink(
        atPath: directory.url.appending(path: link).path)
      #expect(try Data(contentsOf: directory.url.appending(path: file)).count > 1000)
    }
  }

  @Test(arguments: commands)
  func `a FIFO is refused and stays`(command: [String]) throws {
    #expect(try Tool.shell("mkfifo fifo; ln -s fifo link", in: directory.url).status == 0)
    for name in ["fifo", "link"] {
      let result = try run(command, writing: name)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(
        result.messages == """
          photoprep: \(name): The file cannot be written: this is a FIFO, a socket or a device. \
          Name another file.

          """)
    }
    #expect(try Tool.shell("test -p fifo && test -L link", in: directory.url).status == 0)
  }

  @Test(arguments: [
    ["crop", "PHOTO", "--aspect", "square", "--force", "-o", "MASTER"],
    ["preview", "danke", "--force", "-o", "MASTER"],
    ["preview", "danke", "-o", "store/.photoprep/trash/a.png"],
    ["store", "export", "--all", "--store", "store", "--force", "MASTER"],
    ["report", "--store", "store", "--output", "store/Photos/page.html"],
  ]) func `no file of a store is replaced or joined, whatever is forced`(command: [String]) throws {
    #expect(try run("prep", photo, "--store", "store").status == 0)
    #expect(
      try Tool.shell("echo '{\"name\": \"a\"}' > store/Designs/a.json", in: directory.url).status
        == 0)
    let images = directory.url.appending(path: "store/WidgetWeaverImages")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: images.path).first {
        $0.hasPrefix("smart-master-")
      })
    let before = try Data(contentsOf: images.appending(path: name))
    let words = command.map { word in
      word == "MASTER" ? "store/WidgetWeaverImages/" + name : word == "PHOTO" ? photo : word
    }
    let result = try Tool.run(words, in: directory.url)
    #expect(
      result.status != 0 && result.messages.contains("a folder of a store's own files"),
      "\(result.messages)")
    #expect(try Data(contentsOf: images.appending(path: name)) == before)
    for name in [".photoprep/trash/a.png", "Photos/page.html"] {
      let file = directory.url.appending(path: "store/" + name)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func `a package replaces no link and no FIFO`() throws {
    let script = """
      mkfifo fifo; ln -s real link; : > real
      echo '{"name": "a"}' > store/Designs/a.json
      $photoprep store export --all fifo --force --store store
      test $? = 1 && test -p fifo && $photoprep store export --all link --force --store store \
        && test -L link && test -s real
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(result.status == 0 && result.messages.contains("fifo: The file cannot be written"))
    let absent = try run("store", "export", "--all", "none/a.wwdesign", "--store", "store")
    #expect(absent.status == 1 && absent.messages.contains("there is no such folder"))
  }

  @Test func `a package takes the place of no photo, whatever is forced`() throws {
    let script = """
      cp "\(photo)" a.jpg; cp a.jpg b.jpg
      echo '{"name": "a"}' > store/Designs/a.json
      ! $photoprep store export --all a.jpg --force --store store && cmp a.jpg b.jpg && rm a.jpg \
        && $photoprep store export --all a.jpg --store store \
        && $photoprep store export --all a.jpg --force --store store \
        && cp b.jpg a.wwdesign && ! $photoprep store export --all a.wwdesign --force --store store \
        && cmp a.wwdesign b.jpg && echo '{rtf' > a.rtf \
        && ! $photoprep store export --all a.rtf --force --store store && grep -q rtf a.rtf
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(result.status == 0)
    #expect(result.messages.contains("a.jpg: There is a file already that is not a package."))
  }

  private func isThere(_ name: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).contains(name)
  }
}
