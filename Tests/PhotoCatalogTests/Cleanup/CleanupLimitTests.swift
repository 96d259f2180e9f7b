import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `What a cleanup leaves alone` {
  @Test func `a name that is too long for the trash`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    let images = harness.image(SamplePhoto(1).files[0].name).removingLastComponent()
    let words = String(repeating: "a", count: 240 - 6 - 41)
    let name = "image-\(words)-0F948F29-DDC9-8A8C-8D98-9D5E00000000.jpg"
    try harness.replace(images.appending(name), [1])
    let summary = try harness.clean(CleanupOptions(gracePeriod: -9e6, allowsUnreferenced: true))
    #expect(name.utf8.count == 240 && summary.trashed.files == 5 && summary.foreign == 1)
    #expect(try harness.namesInPlace() == [name])
  }

  @Test func `a catalog, when a dry run meets a run that has the store alone`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    for number in 0..<300 {
      try harness.writeDesign("\(number).json", showing: [SamplePhoto(1).name(0)])
    }
    func catalog() throws -> ContentDigest {
      let path = harness.container.appending(".photoprep/catalog.sqlite")
      return ContentDigest(
        of: try harness.base.readFile(at: path, limit: 1 << 24, followingLinks: false).bytes)
    }
    func look() throws {
      let reader = try harness.open("look", for: .read)
      _ = try Cleanup(of: reader).plan { _ in }
      try reader.close()
    }
    let alone = try harness.open("alone", for: .alone)
    let before = try catalog()
    try look()
    #expect(try catalog() == before)
    try alone.close()
    try look()
    #expect(try catalog() != before)
  }
}
