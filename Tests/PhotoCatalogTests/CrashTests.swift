import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite struct `After a crash` {
  /// What a run does before and while it is cut off: one photo is there, two are added in a batch,
  /// the first gets a name more.
  private func work(_ store: Store) throws {
    let photos = [SamplePhoto(2), SamplePhoto(3)]
    try store.commit(
      photos.map { photo in
        PhotoCommit(
          record: photo.record(foundAs: [SourceName("a.jpg")]), staged: try store.stage(photo.files)
        )
      })
    try store.addSources([(SamplePhoto(1).id, [SourceName("b.jpg")], [])])
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
    let findings = try harness.check()
    #expect(findings.filter { $0.severity == .damage } == [], note)
    try harness.run("after") { store in
      #expect(try store.isPrepared(SamplePhoto(1)), note)
      for photo in [SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)] {
        let hasRecord =
          try harness.base.status(of: harness.record(photo.id), followingLinks: false) != nil
        #expect(try store.isPrepared(photo) == hasRecord, note)
      }
      try store.close()
    }
    let left = try harness.tree(harness.container.appending(".photoprep"))
    #expect(left.count == 1, note)
  }

  @Test(arguments: [FaultyFileSystem.Fault.once, .crash])
  func `at any call a photo exists exactly when its record does`(
    _ fault: FaultyFileSystem.Fault
  ) throws {
    let calls = try callCount(.memory)
    #expect(calls > 60)
    for call in 1...calls { try crash(.memory, at: call, fault) }
  }

  @Test func `on disk a photo exists exactly when its record does`() throws {
    let calls = try callCount(.disk)
    for call in stride(from: 5, through: calls, by: 9) { try crash(.disk, at: call, .crash) }
  }

  private func crash(
    _ place: StoreHarness.Place, at call: Int, _ fault: FaultyFileSystem.Fault
  ) throws {
    let harness = try prepared(place)
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
    for call in 1...(try callCount(.memory)) {
      let harness = try prepared(.memory)
      _ = try interrupt(harness, at: call, .crash)
      (harness.base as? MemoryFileSystem)?.endProcess()
      try work(try harness.open("again"))
      #expect(try harness.tree() == expected, "call \(call)")
    }
  }

  @Test func `a power cut leaves whole photos only`() throws {
    let calls = try callCount(.memory)
    var generator = SplitMix64(seed: 20)
    for call in 1...calls {
      let harness = try prepared(.memory)
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
}
