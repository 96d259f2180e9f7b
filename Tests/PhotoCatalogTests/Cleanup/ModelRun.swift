import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

/// A store and what it should hold, changed by the same random steps.
struct ModelRun {
  let harness: StoreHarness
  let memory: MemoryFileSystem
  var model = CleanupModel()
  var generator: SplitMix64
  var step = 0
  /// Which of the hundred chances the step was, for the message.
  var action = 0
  var refusals = 0
  var crashes = 0
  /// How many cleanups moved something.
  var cleanups = 0
  /// Packages that were exported; an import takes one of them.
  var packages: [PackedDesign] = []
  var imports = 0

  init(seed: UInt64) throws {
    harness = try StoreHarness(.memory)
    memory = try #require(harness.base as? MemoryFileSystem)
    generator = SplitMix64(seed: seed)
    model.now = Int(harness.clock.now.timeIntervalSince1970)
    try harness.create()
  }

  private static let ids = CleanupModel.samples.map(\.id.description)

  /// Graces that are never a whole number of seconds, so that no file is exactly as old as one.
  private static let graces = [0.5, 3600.5, 86_400.5, 3 * 86_400.5]

  mutating func take() throws {
    step += 1
    pass(seconds: Int.random(in: 1...20_000, using: &generator))
    action = Int.random(in: 0..<100, using: &generator)
    switch action {
    case 0..<26: try prepare()
    case 26..<40: try writeDesign()
    case 40..<47: try removeDesigns()
    case 47..<51: try pin()
    case 51..<75: try clean()
    case 75..<80: try restore()
    case 80..<82: try purge()
    case 82..<85: pass(seconds: Int.random(in: -2 * 86_400...2 * 86_400, using: &generator))
    case 85..<87: try addLooseFile()
    case 87..<91: try export()
    case 91..<95: try bringIn()
    default: try crash()
    }
    try compare()
  }

  private mutating func pass(seconds: Int) {
    harness.clock.advance(by: Double(seconds))
    model.now += seconds
    memory.setTime(harness.clock.nanoseconds)
  }

  private mutating func photo() -> Int {
    Int.random(in: 0..<CleanupModel.photoCount, using: &generator)
  }

  private mutating func prepare() throws {
    let number = photo()
    try harness.run("prepare") { try add(number, to: $0) }
    model.prepare(number)
  }

  private func add(_ number: Int, to store: Store) throws {
    let photo = CleanupModel.samples[number]
    let record = photo.record(foundAs: [SourceName("a.jpg")], at: harness.clock.now)
    try store.commit([try store.stage(record, photo.files)])
  }

