import Foundation
import Testing
import _TestSupport

@testable import Imaging

/// Coefficients that are kept packed against those that libjpeg keeps.
@Suite("Packed coefficients") struct PackedCoefficientsTests {
  private let progressive: [UInt8]

  init() throws {
    progressive = [UInt8](try Data(contentsOf: Fixture.url("formats/progressive.jpg")))
  }

  /// The samples of every plane without padding, of a file packed or not.
  private func samples(
    _ bytes: [UInt8], shrink: Int = 1, isPacked: Bool
  ) throws -> [[UInt8]] {
    let decoded = try DecodedJPEG(bytes, shrink: shrink, packedFrom: isPacked ? 0 : .max)
    return try #require(decoded).picture.bands.map { band in
      band.plane.withSamples { samples in
        (0..<band.plane.height).flatMap { y in
          UnsafeBufferPointer(start: samples + y * band.plane.stride, count: band.plane.width)
        }
      }
    }
  }

  /// The file up to one of its scans, which leaves blocks coarse and libjpeg smoothing them.
  private func cut(beforeScan index: Int) throws -> [UInt8] {
    let starts = progressive.indices.dropLast().filter {
      progressive[$0] == 0xFF && progressive[$0 + 1] == 0xDA
    }
    return progressive[..<(try #require(starts.dropFirst(index).first))] + [0xFF, 0xD9]
  }

  @Test(arguments: [1, 2, 4, 8])
  func `packing changes no sample`(shrink: Int) throws {
    let plain = try samples(progressive, shrink: shrink, isPacked: false)
    #expect(try samples(progressive, shrink: shrink, isPacked: true) == plain)
  }

  @Test(arguments: 1...4)
  func `packing changes no sample of a picture whose last scans are missing`(scans: Int) throws {
    let coarse = try cut(beforeScan: scans)
    let plain = try samples(coarse, isPacked: false)
    #expect(plain != (try samples(progressive, isPacked: false)))
    #expect(try samples(coarse, isPacked: true) == plain)
  }

  @Test func `data that ends early is refused in the same words`() throws {
    let half = Array(progressive.prefix(progressive.count / 2))
    let messages = [0, Int.max].map { packedFrom in
      do throws(JPEGFailure) {
        _ = try DecodedJPEG(half, shrink: 1, packedFrom: packedFrom)
        return nil as String?
      } catch {
        return error.detail
      }
    }
    #expect(messages[0] != nil)
    #expect(messages[0] == messages[1])
  }
}
