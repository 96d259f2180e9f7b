import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

/// One deliberate damage, and the codes it must be found by.
struct Damage: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let codes: [Finding.Code]
  let harm: @Sendable (StoreHarness, SamplePhoto) throws -> Void

  init(
    _ name: String, _ codes: [Finding.Code],
    _ harm: @escaping @Sendable (StoreHarness, SamplePhoto) throws -> Void
  ) {
    testDescription = name
    self.codes = codes
    self.harm = harm
  }

  static let all = [
    Damage("render gone", [.missingFile]) { harness, photo in
      try harness.base.removeFile(at: harness.image(photo.files[1].name))
    },
    Damage("folder in a master's place", [.missingFile]) { harness, photo in
      try harness.base.removeFile(at: harness.image(photo.files[0].name))
      try harness.base.createDirectory(at: harness.image(photo.files[0].name))
    },
    Damage("render cut off", [.truncatedFile]) { harness, photo in
      try harness.replace(harness.image(photo.files[3].name), photo.files[3].bytes.dropLast())
    },
    Damage("no JPEG of the right size", [.notAJPEG]) { harness, photo in
      let zeros = [UInt8](repeating: 0, count: photo.files[2].bytes.count)
      try harness.replace(harness.image(photo.files[2].name), zeros)
    },
    Damage("other dimensions, same size", [.wrongDimensions]) { harness, photo in
      let other = jpeg(PixelSize(width: 62, height: 60), filler: "\(photo.number) large")
      try harness.replace(harness.image(photo.files[3].name), other)
    },
    Damage("one bit flipped", [.digestMismatch]) { harness, photo in
      var bytes = photo.files[0].bytes
      bytes[7] ^= 1
      try harness.replace(harness.image(photo.files[0].name), bytes)
    },
    Damage("two renders swapped", [.swappedFile]) { harness, photo in
      try harness.replace(harness.image(photo.files[1].name), photo.files[2].bytes)
      try harness.replace(harness.image(photo.files[2].name), photo.files[1].bytes)
    },
    Damage("record cut off", [.unreadableRecord]) { harness, photo in
      let bytes = try harness.bytes(harness.record(photo.id))
      try harness.replace(harness.record(photo.id), Array(bytes.prefix(bytes.count / 2)))
    },
    Damage("record of another photo", [.recordNameMismatch]) { harness, photo in
      try harness.replace(harness.record(photo.id), SamplePhoto(99).record(foundAs: []).bytes)
    },
    Damage("record of a newer version", [.unreadableRecord]) { harness, photo in
      try harness.edit(harness.record(photo.id), #""version": 1"#, #""version": 9"#)
    },
    Damage("record with another recipe", [.recordInconsistent]) { harness, photo in
      try harness.edit(harness.record(photo.id), #""qualityStep": 5"#, #""qualityStep": 6"#)
    },
    Damage("record that shows another file", [.recordInconsistent]) { harness, photo in
      try harness.edit(
        harness.record(photo.id), #""renderFileName": "smart-small"#,
        #""renderFileName": "smart-large"#)
    },
    Damage("record gone", [.orphanImage, .rowWithoutRecord]) { harness, photo in
      try harness.base.removeFile(at: harness.record(photo.id))
    },
    Damage("master without a record", [.orphanImage]) { harness, _ in
      let file = SamplePhoto(99).files[0]
      try harness.replace(harness.image(file.name), file.bytes)
    },
    Damage("files of another program", [.foreignFile]) { harness, _ in
      let images = harness.container.appending(ContainerLayout.standard.images)
      try harness.replace(images.appending("image-1.jpg"), [1])
      try harness.replace(images.appending(".dat.nosync1"), [1])
      try harness.replace(harness.container.appending("Photos").appending("notes.txt"), [1])
    },
  ]
}

@Suite struct `A check` {
  /// A store on disk with three photos, opened for reading, so that nothing is mended first.
  private func findings(
    after damage: (StoreHarness, SamplePhoto) throws -> Void, readData: Bool = true
  ) throws -> [Finding] {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    try damage(harness, SamplePhoto(2))
    let before = try harness.tree()
    let store = try harness.open("check", for: .read)
    var findings: [Finding] = []
    let summary = try StoreCheck(of: store, readData: readData).run { findings.append($0) }
    try store.close()
    #expect(summary.findings == findings.count)
    #expect(summary.damages == findings.filter { $0.severity == .damage }.count)
    #expect(try harness.tree() == before, "a check changes nothing")
    return findings
  }

  private func codes(_ findings: [Finding]) -> [String] {
    Set(findings.map(\.code)).subtracting([.staleRow]).map(\.description).sorted()
  }

  @Test func `finds nothing in a store that is whole`() throws {
    #expect(try findings(after: { _, _ in }) == [])
    #expect(try findings(after: { _, _ in }, readData: false) == [])
  }

  @Test(arguments: Damage.all)
  func `finds a damage by its code`(_ damage: Damage) throws {
    let found = try findings(after: damage.harm)
    #expect(codes(found) == damage.codes.map(\.description).sorted())
    for finding in found {
      #expect(finding.message.hasSuffix("."))
      #expect(finding.code != .staleRow || finding.remedy != nil)
    }
  }

  @Test func `finds a flipped bit only when it reads the data`() throws {
    let damage = try #require(Damage.all.first { $0.codes == [.digestMismatch] })
    #expect(try findings(after: damage.harm, readData: false) == [])
  }

  @Test(arguments: [true, false])
  func `an image that came in with a package has the bytes that its name was made of`(
    isWhole: Bool
  ) throws {
    let name = ImportedFileName(.image, of: ContentDigest(of: PackageSamples.picture)).description
    let harm = { (harness: StoreHarness, _: SamplePhoto) in
      var bytes = PackageSamples.picture
      if !isWhole { bytes[7] ^= 1 }
      try harness.replace(harness.images.appending(name), bytes)
      try harness.put(
        PackageSamples.design("Trip", .object(["fileName": .string(name)])), "Designs/trip.json")
    }
    #expect(try codes(findings(after: harm)) == (isWhole ? [] : ["digest-mismatch"]))
    #expect(try findings(after: harm, readData: false) == [])
  }

  @Test(arguments: [true, false])
  func `knows an image that an app's list beside it names, as a cleanup does`(isNamed: Bool) throws
  {
    let image = "image-0F948F29-DDC9-8A8C-8D98-9D5E00000001.jpg"
    let found = try findings(after: { harness, _ in
      try harness.replace(harness.images.appending(image), [1])
      if isNamed {
        try harness.replace(harness.images.appending("list.json"), Array(#"["\#(image)"]"#.utf8))
      }
    })
    #expect(found.contains { $0.code == .orphanImage } == !isNamed)
  }

  @Test(arguments: [true, false])
  func `offers a cleanup for images without a record unless something names their photo`(
    isNamed: Bool
  ) throws {
    let found = try findings(after: { harness, photo in
      if isNamed { try harness.writeDesign("a.json", showing: [photo.name(0)]) }
      try harness.base.removeFile(at: harness.record(photo.id))
    })
    let remedies = found.filter { $0.code == .orphanImage }.compactMap(\.remedy)
    #expect(!remedies.isEmpty)
    #expect(remedies.allSatisfy { $0.contains("'photoprep clean'") == !isNamed })
  }

  @Test func `goes on to the end and counts`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    for number in 1...3 {
      try harness.base.removeFile(at: harness.image(SamplePhoto(number).files[number].name))
    }
    let store = try harness.open("check", for: .read)
    let summary = try StoreCheck(of: store, readData: true).run { _ in }
    #expect(summary.photos == 3 && summary.files == 12)
    #expect(summary.damages == 3 && summary.notes == 0 && !summary.isSound)
    try store.close()
  }

  @Test func `notes what a run left behind, unless it is under way`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add(SamplePhoto(1)) }
    func codesSeen() throws -> [String] {
      let reader = try harness.open("check", for: .read)
      var found: [Finding] = []
      _ = try StoreCheck(of: reader, readData: false).run { found.append($0) }
      return codes(found)
    }
    func leaveStagedFiles() throws {
      let store = try harness.open("two")
      _ = try store.stage(SamplePhoto(2))
      #expect(try codesSeen() == [])
    }
    try leaveStagedFiles()
    #expect(try codesSeen() == ["stray-staged-file"])
  }

  @Test func `needs no right to write`() throws {
    let (harness, _) = try storeWithPhotos(2)
    let store = try harness.open("check", WriteProtection(harness.base), for: .read)
    var found: [Finding.Code] = []
    let summary = try StoreCheck(of: store, readData: true).run { found.append($0.code) }
    #expect(summary.photos == 2 && found == [])
  }

  @Test func `notes a catalog that cannot be used`() throws {
    let found = try findings(after: { harness, _ in
      let catalog = harness.container.appending(".photoprep/catalog.sqlite")
      try harness.replace(catalog, Array("no catalog at all, but more than 16 bytes".utf8))
    })
    #expect(codes(found) == ["catalog-unusable"])
    #expect(found.allSatisfy { $0.severity == .note })
  }

  /// The photos and files of a store in memory that random damages are done to.
  private func storeWithPhotos(_ count: Int) throws -> (StoreHarness, [SamplePhoto]) {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photos = (0..<count).map(SamplePhoto.init)
    try harness.run("one") { try $0.add(photos) }
    return (harness, photos)
  }

  @Test func `finds every one of 200 seeded damages, and names the file`() throws {
    let (harness, photos) = try storeWithPhotos(5)
    let store = try harness.open("check")
    var generator = SplitMix64(seed: 200)
    func pick() throws -> (name: StoredFileName, bytes: [UInt8]) {
      try #require(photos.randomElement(using: &generator)?.files.randomElement(using: &generator))
    }
    for number in 0..<200 {
      let file = try pick()
      var other = try pick()
      while other.name == file.name { other = try pick() }
      var bytes = file.bytes
      var harmed = [file.name]
      switch number % 4 {
      case 0:
        bytes[Int.random(in: bytes.indices, using: &generator)] ^=
          1 << UInt8.random(in: 0...7, using: &generator)
        try harness.replace(harness.image(file.name), bytes)
      case 1:
        bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
        try harness.replace(harness.image(file.name), bytes)
      case 2: try harness.base.removeFile(at: harness.image(file.name))
      default:
        harmed.append(other.name)
        try harness.replace(harness.image(file.name), other.bytes)
        try harness.replace(harness.image(other.name), file.bytes)
      }
      var found: [Finding] = []
      _ = try StoreCheck(of: store, readData: true).run { found.append($0) }
      #expect(
        Set(found.map(\.path)) == Set(harmed.map(harness.image)) && found.count == harmed.count)
      #expect(found.allSatisfy { $0.severity == .damage })
      if number % 4 == 3 { #expect(found.allSatisfy { $0.code == .swappedFile }) }
      try harness.replace(harness.image(file.name), file.bytes)
      try harness.replace(harness.image(other.name), other.bytes)
    }
  }

  @Test func `finds nothing among 500 photos that are whole`() throws {
    let (harness, photos) = try storeWithPhotos(500)
    let design = harness.container.appending("Designs/a.json")
    let text = #"{"fileName": "\#(photos[7].files[2].name)"}"#
    try harness.replace(design, Array(text.utf8))
    var found: [Finding] = []
    let summary = try harness.run("check") { store in
      try StoreCheck(of: store, readData: true).run { found.append($0) }
    }
    #expect(found == [] && summary.photos == 500 && summary.files == 2000)
  }

  @Test func `finds a name that leads nowhere, and what is in the trash`() throws {
    let (harness, photos) = try storeWithPhotos(2)
    let file = photos[1].files[3].name
    let text =
      #"{"fileName": "gone.jpg", "name": "a photo called x.jpg", "image": {"fileName": "\#(file)"}}"#
    try harness.replace(harness.container.appending("Designs/a.json"), Array(text.utf8))
    let trash = harness.container.appending(".photoprep/trash/1700000000-images-\(file)")
    try harness.base.rename(harness.image(file), to: trash)
    let found = try harness.check()
    #expect(
      found.map(\.code) == [.missingFile, .danglingReference, .danglingReference, .trashedFile])
    #expect(found[1].path.lastComponent?.string == "gone.jpg")
    #expect(found[2].remedy == "'photoprep clean' brings it back from the trash.")
  }

  @Test func `has a name of its own for every kind of finding`() {
    #expect(Set(Finding.Code.allCases.map(\.description)).count == Finding.Code.allCases.count)
    for code in Finding.Code.allCases {
      #expect(code.description.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
    }
  }
}
