import PhotoCatalog
import PhotoStore
import Testing

@Suite struct `Photos cropped by older rules` {
  private func check(
    _ harness: StoreHarness, algorithm: Int, learned: String = "learned-1"
  ) throws -> (summary: CheckSummary, found: [Finding]) {
    let generation = CropGeneration(algorithmVersion: algorithm, learnedAnalysis: learned)
    return try harness.run("check") { store in
      var found: [Finding] = []
      let summary = try store.check(readData: false, generation: generation) { found.append($0) }
      return (summary, found)
    }
  }

  private func store() throws -> StoreHarness {
    let harness = try StoreHarness.empty()
    try harness.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2)]) }
    return harness
  }

  @Test func `are noted one by one and are no damage`() throws {
    let (summary, found) = try check(try store(), algorithm: 7)
    #expect(found.map(\.code) == [.olderCrop, .olderCrop])
    #expect(Set(found.map(\.path)).count == 2)
    #expect(
      found[0].message == "The photo was cropped by version 1 of the rules; today's is 7.")
    #expect(summary.olderCrops == 2 && summary.notes == 2 && summary.isSound)
  }

  @Test func `are none when the rules are the same or older still`() throws {
    for algorithm in [0, 1] {
      let (summary, found) = try check(try store(), algorithm: algorithm)
      #expect(found == [] && summary.olderCrops == 0)
    }
  }

  @Test func `are not noted where nobody asks`() throws {
    #expect(try store().check() == [])
  }

  @Test func `are not noted once today's crop stands beside them`() throws {
    let harness = try store()
    var today = SamplePhoto.recipe
    today.algorithmVersion = 7
    let again = RecordID(photo: SamplePhoto(1).id.photo, recipe: today.id)
    try harness.base.createFile(at: harness.record(again), bytes: [])
    let (summary, found) = try check(harness, algorithm: 7)
    #expect(summary.olderCrops == 1)
    #expect(
      found.filter { $0.code == .olderCrop }.map(\.path) == [harness.record(SamplePhoto(2).id)])
  }
}
