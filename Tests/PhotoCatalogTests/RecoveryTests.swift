import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite struct `A commit that was begun` {
  private let harness: StoreHarness

  init() throws {
    harness = try StoreHarness(.memory)
    try harness.create()
    try harness.run("one") { try $0.add(SamplePhoto(1)) }
  }

  private var folder: FilePath { harness.container.appending(".photoprep") }

  private func names(_ place: String) throws -> [String] {
    try harness.base.list(folder.appending(place)).map(\.string)
  }

  /// Leaves a list in the journal, and the files it names in the staging of the run `gone`.
  private func leave(_ list: String, staged: [String: [UInt8]] = [:]) throws {
    try harness.base.createDirectory(at: folder.appending("staging/gone"))
    for (name, bytes) in staged {
      try harness.base.createFile(
        at: folder.appending("staging/gone").appending(name), bytes: bytes)
    }
    try harness.base.createFile(
      at: folder.appending("journal/gone-1.json"), bytes: Array(list.utf8))
  }

  /// Opens the store as the next run does, and expects that it is a store like any other.
  @discardableResult
  private func open(_ run: String = "next") throws -> RecoveryReport {
    try harness.run(run) { store in
      try store.add(SamplePhoto(2))
      #expect(try store.isPrepared(SamplePhoto(1)) && store.isPrepared(SamplePhoto(2)))
      return store.recovery
    }
  }

  @Test(arguments: ["../x.jpg", "Photos/x.jpg", ".", "..", ""])
  func `and names a place that is no plain name is set aside for that`(name: String) throws {
    let list = { (images: String) in
      #"{"version": 1, "run": "gone", "images": [\#(images)], "records": [], "albums": [], "designs": []}"#
    }
    try leave(list(#"["0", "\#(name)"]"#), staged: ["0": [1]])
    #expect(try open().commitsSetAside == 1)
    let reason = try harness.bytes(folder.appending("aside/gone/reason.txt"))
    #expect(String(decoding: reason, as: UTF8.self).contains("cannot be understood"))
    try harness.base.removeTree(at: folder.appending("aside"))
    try leave(list(#"["\#(name)", "0.jpg"]"#))
    #expect(try open("other").commitsSetAside == 1)
  }

  @Test func `and whose image is shorter than its record says leaves the record out`() throws {
    let photo = SamplePhoto(3)
    for (number, file) in photo.files.enumerated() {
      let bytes = number == 2 ? Array(file.bytes.dropLast()) : file.bytes
      try harness.base.createFile(at: harness.image(file.name), bytes: bytes)
    }
    try leave(
      #"{"version": 1, "run": "gone", "images": [], "records": [["record", "\#(photo.id.fileName)"]], "albums": [], "designs": []}"#,
      staged: ["record": photo.record(foundAs: []).bytes])
    #expect(try open().commitsEnded == 1)
    #expect(try harness.base.status(of: harness.record(photo.id), followingLinks: false) == nil)
  }

  @Test func `and has a folder in its way is set aside, with what was staged and the reason`()
    throws
  {
    let photo = SamplePhoto(3)
    let place = harness.image(photo.files[1].name)
    try harness.base.createDirectory(at: place)
    let images = photo.files.enumerated().map { #"["\#($0)", "\#($1.name)"]"# }
    var staged = Dictionary(
      uniqueKeysWithValues: photo.files.enumerated().map { ("\($0)", $1.bytes) })
    staged["record"] = photo.record(foundAs: []).bytes
    try leave(
      """
      {"version": 1, "run": "gone", "images": [\(images.joined(separator: ", "))], \
      "records": [["record", "\(photo.id.fileName)"]], "albums": [], "designs": []}
      """, staged: staged)
    let report = try open()
    #expect(report.commitsSetAside == 1 && report.commitsEnded == 0)
    #expect(try names("aside/gone") == ["1", "2", "3", "gone-1.json", "reason.txt", "record"])
    #expect(try names("journal") == [] && names("staging") == [])
    let finding = try #require(try harness.check().first { $0.code == .setAsideCommit })
    #expect(
      finding.message
        == "A run began a commit that could not be ended: "
        + "\(place): The file cannot be put where it belongs: this is a folder.")
    #expect(finding.path == folder.appending("aside/gone") && finding.severity == .note)
    // Once is enough.
    #expect(try open("later").commitsSetAside == 0)
  }

  @Test func `is one note of a check, however many files wait for it`() throws {
    let photo = SamplePhoto(3)
    let images = photo.files.enumerated().map { #"["\#($0)", "\#($1.name)"]"# }
    for file in photo.files.dropLast() {
      try harness.base.createFile(at: harness.image(file.name), bytes: file.bytes)
    }
    try leave(
      """
      {"version": 1, "run": "gone", "images": [\(images.joined(separator: ", "))], \
      "records": [["record", "\(photo.id.fileName)"]], "albums": [], "designs": []}
      """,
      staged: [
        "record": photo.record(foundAs: []).bytes,
        "\(photo.files.count - 1)": photo.files.last?.bytes ?? [], "stray": [1],
      ])
    let found = try harness.run("check", for: .read) { store in
      var found: [Finding] = []
      _ = try StoreCheck(of: store, readData: false).run { found.append($0) }
      return found
    }
    #expect(found.map(\.code) == [.unfinishedCommit, .strayStagedFile])
    #expect(found.last?.path == folder.appending("staging/gone/stray"))
    #expect(found.allSatisfy { $0.remedy?.hasPrefix("'photoprep store rebuild' ") == true })
    let ended = try harness.run("rebuild", for: .alone) { store in
      _ = try CatalogRebuild(of: store).run()
      return store.recovery.commitsEnded
    }
    #expect(ended == 1)
    #expect(try harness.check().isEmpty)
  }

  @Test func `and staged a record that is damaged is set aside`() throws {
    let name = SamplePhoto(3).id.fileName
    try leave(
      """
      {"version": 1, "run": "gone", "images": [], "records": [["2-\(name)", "\(name)"]], \
      "albums": [], "designs": []}
      """, staged: ["2-\(name)": [1, 2, 3]])
    #expect(try open().commitsSetAside == 1)
    #expect(try names("aside/gone") == ["2-\(name)", "gone-1.json", "reason.txt"])
  }

  @Test func `and has a name that the file system takes of no file is set aside`() throws {
    try leave(
      #"{"version": 1, "run": "gone", "images": [], "records": [], "albums": [["0", "Rome: 1.json"]], "designs": []}"#,
      staged: ["0": Album(sourceID: "test").bytes])
    // One of these calls gives the album its name.
    let aside = (1...60).lazy.map { call in
      guard let copy = try? StoreHarness(copying: harness) else { return 0 }
      let stick = FaultyFileSystem(copy.base, failing: call, .once, errno: .invalidArgument)
      let store = try? copy.open("next", stick)
      defer { try? store?.close() }
      return store?.recovery.commitsSetAside ?? 0
    }
    #expect(aside.contains(1))
  }

  @Test func `and that a full disk keeps from ending waits for the next run`() throws {
    let photo = SamplePhoto(3)
    try leave(
      """
      {"version": 1, "run": "gone", "images": [["0", "\(photo.files[0].name)"]], "records": [], \
      "albums": [], "designs": []}
      """, staged: ["0": photo.files[0].bytes])
    let start = harness
    for call in 1...60 {
      let copy = try StoreHarness(copying: start)
      let full = FaultyFileSystem(copy.base, failing: call, .once, errno: .noSpace)
      try? copy.open("full", full).close()
      let journal = copy.container.appending(".photoprep/aside")
      #expect(try copy.base.status(of: journal, followingLinks: false) == nil, "call \(call)")
    }
    #expect(try open().commitsEnded == 1)
  }

  @Test(arguments: [
    #"{"version": 1, "run": "gone", "images": [], "records": [], "albums": [], "designs": 3}"#,
    #"{"version": 1, "run": "gone", "images": [["1", "a/b"]], "records": [], "albums": [], "designs": []}"#,
    #"{"version": 1, "run": "other", "images": [], "records": [], "albums": [], "designs": []}"#,
    #"{"run": "gone"}"#, "[]",
  ])
  func `and says nothing that is understood is set aside`(_ list: String) throws {
    try leave(list, staged: ["1": [1]])
    #expect(try open().commitsSetAside == 1)
    #expect(try names("aside/gone") == ["1", "gone-1.json", "reason.txt"])
  }

  @Test(arguments: ["", #"{"version": 1, "run": "go"#])
  func `and was cut off while it was written down never began`(_ list: String) throws {
    try leave(list, staged: ["1": [1]])
    let report = try open()
    #expect(report.commitsEnded + report.commitsSetAside == 0)
    #expect(try names("journal") == [] && names("staging") == [])
  }

  @Test func `by a newer version is left to it`() throws {
    try leave(#"{"version": 2, "run": "gone", "parts": []}"#, staged: ["1": [1]])
    let before = try harness.tree()
    let error = #expect(throws: PhotoprepError.self) { try harness.open("next") }
    #expect(error?.code == .storeTooNew && error?.remedy == "Update photoprep.")
    #expect(
      error?.message.contains("version 2;") == true && error?.path.hasSuffix("gone-1.json") == true)
    #expect(try harness.tree() == before)
  }

  @Test(arguments: [
    "notes.txt", ".DS_Store", "gone-01.json", "gone-+1.json", "-1.json", "a b-1.json",
  ])
  func `is not what another program left in the journal`(_ name: String) throws {
    let place = folder.appending("journal").appending(name)
    try harness.base.createFile(at: place, bytes: [1])
    try harness.base.createDirectory(at: folder.appending("journal/gone-2.json"))
    try open()
    #expect(try harness.bytes(place) == [1])
    #expect(try names("journal").count == 2)
    let found = try harness.run("check", for: .read) { store in
      var found: [Finding] = []
      _ = try StoreCheck(of: store, readData: false).run { found.append($0) }
      return found
    }
    #expect(found.filter { $0.code == .foreignFile }.map(\.path).contains(place))
    #expect(!found.map(\.code).contains(.unfinishedCommit))
  }
}
