import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@Suite struct `After a crash` {
  /// What a run does before and while it is cut off: one photo is there, two are added in a batch,
  /// the first gets a name more.
  private func work(_ store: Store) throws {
    let photos = [SamplePhoto(2), SamplePhoto(3)]
    try store.commit(photos.map { try store.stage($0) })
    try store.addSources([PhotoSighting(of: SamplePhoto(1).id, as: SourceName("b.jpg"))])
    try store.close()
  }

  /// Counts the calls of a run that nothing interrupts.
  private func callCount(_ place: StoreHarness.Place) throws -> Int {
    let harness = try prepared(place)
    let counting = FaultyFileSystem(harness.base, failing: .max, .once)
    try work(try harness.open("work", counting))
    return counting.callCount
  }

  private func prepared(_ place: StoreHarness.Place) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("before") { try $0.add(SamplePhoto(1)) }
    return harness
  }

  /// Fails one call of a run, and returns whether the run noticed.
  private func interrupt(
    _ harness: StoreHarness, at call: Int, _ fault: FaultyFileSystem.Fault
  ) throws -> Bool {
    let faulty = FaultyFileSystem(harness.base, failing: call, fault)
    do {
      let store = try harness.open("work", faulty)
      try work(store)
      return false
    } catch { return true }
  }

  private func expectWhole(_ harness: StoreHarness, _ note: Comment) throws {
    let store = try harness.open("after")
    let summary = try StoreCheck(of: store, readData: true).run { finding in
      // A power cut may leave images whose records never came.
      #expect(finding.code == .orphanImage, "\(finding), \(note)")
    }
    #expect(summary.photos > 0)
    #expect(try store.isPrepared(SamplePhoto(1)), note)
    for number in 1...3 {
      let place = harness.record(SamplePhoto(number).id)
      let hasRecord = try harness.base.status(of: place, followingLinks: false) != nil
      #expect(try store.isPrepared(SamplePhoto(number)) == hasRecord, note)
    }
    try store.close()
    let left = try harness.base.list(harness.container.appending(".photoprep/staging"))
    let commits = try harness.base.list(harness.container.appending(".photoprep/journal"))
    #expect(left.isEmpty && commits.isEmpty, note)
  }

  @Test(arguments: [FaultyFileSystem.Fault.once, .crash])
  func `at any call a photo exists exactly when its record does`(
    _ fault: FaultyFileSystem.Fault
  ) throws {
    let start = try prepared(.memory)
    let calls = try callCount(.memory)
    #expect(calls > 60)
    for call in 1...calls { try crash(try StoreHarness(copying: start), at: call, fault) }
  }

  @Test func `on disk a photo exists exactly when its record does`() throws {
    let calls = try callCount(.disk)
    for call in stride(from: 5, through: calls, by: 9) {
      try crash(try prepared(.disk), at: call, .crash)
    }
  }

  private func crash(
    _ harness: StoreHarness, at call: Int, _ fault: FaultyFileSystem.Fault
  ) throws {
    let wasNoticed = try interrupt(harness, at: call, fault)
    (harness.base as? MemoryFileSystem)?.endProcess()
    try expectWhole(harness, "call \(call), \(fault)")
    if wasNoticed { return }
    // Only a run that could do without the call may end as if nothing had happened.
    #expect(fault == .once, "call \(call)")
    for number in 1...3 {
      let isPrepared = try harness.run("look") { try $0.isPrepared(SamplePhoto(number)) }
      #expect(isPrepared, "photo \(number), call \(call)")
    }
  }

  @Test func `a repeated run leaves the bytes of a run that was not interrupted`() throws {
    let whole = try prepared(.memory)
    try work(try whole.open("work"))
    let expected = try whole.tree()
    let start = try prepared(.memory)
    for call in 1...(try callCount(.memory)) {
      let harness = try StoreHarness(copying: start)
      _ = try interrupt(harness, at: call, .crash)
      (harness.base as? MemoryFileSystem)?.endProcess()
      try work(try harness.open("again"))
      #expect(try harness.tree() == expected, "call \(call)")
    }
  }

  @Test func `a power cut leaves whole photos only`() throws {
    let calls = try callCount(.memory)
    let start = try prepared(.memory)
    var generator = SplitMix64(seed: 20)
    for call in 1...calls {
      let harness = try StoreHarness(copying: start)
      let memory = try #require(harness.base as? MemoryFileSystem)
      _ = try interrupt(harness, at: call, .crash)
      memory.cutPower(using: &generator)
      try expectWhole(harness, "seed 20, call \(call)")
    }
  }

  @Test func `a committed photo survives a power cut`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      var generator = SplitMix64(seed: seed)
      let harness = try prepared(.memory)
      let memory = try #require(harness.base as? MemoryFileSystem)
      let store = try harness.open("work")
      try store.add(SamplePhoto(2))
      memory.cutPower(using: &generator)
      let isPrepared = try harness.run("after") { try $0.isPrepared(SamplePhoto(2)) }
      #expect(isPrepared, "seed \(seed)")
    }
  }

  /// Any sequence of adding, adding again, crashing and losing power leaves whole photos, and none
  /// that was committed is ever lost.
  @Test(arguments: [1, 2] as [UInt64])
  func `a sequence of random steps loses no committed photo`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let harness = try StoreHarness(.memory)
    let memory = try #require(harness.base as? MemoryFileSystem)
    try harness.create()
    var committed: Set<Int> = []
    for step in 0..<12 {
      let numbers = (0..<2).map { _ in Int.random(in: 0..<6, using: &generator) }
      let failing = Int.random(in: 1...250, using: &generator)
      let faulty = FaultyFileSystem(memory, failing: failing, .crash)
      do {
        let store = try harness.open("step-\(step)", faulty)
        try store.add(numbers.map(SamplePhoto.init))
        committed.formUnion(numbers)
        try store.close()
      } catch is PhotoprepError { memory.endProcess() }
      if Bool.random(using: &generator) { memory.cutPower(using: &generator) }
      let store = try harness.open("look-\(step)")
      let summary = try StoreCheck(of: store, readData: true).run { finding in
        #expect(finding.severity == .note, "seed \(seed), step \(step): \(finding)")
      }
      #expect(summary.photos >= committed.count, "seed \(seed), step \(step)")
      for number in committed { #expect(try store.isPrepared(SamplePhoto(number))) }
      try store.close()
    }
    #expect(committed.count >= 3)
  }
}
