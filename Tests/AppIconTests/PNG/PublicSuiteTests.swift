import Foundation
import Imaging
import Testing
import _TestSupport

/// One row of the list of true properties that comes with the public test suite.
private struct Expected: Sendable, CustomTestStringConvertible {
  let file: String
  let isAccepted: Bool
  let properties: [Int?]
  let testDescription: String

  init(_ line: Substring) {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    file = columns[0]
    isAccepted = columns[1] == "ACCEPT"
    // Width, height, bit depth, colour type, interlace, palette colours, tRNS.
    properties = columns[2...8].map { Int($0) }
    testDescription = file
  }

  static func all() -> [Expected] {
    guard let url = SharedFolder.url("hostile/pngsuite/EXPECTED.tsv"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().map(Expected.init)
  }
}

@Suite struct `Public PNG suite` {
  @Test(.enabled(if: SharedFolder.has("hostile/pngsuite")))
  func `has 161 valid and 14 corrupt files`() {
    let all = Expected.all()
    #expect(all.count { $0.isAccepted } == 161)
    #expect(all.count { !$0.isAccepted } == 14)
  }

  @Test(.enabled(if: SharedFolder.has("hostile/pngsuite")), arguments: Expected.all())
  fileprivate func `verdicts and properties agree`(_ expected: Expected) throws {
    let url = SharedFolder.root.appending(path: "hostile/pngsuite/png/\(expected.file)")
    let data = try Data(contentsOf: url)
    let structure = PNGStructure(data)
    #expect(
      ((try? LocalPNGReader().verify(data, structure: structure)) != nil) == expected.isAccepted)
    #expect(
      ((try? LocalPNGReader().pixels(of: data, structure: structure)) != nil) == expected.isAccepted
    )
    let header = structure.header
    let found = [
      header?.width, header?.height, header?.bitDepth, header?.colorType, header?.interlace,
      structure.paletteCount, structure.hasTransparencyChunk ? 1 : 0,
    ]
    #expect(found == expected.properties)
  }
}
