import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import Testing

/// What a cleanup makes of files that a record names beside its own four.
@Suite struct `A file that a record names` {
  private static let loose = "smart-small-manual-0B0E7A44-6B1C-8B5D-9A39-0D9B5C1D2E3F.jpg"
  private let harness: StoreHarness
  private var loose: String { Self.loose }

  /// Two photos of which the second's record names a file.
  private init(naming name: String) throws {
    harness = try StoreHarness(.memory)
    try harness.create()
    try harness.addOld(1, 2, 3)
    try harness.edit(2, toName: name)
  }

  init() throws { try self.init(naming: Self.loose) }

  private func addLoose() throws {
    let place = harness.images.appending(loose)
    try harness.replace(place, [1])
    try harness.base.setModified(place, to: harness.clock.nanoseconds - 2 * 86_400_000_000_000)
  }

  @Test func `keeps its photo when something names the file`() throws {
    try addLoose()
    try harness.writeDesign("a.json", showing: [loose])
    let summary = try harness.clean()
    #expect(summary.referenced.files == 5 && summary.trashed.files == 10)
    #expect(try harness.namesInPlace() == (SamplePhoto(2).names + [loose]).sorted())
  }

  @Test func `stays when its photo is in use, whatever else names it`() throws {
    try addLoose()
    try harness.edit(1, toName: loose)
    try harness.edit(3, toName: loose)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(3)])
    #expect(try harness.clean(CleanupOptions(gracePeriod: 0)).trashed.files == 0)
    #expect(try harness.namesInPlace().contains(loose))
  }

  @Test func `and that is another photo's keeps that photo`() throws {
    let harness = try Self(naming: SamplePhoto(3).name(1)).harness
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
    try harness.clean()
    #expect(
      try harness.namesInPlace() == (SamplePhoto(2).names + SamplePhoto(3).names).sorted())
  }

  @Test func `keeps photos along a chain of them, in whatever order they are looked at`() throws {
    let (harness, length) = (try StoreHarness(.memory), 12)
    try harness.create()
    try harness.addOld(Array(1...length + 1))
    for number in 1..<length { try harness.edit(number, toName: SamplePhoto(number + 1).name(1)) }
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    #expect(try harness.clean().trashed.files == 5)
    #expect(try harness.namesInPlace() == (1...length).flatMap { SamplePhoto($0).names }.sorted())
  }

  @Test func `in capitals is not missing when its other spelling is there`() throws {
    try addLoose()
    try harness.writeDesign("a.json", showing: [loose.lowercased(), SamplePhoto(2).name(0)])
    #expect(try harness.refusal() == nil)
  }
}

extension StoreHarness {
  /// Lets an old photo's record name another file as its small render.
  fileprivate func edit(_ number: Int, toName name: String) throws {
    let photo = SamplePhoto(number)
    try edit(
      record(photo.id), #""renderFileName": "\#(photo.name(1))""#,
      #""renderFileName": "\#(name)""#)
    try base.setModified(record(photo.id), to: clock.nanoseconds - 2 * 86_400_000_000_000)
  }
}
