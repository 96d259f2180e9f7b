import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `A photo that is found prepared` {
  private let old = SamplePhoto(1)
  private let harness: StoreHarness

  init() throws {
    harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
  }

  private var catalog: FilePath { harness.container.appending(".photoprep/catalog.sqlite") }

  private func renew() throws { try harness.run("renew") { try $0.renew([old.id]) } }

  @Test func `is young for the grace period from then on`() throws {
    try renew()
    harness.clock.advance(by: 86_000)
    #expect(try harness.clean().trashed.files == 0)
    harness.clock.advance(by: 401)
    #expect(try harness.clean(as: "later").trashed.files == 5)
  }

  @Test func `stays young when the catalog is made again and when its record changes`() throws {
    try renew()
    let rebuilt = try harness.run("rebuild", for: .alone) { try CatalogRebuild(of: $0).run() }
    #expect(rebuilt.isSame)
    let long = harness.clock.nanoseconds - 3 * 86_400_000_000_000
    try harness.base.setModified(harness.record(old.id), to: long)
    #expect(try harness.clean().trashed.files == 0)
  }

  @Test func `costs nothing to find again within a minute`() throws {
    try renew()
    let before = try harness.base.readFile(at: catalog, limit: 1 << 24, followingLinks: false)
    harness.clock.advance(by: 59)
    try renew()
    let after = try harness.base.readFile(at: catalog, limit: 1 << 24, followingLinks: false)
    #expect(after.bytes == before.bytes && after.status.modified == before.status.modified)
    harness.clock.advance(by: 2)
    try renew()
    let later = try harness.base.readFile(at: catalog, limit: 1 << 24, followingLinks: false)
    #expect(later.bytes != before.bytes)
  }

  @Test func `and that the catalog does not know changes nothing`() throws {
    try harness.run("renew") { try $0.renew([SamplePhoto(9).id]) }
    #expect(try harness.clean().trashed.files == 5)
  }
}
