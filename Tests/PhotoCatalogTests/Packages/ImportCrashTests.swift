import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@Suite struct `An import that is cut off` {
  private let package: [UInt8]

  init() throws { package = try StoreHarness.small().pack()[0] }

  /// A store with something in it already, and the package beside it.
  private func prepared(_ place: StoreHarness.Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness.empty(place)
    try harness.run("before") { try $0.add(SamplePhoto(1)) }
    try harness.put(PackageSamples.design("Other", .null), "Designs/alps.json")
    _ = try harness.package(package)
    return harness
  }

  private func bring(_ harness: StoreHarness, _ fileSystem: any FileSystem) throws {
    let store = try harness.open("import", fileSystem)
    let file = harness.container.removingLastComponent().appending("in.wwdesign")
    let exchange = PackageExchange(of: store)
    try exchange.carryOut(try exchange.planImport(of: file, inspect: PackageSamples.inspect))
    try store.close()
  }

  private func callCount() throws -> Int {
    let harness = try prepared()
    let counting = FaultyFileSystem(harness.base, failing: .max, .once)
    try bring(harness, counting)
    return counting.callCount
  }

  @Test(arguments: [FaultyFileSystem.Fault.once, .crash])
  func `at any call leaves the old state or the new one`(_ fault: FaultyFileSystem.Fault) throws {
    let start = try prepared()
    let old = try start.tree()
    let new = try { () throws in
      let harness = try StoreHarness(copying: start)
      try bring(harness, harness.base)
      return try harness.tree()
    }()
    #expect(old != new)
    let calls = try callCount()
    #expect(calls > 60)
    var states: [Bool] = []
    for call in 1...calls {
      let harness = try StoreHarness(copying: start)
      do {
        try bring(harness, FaultyFileSystem(harness.base, failing: call, fault))
      } catch is PhotoprepError { (harness.base as? MemoryFileSystem)?.endProcess() }
      #expect(try harness.check().allSatisfy { $0.severity == .note })
      let tree = try harness.tree()
      #expect(tree == old || tree == new, "call \(call), \(fault)")
      states.append(tree == new)
      try bring(harness, harness.base)
      #expect(try harness.tree() == new, "again after call \(call), \(fault)")
    }
    #expect(states.contains(true) && states.contains(false))
  }

  /// The file system in memory may lose both names of a file that was being renamed, which no
  /// journal could mend; what is left is whole all the same.
  @Test func `a power cut leaves no document without what it names`() throws {
    let start = try prepared()
    let calls = try callCount()
    var brought = 0
    for seed in 1...3 as ClosedRange<UInt64> {
      var generator = SplitMix64(seed: seed)
      for call in 1...calls {
        let harness = try StoreHarness(copying: start)
        let memory = try #require(harness.base as? MemoryFileSystem)
        let root = harness.container.removingLastComponent()
        for folder in [root, harness.designs] { try memory.syncDirectory(at: folder) }
        _ = try? bring(harness, FaultyFileSystem(memory, failing: call, .crash))
        memory.cutPower(using: &generator)
        _ = try harness.check()
        let names = try harness.names(harness.designs)
        #expect(names.contains("alps.json"))
        for name in names where name != "alps.json" {
          brought += 1
          for reference in try harness.design(name).references {
            let folder = reference.isImage ? harness.images : harness.albums
            let place = folder.appending(reference.name)
            #expect(
              try memory.status(of: place, followingLinks: false) != nil,
              "seed \(seed), call \(call), \(reference)")
          }
        }
      }
    }
    #expect(brought > 0)
  }

  @Test func `a design whose name is taken after it was planned gets another one`() throws {
    let harness = try StoreHarness.empty()
    let file = try harness.package(PackageSamples.design("Mine", .null), "same.json")
    let store = try harness.open("import")
    let plan = try PackageExchange(of: store).planImport(of: file, inspect: PackageSamples.inspect)
    try harness.put(PackageSamples.design("Theirs", .null), "Designs/same.json")
    try PackageExchange(of: store).carryOut(plan)
    try store.close()
    #expect(try harness.names(harness.designs).count == 2)
    #expect(try harness.design("same.json").titles == ["Theirs"])
  }
}

extension StoreDocument {
  fileprivate var titles: [String] { [json.object?["name"]?.string].compactMap(\.self) }
}
