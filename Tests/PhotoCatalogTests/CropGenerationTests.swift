import Foundation
import PhotoCatalog
import PhotoStore
import SystemPackage
import Testing

@Suite struct `Photos cropped by older rules` {
  private func check(
    _ harness: StoreHarness, algorithm: Int, learned: String = "learned-1"
  ) throws -> (summary: CheckSummary, found: [Finding]) {
    let generation = CropGeneration(algorithmVersion: algorithm, learnedAnalysis: learned)
    return try harness.run("check") { store in
      var found: [Finding] = []
      let summary = try StoreCheck(of: store, readData: false, generation: generation).run {
        found.append($0)
      }
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

  @Test func `are not noted unless requested`() throws {
    #expect(try store().check() == [])
  }

  /// Puts a record beside a photo's own, as another recipe would make it.
  private func addRecord(
    _ harness: StoreHarness, of photo: SamplePhoto, _ change: (inout Recipe) -> Void
  ) throws {
    var preparation = photo.record(foundAs: []).preparation
    change(&preparation.recipe)
    preparation.recipeID = preparation.recipe.id
    let record = PhotoRecord(preparation, preparedAt: Date(timeIntervalSince1970: 2_100_000_000))
    try harness.base.createFile(at: harness.record(record.id), bytes: record.bytes)
  }

  private func older(_ harness: StoreHarness) throws -> [FilePath] {
    let (summary, found) = try check(harness, algorithm: 7)
    let paths = found.filter { $0.code == .olderCrop }.map(\.path)
    #expect(summary.olderCrops == paths.count)
    return paths
  }

  @Test func `are not noted once today's crop stands beside them, whatever detectors it had`()
    throws
  {
    for subjects in ["none", "faces-12345678"] {
      let harness = try store()
      try addRecord(harness, of: SamplePhoto(1)) {
        ($0.algorithmVersion, $0.subjects, $0.encoderRevision) = (7, subjects, 9)
      }
      #expect(try older(harness) == [harness.record(SamplePhoto(2).id)])
    }
  }

  @Test func `are noted beside today's crop for other frames or by another analysis`() throws {
    let harness = try store()
    try addRecord(harness, of: SamplePhoto(1)) {
      ($0.algorithmVersion, $0.zooms) = (7, true)
    }
    try addRecord(harness, of: SamplePhoto(2)) {
      ($0.algorithmVersion, $0.analysis) = (7, "learned-1")
    }
    #expect(try older(harness).count == 2)
  }

  @Test func `are none where newer rules than these have cropped`() throws {
    let harness = try StoreHarness.empty()
    try harness.run("before") { _ in }
    try addRecord(harness, of: SamplePhoto(1)) {
      ($0.algorithmVersion, $0.analysis) = (8, "learned-9")
    }
    #expect(try older(harness) == [])
  }
}
