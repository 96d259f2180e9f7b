import Foundation
import Imaging
import PhotoGeometry
import Testing
import WidgetDrawing
import WidgetPreview
import _TestSupport

/// A user's own symbols, in the place of photoprep's.
@Suite struct SymbolFolderTests {
  private let directory: TemporaryDirectory
  private let red = Colour(red: 1, green: 0, blue: 0)

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["cart.fill.svg", "own.logo.svg", "notes.txt"] {
      try Data("<svg/>".utf8).write(to: directory.url.appending(path: name))
    }
  }

  /// A symbol whose left half is opaque and black.
  private func half(_ side: Int) -> PNGPixels {
    let bytes = (0..<side * side).flatMap { [0, 0, 0, $0 % side < side / 2 ? 255 : 0] as [UInt8] }
    return PNGPixels(size: PixelSize(width: side, height: side), bytes: bytes)
  }

  private func widget(
    _ name: String, _ symbols: SymbolFolder?, size: Double = 20
  ) throws -> (notes: [String], pixel: (Int, Int) -> [UInt8]) {
    let node = Node(.symbol(name: name, size: size, weight: 400, colour: red))
    let widget = try WidgetRenderer(symbols: symbols)
      .render(node, in: PointSize(20, 20), scale: 2)
    let pixels = try widget.decoded()
    return (widget.notes, { pixels[$0, $1] })
  }

  private func folder(_ draw: @escaping SymbolFolder.Drawing) throws -> SymbolFolder {
    try SymbolFolder(directory.url.path, drawnBy: draw)
  }

  @Test(arguments: ["own.logo", "cart.fill"])
  func `a symbol of the folder is drawn in the view's colour at its size in pixels`(name: String)
    throws
  {
    let (notes, pixel) = try widget(
      name,
      folder { _, side in
        #expect(side == 40)
        return half(side)
      })
    #expect(notes.isEmpty)
    #expect(pixel(10, 20) == [255, 0, 0, 255] && pixel(30, 20)[3] == 0)
  }

  @Test
  func `photoprep's symbols replace missing ones, and a misspelt name gets a suggestion`()
    throws
  {
    let symbols = try folder { _, side in half(side) }
    #expect(try widget("heart.fill", symbols).notes.isEmpty)
    let start = "There is no drawing of the symbol"
    let end = "a dotted square stands in."
    #expect(
      try widget("own.lgo", symbols).notes == [
        "\(start) 'own.lgo'; \(end) Did you mean 'own.logo'?"
      ])
    #expect(
      try widget("hert.fill", nil).notes
        == ["\(start) 'hert.fill'; \(end) Did you mean 'heart.fill'?"])
    #expect(try widget("own.logo", nil).notes == ["\(start) 'own.logo'; \(end)"])
  }

  @Test func `a symbol that cannot be drawn gets a reason and photoprep's own in its place`() throws
  {
    let symbols = try folder { _, _ in throw PNGRefusal.drawing("no luck") }
    let (notes, pixel) = try widget("cart.fill", symbols)
    #expect(
      notes
        == [
          "The symbol 'cart.fill.svg' is not drawn; librsvg says: no luck; photoprep's own stands in."
        ])
    #expect((0..<40).contains { pixel($0, 20)[3] > 0 })
  }

  @Test func `a folder that does not exist or has no SVG is an error`() throws {
    let draw: SymbolFolder.Drawing = { _, side in half(side) }
    let missing = try #require(throws: DrawingError.self) {
      try SymbolFolder("/no/such", drawnBy: draw)
    }
    #expect(missing.description.contains("/no/such: There is no folder of symbols"))
    let empty = try TemporaryDirectory()
    let none = try #require(throws: DrawingError.self) {
      try SymbolFolder(empty.url.path, drawnBy: draw)
    }
    #expect(none.description.contains("There is no symbol here"))
  }
}
