import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

/// The direct way from a JPEG's planes against the way through libvips.
@Suite("JPEG planes") struct JPEGPlanesTests {
  /// What libvips makes of a file, as stored, or `nil` where it refuses.
  private func throughLibvips(_ bytes: [UInt8], shrink: Int) -> PlanarPicture? {
    guard Libvips.startFailure == nil else { return nil }
    return try? bytes.withUnsafeBytes { buffer in
      try VipsPicture.open(buffer, as: .jpeg, shrink: shrink)
        .opaqueSRGB(on: .white).inMemory().planes()
    }
  }

  /// The mean difference of two pictures of the same size.
  private func difference(_ a: PlanarPicture, _ b: PlanarPicture) throws -> Double {
    let (a, b) = (try a.rgb(), try b.rgb())
    return Double(zip(a, b).map { abs(Int($0) - Int($1)) }.reduce(0, +)) / Double(a.count)
  }

  @Test(arguments: [1, 2, 4, 8])
  func `planes show what libvips shows`(shrink: Int) throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let direct = try #require(try DecodedJPEG(bytes, shrink: shrink)).picture
    let other = try #require(throughLibvips(bytes, shrink: shrink))
    #expect(direct.size == other.size)
    #expect(try difference(direct, other) < 1.5)
  }

  @Test(.enabled(if: SharedFolder.has("hostile/sample.tsv")))
  func `both ways accept and refuse the same files`() throws {
    let folder = try #require(SharedFolder.url("hostile/sample"))
    var (direct, refused) = (0, 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      guard let source = try? PhotoSource(bytes: bytes, name: file), source.isPlainSRGB,
        source.header.format == .jpeg, source.header.size.area < 400_000
      else { continue }
      let other = throughLibvips(bytes, shrink: 1)
      do {
        guard let decoded = try DecodedJPEG(bytes, shrink: 1) else { continue }
        direct += 1
        let wanted = try #require(other, "libvips refuses \(file)")
        #expect(decoded.picture.size == wanted.size, "\(file)")
        #expect(try difference(decoded.picture, wanted) < 3, "\(file)")
      } catch is JPEGFailure {
        refused += 1
        #expect(other == nil, "libvips shows \(file)")
      }
    }
    print("\(direct) files decoded both ways, \(refused) refused")
    #expect(direct >= 10)
  }

  @Test func `data that ends early is refused`() throws {
    let whole = try TestScene.jpeg(1)
    let cut = Array(whole.dropLast(whole.count / 8))
    #expect(throws: JPEGFailure.self) { try DecodedJPEG(cut, shrink: 1) }
  }

  @Test func `grey is left to libvips`() throws {
    let grey = [UInt8](try Data(contentsOf: Fixture.url("formats/grey.jpg")))
    #expect(try DecodedJPEG(grey, shrink: 1) == nil)
  }
}
