import Foundation
import Imaging
import Testing
import _TestSupport

@Suite("Hostile files") struct HostileTests {
  /// The rows of a table beside the files, as the first two columns.
  private func table(_ path: String) throws -> [(file: String, wanted: String)] {
    String(decoding: try shared(path), as: UTF8.self).split(separator: "\n").dropFirst().map {
      let columns = $0.split(separator: "\t")
      return (String(columns[0]), String(columns[1]))
    }
  }

  @Test(.enabled(if: SharedFolder.has("hostile/pngsuite/EXPECTED.tsv")))
  func `PngSuite is accepted and rejected as its authors say`() throws {
    let rows = try table("hostile/pngsuite/EXPECTED.tsv")
    #expect(rows.count == 175)
    for row in rows {
      let error = failure(try shared("hostile/pngsuite/png/\(row.file)"), name: row.file)
      #expect((error == nil) == (row.wanted == "ACCEPT"), "\(row.file): \(error as Any)")
    }
  }

  /// The codes that each class of the table allows; classes not named here allow every outcome.
  private static let classes: [String: Set<PhotoprepError.Code>] = [
    "too_large": [.tooManyPixels],
    "corrupt": [.corruptHeader, .corruptData, .truncated, .tooMuchWork],
    "too_large_or_corrupt": [.tooManyPixels, .corruptHeader],
    "corrupt_or_unsupported": [.corruptHeader, .unsupportedFormat],
    "unsupported": [.unsupportedFormat],
    "unsupported_or_corrupt": [.emptyFile, .unsupportedFormat, .corruptHeader],
  ]

  @Test(.enabled(if: SharedFolder.has("hostile/own-bombs/EXPECTED.tsv")))
  func `decompression bombs are refused with the right error`() throws {
    var counted = 0
    for row in try table("hostile/own-bombs/EXPECTED.tsv") {
      guard let allowed = Self.classes[row.wanted] else { continue }
      counted += 1
      let error = failure(try shared("hostile/own-bombs/\(row.file)"), name: row.file)
      #expect(error.map { allowed.contains($0.code) } == true, "\(row.file): \(error as Any)")
    }
    #expect(counted >= 28)
  }
}
