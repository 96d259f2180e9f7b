import Foundation
import PhotoCatalog
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Albums in packages")
struct AlbumPartsTests {
  let directory: TemporaryDirectory
  private let store: FilePath
  private var records: [PhotoRecord] = []

  init() throws {
    directory = try TemporaryDirectory()
    store = FilePath(directory.url.appending(path: "store").path)
    let photos = [1, 3, 6].map { FilePath(Fixture.url("orientation/\($0).jpg").path) }
    _ = try PrepRun(PrepRequest(inputs: photos, store: store, jobs: 1)).run { _ in }
    let container = try PhotoContainer(url: URL(filePath: store.string))
    records = try container.recordIDs().map { try container.record($0) }
  }

  private func parts(
    images: Int, _ body: (AlbumParts, PackageExchange) throws -> Void
  ) throws {
    var album = Album(sourceID: "test")
    album.add(records)
    let limits = PackageLimits(byteCount: 64 << 20, imageCount: images, decodedByteCount: 256 << 20)
    try Store.open(at: store, for: .read, in: .now).closing { store in
      let exchange = PackageExchange(of: store, limits: limits)
      let parts = try AlbumParts(
        of: album, named: "Trip.json", records, title: "Trip", in: exchange)
      try body(parts, exchange)
    }
  }

  @Test func `one package takes what fits, with all masters`() throws {
    let images = records.flatMap(\.image.allReferencedFileNames)
    try parts(images: Set(images).count) { parts, exchange in
      #expect(parts.counts == [3] && parts.designs.count == 1)
      let fits = try exchange.fits(parts.designs[0])
      #expect(fits)
    }
  }

  @Test func `what is too much goes without masters first, and then in parts`() throws {
    // Four renders each, and the master of the one that the design shows.
    try parts(images: 13) { parts, _ in #expect(parts.counts == [3]) }
    try parts(images: 12) { parts, _ in #expect(parts.counts == [2, 1]) }
    try parts(images: 8) { parts, exchange in
      #expect(parts.counts == [1, 1, 1])
      var files: [String] = []
      let first = FilePath(directory.url.appending(path: "trip.wwdesign").path)
      try exchange.export(parts.designs, to: first) { package in
        files.append(package.file.lastComponent?.string ?? "")
        #expect(package.designCount == 1 && package.albumCount == 1 && package.imageCount == 5)
      }
      #expect(files == ["trip.wwdesign", "trip-2.wwdesign", "trip-3.wwdesign"])
      // Exported again, smaller: what is left of the larger one is told and stays.
      var others: [[String]] = []
      try exchange.export(Array(parts.designs.prefix(1)), to: first, replacing: true) { package in
        others.append(package.others.compactMap { $0.lastComponent?.string })
      }
      #expect(others == [["trip-2.wwdesign", "trip-3.wwdesign"]])
      #expect(FileManager.default.fileExists(atPath: first.numbered(3).string))
    }
  }
}
