import Foundation
import PhotoCatalog
import PhotoStore
import PhotoGeometry
import SystemFiles
import SystemPackage
import Testing

/// A file system where another program takes a name just before a file is put there.
private final class TakenNames: PassingFileSystem {
  let base: any FileSystem
  private let folder: FilePath
  private let isTaken = Locked(false)

  /// Takes the first name that is given in a folder.
  init(_ base: any FileSystem, in folder: FilePath) { (self.base, self.folder) = (base, folder) }

  private func take(_ target: FilePath) throws(PhotoprepError) {
    guard target.removingLastComponent() == folder else { return }
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isFirst { try base.createFile(at: target, bytes: [1]) }
  }

  func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try take(target)
    try base.place(path, at: target)
  }

  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try take(target)
    try base.rename(path, to: target)
  }
}

@Suite struct `A name that another program takes at the last moment` {
  @Test func `stays theirs, and an imported design gets another`() throws {
    let harness = try StoreHarness.empty()
    let file = try harness.package(PackageSamples.package())
    let store = try harness.open("import", TakenNames(harness.base, in: harness.designs))
    let exchange = PackageExchange(of: store)
    try exchange.carryOut(try exchange.planImport(of: file, inspect: PackageSamples.inspect))
    try store.close()
    let designs = try harness.names(harness.designs).map {
      try harness.bytes(harness.designs.appending($0))
    }
    #expect(designs.count == 2 && designs.count { $0 == [1] } == 1)
  }

  @Test func `stays theirs, and an album is not added`() throws {
    let harness = try StoreHarness.empty()
    let store = try harness.open("add", TakenNames(harness.base, in: harness.albums))
    let error = #expect(throws: PhotoprepError.self) {
      try Albums(of: store).add(Album(sourceID: "test"), named: "lake.json")
    }
    try store.close()
    #expect(error?.code == .albumExists)
    #expect(try harness.bytes(harness.albums.appending("lake.json")) == [1])
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `stays theirs, and a package is not written`(_ place: StoreHarness.Place) throws {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.addOld(1)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let folder = harness.container.removingLastComponent()
    let store = try harness.open("export", TakenNames(harness.base, in: folder))
    let file = folder.appending("out.wwdesign")
    let error = #expect(throws: PhotoprepError.self) {
      try PackageExchange(of: store).export(ExportSelection(isEverything: true), to: file) { _ in }
    }
    try store.close()
    #expect(error?.code.description == "already-exists")
    #expect(try harness.bytes(file) == [1])
    #expect(try harness.base.list(folder).count == 2)
  }
}
