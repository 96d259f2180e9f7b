import PhotoCatalog
import PhotoStore
import Testing

@Suite("Assessments")
struct AssessmentsTests {
  private let photos = [SamplePhoto(1), SamplePhoto(2)].map(\.id.photo)

  private func all(_ store: Store, version: Int) throws -> [PhotoID: [UInt8]] {
    var found: [PhotoID: [UInt8]] = [:]
    try Assessments(of: store).forEach(version: version) { found[$0] = $1 }
    return found
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `what was judged by other rules is as good as unknown`(place: StoreHarness.Place) throws {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("one") { store in
      let assessments = Assessments(of: store)
      try assessments.keep([(photos[0], [1, 2]), (photos[1], [3])], version: 1)
      #expect(try assessments.assessment(of: photos[0], version: 1) == [1, 2])
      #expect(try assessments.assessment(of: photos[0], version: 2) == nil)
      try assessments.keep([(photos[0], [4])], version: 2)
      #expect(try assessments.assessment(of: photos[0], version: 2) == [4])
      #expect(try all(store, version: 1) == [photos[1]: [3]])
      #expect(try all(store, version: 2) == [photos[0]: [4]])
      try assessments.keep([(photos[0], [5])], version: 2)
      #expect(try all(store, version: 2) == [photos[0]: [4]])
    }
  }

  @Test func `a catalog that is made again keeps them`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try Assessments(of: $0).keep([(photos[0], [7])], version: 1) }
    _ = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    try harness.run("two") { store in
      let kept = try Assessments(of: store).assessment(of: photos[0], version: 1)
      #expect(kept == [7])
    }
  }
}
