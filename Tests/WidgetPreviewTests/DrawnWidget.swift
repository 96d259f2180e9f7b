import Foundation
import Imaging
import WidgetDrawing
import WidgetPreview

extension RenderedWidget {
  /// The pixels of the widget's PNG.
  func decoded() throws -> PNGPixels {
    let png = Data(try png())
    return try LocalPNGReader().pixels(of: png, structure: PNGStructure(png))
  }
}

extension PNGPixels {
  /// Red, green, blue and opacity of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * size.width + x) * 4
    return Array(bytes[start..<start + 4])
  }
}

extension Content {
  /// The text of a view that shows one.
  var run: TextRun? { if case .text(let run) = self { run } else { nil } }
}
