import Foundation
import Imaging
import PhotoGeometry
import Testing
import WidgetDrawing
import WidgetPreview
import _TestSupport

/// What the templates look like, coarsely, so that another version of a font changes nothing and a lost view does.
///
/// `PHOTOPREP_RECORD_WIDGETS=1 swift test --filter GoldenWidgetTests` writes `Fixtures/golden-widgets.json` again and
/// ends as failed; look at the pictures of each line that changed.
@Suite struct GoldenWidgetTests {
  /// A picture as the file has it.
  private struct Golden: Codable {
    /// The views by what they show, parents before children.
    let views: String
    /// The mean luminance, 0 to 255, of the cells of a grid of 8 by 8, by rows; transparent parts are grey.
    let luminances: [Int]

    init(_ widget: RenderedWidget) throws {
      views = widget.layout.all.map(\.node.content.word).joined(separator: " ")
      luminances = Self.grid(try widget.decoded())
    }

    private static func grid(_ pixels: PNGPixels) -> [Int] {
      var (sums, counts) = ([Double](repeating: 0, count: 64), [Double](repeating: 0, count: 64))
      let (width, height) = (pixels.size.width, pixels.size.height)
      for y in 0..<height {
        for x in 0..<width {
          let start = (y * width + x) * 4
          let part = pixels.bytes[start..<start + 4].map(Double.init)
          let light = 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2]
          let cell = y * 8 / height * 8 + x * 8 / width
          sums[cell] += 128 + (light - 128) * part[3] / 255
          counts[cell] += 1
        }
      }
      return zip(sums, counts).map { Int(($0 / max(1, $1)).rounded()) }
    }
  }

  private static let file = SharedFolder.packageRoot.appending(path: "Fixtures/golden-widgets.json")
  private static let isRecording =
    ProcessInfo.processInfo.environment["PHOTOPREP_RECORD_WIDGETS"] != nil

  private static func pictures(of name: String) throws -> [String: Golden] {
    let template = try #require(try Template(builtIn: name))
    var result: [String: Golden] = [:]
    for (family, _) in template.families {
      var request = TemplateRequest()
      (request.size, request.scale) = (family, 1)
      result["\(name), \(family)"] = try Golden(try WidgetRenderer().render(template, request))
    }
    return result
  }

  /// A cell may differ by a tenth of the scale, our choice.
  @Test(.enabled(if: !isRecording), arguments: Template.builtIn.keys.sorted())
  func `a template looks as recorded`(name: String) throws {
    let all = try JSONDecoder().decode([String: Golden].self, from: Data(contentsOf: Self.file))
    for (picture, found) in try Self.pictures(of: name) {
      let golden = try #require(all[picture], "\(picture)")
      #expect(found.views == golden.views, "\(picture)")
      let differences = zip(found.luminances, golden.luminances).map { abs($0 - $1) }
      #expect(differences.allSatisfy { $0 <= 25 }, "\(picture): \(differences)")
    }
  }

  @Test(.enabled(if: isRecording)) func `the pictures are recorded`() throws {
    var all: [String: Golden] = [:]
    for name in Template.builtIn.keys { all.merge(try Self.pictures(of: name)) { $1 } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(all), as: UTF8.self)
    try Data((text.replacing("},", with: "},\n") + "\n").utf8).write(to: Self.file)
    Issue.record("The golden pictures were recorded; look at them, and run without recording.")
  }
}