  private mutating func writeDesign() throws {
    let name = "\(Int.random(in: 0..<3, using: &generator)).json"
    let images = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      CleanupModel.samples[photo()].name(Int.random(in: 0..<4, using: &generator))
    }
    try harness.writeDesign(name, showing: images)
    let named = try self.images(in: name)
    #expect(named.sorted() == images.sorted())
    model.designs[name] = CleanupModel.Design(images: named, title: name, modified: model.now)
  }

  /// Removes some designs, often all: otherwise everything would soon be in use for ever.
  private mutating func removeDesigns() throws {
    let names = model.designs.keys.sorted().shuffled(using: &generator)
    for name in names.prefix(Int.random(in: 1...4, using: &generator)) {
      try harness.base.removeFile(at: harness.design(name))
      model.designs[name] = nil
    }
  }

  private mutating func pin() throws {
    let file = CleanupModel.samples[photo()].name(Int.random(in: 0..<4, using: &generator))
    if model.pins.count > 1 || model.pins.contains(file) {
      let pins = model.pins.sorted()
      #expect(try harness.run("unpin") { try Pins(of: $0).remove(pins) } == pins)
      model.pins = []
    } else if model.files.keys.contains(where: { $0.name == file }) {
      #expect(try harness.run("pin") { try Pins(of: $0).add([file]) } == [file])
      model.pins.insert(file)
    }
  }

  /// An image as packages bring them in.
  private mutating func addLooseFile() throws {
    let number = Int.random(in: 0..<3, using: &generator)
    let name = "image-00000000-0000-8000-8000-00000000000\(number).jpg"
    let images = harness.container.appending(ContainerLayout.standard.images)
    try harness.replace(images.appending(name), [UInt8(number)])
    model.files[CleanupModel.File(folder: "images", name: name, photo: nil)] = model.now
  }

  private mutating func clean() throws {
    let grace = Self.graces.randomElement(using: &generator) ?? 0.5
    let isRefused = model.refuses(grace: grace)
    let refusal = try harness.refusal(CleanupOptions(gracePeriod: grace))
    #expect((refusal == .cleanupRefused) == isRefused, "step \(step), grace \(grace)")
    if isRefused { return refusals += 1 }
    let before = model.files.count
    model.clean(grace: grace)
    if model.files.count < before { cleanups += 1 }
  }

  private mutating func restore() throws {
    let number = Bool.random(using: &generator) ? photo() : nil
    let isThere = model.trash.keys.contains { number == nil || $0.file.photo == number }
    guard isThere else { return }
    _ = try harness.run("restore", for: .alone) { store in
      try Cleanup(of: store).restore(number.map { [CleanupModel.samples[$0].id.description] }) {
        _ in
      }
    }
    model.restore(number)
  }

  private mutating func purge() throws {
    let refuses = model.refuses(grace: 0.5) && !(model.designs.isEmpty && model.pins.isEmpty)
    do {
      _ = try harness.run("purge", for: .alone) { store in
        try Cleanup(of: store, CleanupOptions(gracePeriod: 0.5)).purgeTrash(onProblem: { _ in }) {
          _ in
        }
      }
      #expect(!refuses)
      model.purge()
    } catch let error as PhotoprepError {
      #expect(error.code == .cleanupRefused && refuses, "step \(step): \(error)")
      memory.endProcess()
    }
  }

  /// Ends a process at some file call of some work, and takes over what it left.
  private mutating func crash() throws {
    crashes += 1
    let before = model
    let faulty = FaultyFileSystem(
      memory, failing: Int.random(in: 1...150, using: &generator), .crash)
    let number = photo()
    let grace = Self.graces.randomElement(using: &generator) ?? 0.5
    let work = Int.random(in: 0..<3, using: &generator)
    let package = packages.randomElement(using: &generator)
    do {
      let store = try harness.open("crash", faulty, for: work == 0 ? .alone : .write)
      switch (work, package) {
      case (0, _):
        _ = try Cleanup(of: store).carryOut(
          try Cleanup(of: store, CleanupOptions(gracePeriod: grace)).plan { _ in }
        ) { _ in }
      case (1, let package?):
        let exchange = PackageExchange(of: store)
        try exchange.carryOut(
          try exchange.planImport(of: try file(of: package), inspect: PackageSamples.inspect))
      default: try add(number, to: store)
      }
    } catch is PhotoprepError {}
    memory.endProcess()
    // The next run recovers.
    try harness.run("recover") { _ in }
    try takeOver()
    let (live, named) = (before.livePhotos, before.named)
    for file in before.files.keys where before.isLive(file, live, named) {
      #expect(model.files[file] != nil, "step \(step) lost \(file), which is in use")
    }
    let kept = Set(model.files.keys).union(model.trash.keys.map(\.file))
    for file in before.files.keys { #expect(kept.contains(file), "step \(step) lost \(file)") }
  }

  /// Reads from the file system what the model should hold from here on.
  private mutating func takeOver() throws {
    let (files, trash) = try actual()
    model.files = files.mapValues { Int($0 / 1_000_000_000) }
    try takeOverDesigns()
    model.trash = trash
    for number in 0..<CleanupModel.photoCount {
      let place = harness.record(CleanupModel.samples[number].id)
      guard model.files[CleanupModel.record(of: number)] != nil else { continue }
      let record = try PhotoRecord(bytes: harness.bytes(place), path: place.string)
      model.preparedAt[number] = Int(
        record.image.smartPhoto?.preparedAt.timeIntervalSince1970 ?? 0)
    }
  }

  private func actual() throws -> (
    files: [CleanupModel.File: Int64], trash: [CleanupModel.Trashed: Int]
  ) {
    var files: [CleanupModel.File: Int64] = [:]
    for (folder, path) in [("images", ContainerLayout.standard.images), ("photos", "Photos")] {
      for name in try memory.list(harness.container.appending(path)) {
        let status = try memory.status(
          of: harness.container.appending(path).appending(name), followingLinks: false)
        files[file(folder, name.string)] = status?.modified
      }
    }
    var trash: [CleanupModel.Trashed: Int] = [:]
    for name in try memory.list(harness.container.appending(".photoprep/trash")) {
      let parts = name.string.split(separator: "-", maxSplits: 2).map(String.init)
      let second = try #require(Int(parts[0]))
      let place = harness.container.appending(".photoprep/trash").appending(name)
      let status = try memory.status(of: place, followingLinks: false)
      trash[CleanupModel.Trashed(file: file(parts[1], parts[2]), second: second)] =
        Int((status?.modified ?? 0) / 1_000_000_000)
    }
    return (files, trash)
  }

  func file(_ folder: String, _ name: String) -> CleanupModel.File {
    let photo = Self.ids.firstIndex { name.contains($0) }
    return CleanupModel.File(folder: folder, name: name, photo: photo)
  }

  private func compare() throws {
    let (files, trash) = try actual()
    let place = Set(files.keys).symmetricDifference(model.files.keys).sorted()
    try #require(place.isEmpty, "step \(step), \(action): \(place) in one only")
    let other = Set(trash.keys).symmetricDifference(model.trash.keys).map {
      "\($0.file) \($0.second)"
    }
    try #require(other.isEmpty, "step \(step), \(action): \(other) in the trash of one only")
    #expect(
      try harness.names(harness.designs) == model.designs.keys.sorted(), "step \(step), \(action)")
  }
}
