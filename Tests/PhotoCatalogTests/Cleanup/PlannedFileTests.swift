import Foundation
import PhotoCatalog
import PhotoStore
import PhotoGeometry
import SystemFiles
import SystemPackage
import Testing

/// Writes down every call that moves a name or synchronises a folder, and acts after each move.
private final class NotingFileSystem: PassingFileSystem {
  let base: any FileSystem
  private let act: @Sendable (FilePath) -> Void
  private let calls = Locked<[String]>([])

  init(_ base: any FileSystem, after act: @escaping @Sendable (FilePath) -> Void = { _ in }) {
    (self.base, self.act) = (base, act)
  }

  var all: [String] { calls.withLock { $0 } }

  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try base.rename(path, to: target)
    act(path)
    calls.withLock { $0.append("\(path.removingLastComponent().lastComponent?.string ?? "")") }
  }

  func syncDirectory(at path: FilePath) throws(PhotoprepError) {
    try base.syncDirectory(at: path)
    calls.withLock { $0.append("sync \(path.lastComponent?.string ?? "")") }
  }
}

@Suite struct `What a cleanup planned` {
  private let harness: StoreHarness

  init() throws {
    harness = try StoreHarness(.memory)
    try harness.create()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
  }

  @Test func `stays where it changed since, its size the same`() throws {
    let photo = SamplePhoto(2)
    let place = harness.image(photo.files[2].name)
    let store = try harness.open("clean", for: .alone)
    let plan = try Cleanup(of: store).plan { _ in }
    let other = try harness.bytes(place).map { ~$0 }
    try harness.replace(place, other)
    var kept: [CleanupEvent] = []
    _ = try Cleanup(of: store).carryOut(plan) { if $0.kind == .kept { kept.append($0) } }
    try store.close()
    #expect(kept.map(\.reason) == [.changed] && kept.first?.path == place)
    #expect(try harness.bytes(place) == other)
  }

  @Test func `stays with all its images where an app changed its record since`() throws {
    let store = try harness.open("clean", for: .alone)
    let plan = try Cleanup(of: store).plan { _ in }
    let place = harness.record(SamplePhoto(2).id)
    try harness.replace(place, SamplePhoto(2).record(foundAs: [SourceName("other.jpg")]).bytes)
    var kept: [CleanupEvent] = []
    let summary = try Cleanup(of: store).carryOut(plan) { if $0.kind == .kept { kept.append($0) } }
    try store.close()
    #expect(summary.trashed.files == 0 && kept.count == 5)
    #expect(kept.allSatisfy { $0.reason == .changed })
    #expect(
      try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
  }

  @Test func `stays as an image where an app put its record back meanwhile`() throws {
    let (store, photo) = (try harness.open("clean", for: .alone), SamplePhoto(2))
    let bytes = try harness.bytes(harness.record(photo.id))
    let plan = try Cleanup(of: store).plan { _ in }
    let summary = try Cleanup(of: store).carryOut(plan) { event in
      guard event.kind == .trashed, event.path == harness.record(photo.id) else { return }
      try harness.replace(event.path, bytes)
    }
    try store.close()
    #expect(summary.trashed.files == 1)
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + photo.names).sorted())
  }

  @Test func `comes back where an app put its photo into an album meanwhile`() throws {
    let (store, photo) = (try harness.open("clean", for: .alone), SamplePhoto(2))
    let plan = try Cleanup(of: store).plan { _ in }
    let summary = try Cleanup(of: store).carryOut(plan) { event in
      if event.kind == .trashed { try harness.writeDesign("b.json", showing: [photo.name(0)]) }
    }
    try store.close()
    #expect(summary.trashed.files == 5 && summary.restored.files == 5)
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + photo.names).sorted())
    #expect(try harness.check() == [])
  }

  @Test func `does not count as gone where an app put its photo into an album meanwhile`() throws {
    let photo = SamplePhoto(2)
    // This may be an import that is under way.
    try harness.writeDesign("half.json", showing: [SamplePhoto(3).name(0)])
    let hourAgo = harness.clock.now.addingTimeInterval(-3600).nanoseconds
    try harness.base.setModified(harness.design("half.json"), to: hourAgo)
    let app = NotingFileSystem(harness.base) { [harness] path in
      if path != harness.record(photo.id) { return }
      try? harness.writeDesign("b.json", showing: [photo.name(0)])
    }
    let store = try harness.open("remove", app, for: .alone)
    #expect(try Cleanup.removeUnused([photo.id], in: store) == [])
    try store.close()
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + photo.names).sorted())
  }

  @Test func `waits for an app that is changing a record, until a person interrupts it`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    let app = try PlainFile.lock(folder: URL(filePath: harness.container.string + "/Photos"))
    let waits = Locked<[FilePath]>([])
    var environment = harness.environment("clean")
    environment.keepsWaiting = { path in
      { _ in
        waits.withLock { $0.append(path) }
        return false
      }
    }
    let store = try Store.open(at: harness.container, for: .alone, in: environment)
    let cleanup = Cleanup(of: store, CleanupOptions(allowsUnreferenced: true))
    let plan = try cleanup.plan { _ in }
    let error = #expect(throws: PhotoprepError.self) { try cleanup.carryOut(plan) { _ in } }
    #expect(error?.code == .storeLocked)
    #expect(waits.withLock(\.self) == [harness.container.appending("Photos")])
    #expect(try harness.namesInPlace() == SamplePhoto(1).names)
    // What is done until then is told.
    let summary = try cleanup.carryOut(plan, while: { waits.withLock(\.count) == 1 }) { _ in }
    #expect(summary.wasInterrupted && summary.orphans.files == 5 && summary.trashed.files == 0)
    try app.close()
    #expect(try cleanup.carryOut(plan) { _ in }.trashed.files == 5)
    try store.close()
  }

  @Test func `is durably gone as a record before the first of its images goes`() throws {
    let noting = NotingFileSystem(harness.base)
    try harness.clean(in: noting)
    let calls = noting.all
    let record = try #require(calls.firstIndex(of: "Photos"))
    let image = try #require(calls[record...].firstIndex(of: ContainerLayout.standard.images))
    #expect(calls[record..<image].contains("sync trash"))
    #expect(calls[record..<image].contains("sync Photos"))
  }

  @Test func `comes back as an imported image when a design names it again`() throws {
    let name = ImportedFileName(.image, of: ContentDigest(of: [7])).description
    let place = harness.container.appending(ContainerLayout.standard.images).appending(name)
    try harness.base.createFile(at: place, bytes: [7])
    try harness.base.setModified(place, to: harness.clock.nanoseconds - 2 * 86_400_000_000_000)
    try harness.clean()
    #expect(try harness.namesInTrash().contains { name.hasSuffix($0) })
    #expect(try !harness.namesInPlace().contains(name))
    try harness.writeDesign("b.json", showing: [name])
    #expect(try harness.clean(as: "again").restored.files == 1)
    #expect(try harness.bytes(place) == [7])
  }
}
