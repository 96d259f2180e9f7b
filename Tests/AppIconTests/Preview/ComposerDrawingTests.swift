import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Drawing Icon Composer documents` {
  private struct Drawn {
    let pixels: PNGPixels
    let undrawn: [String]

    /// Red, green and blue at a point of the canvas.
    subscript(x: Int, y: Int) -> [UInt8] {
      let offset = (y * pixels.size.width + x) * 4
      return Array(pixels.bytes[offset..<offset + 3])
    }
  }

  private func draw(
    _ document: String, _ assets: [String: String] = ["a.svg": ComposerSample.square()],
    _ appearance: IconRole.Appearance = .any, png: Data? = nil
  ) throws -> Drawn {
    var tree = ComposerSample.tree(document, assets)
    if let png { tree.add("AppIcon.icon/Assets/p.png", png) }
    let directory = try tree.write()
    let folder = directory.url.path + "/AppIcon.icon"
    let value = try #require(ComposerIcon(path: folder).document.value)
    let reader = LocalPNGReader()
    let drawing = ComposerDrawing(
      folder: folder, document: value, appearance: appearance, reader: reader)
    let size = PixelSize(width: 1024, height: 1024)
    let pixels = try reader.pixels(ofDrawing: Data(drawing.svg.utf8), size: size)
    return Drawn(pixels: pixels, undrawn: drawing.undrawn)
  }

  /// The colours 30 points from the upper edge, in the middle, and 30 points from the lower edge.
  private func column(_ drawn: Drawn) -> [[UInt8]] { [30, 512, 993].map { drawn[512, $0] } }

  @Test func `a layer lies in its own colours on the background, which falls from light to less`()
    throws
  {
    let plain = try draw(ComposerSample.document())
    #expect(column(plain) == [[255, 255, 255], [255, 0, 0], [245, 245, 245]])
    #expect(plain.undrawn == [])
    let solid = try draw(
      ComposerSample.document(root: #""fill": {"solid": "srgb:0,0.5,1,1"},"#))
    #expect(column(solid) == [[0, 128, 255], [255, 0, 0], [0, 128, 255]])
    let gradient = #"{"linear-gradient": ["gray:0,1", "gray:1,1"], "orientation": "#
    let turned = try draw(
      ComposerSample.document(
        root: #""fill": \#(gradient){"start": {"x": 1, "y": 0}, "stop": {"x": 0, "y": 0}}},"#))
    #expect(turned[2, 9][0] > 250 && turned[1020, 9][0] < 5)
  }

  @Test func `a colour alone becomes a gradient that ends in it`() throws {
    let drawn = try draw(
      ComposerSample.document(root: #""fill": {"automatic-gradient": "srgb:0,0,0.5,1"},"#))
    let (top, bottom) = (drawn[5, 2], drawn[5, 1021])
    #expect(bottom == [0, 0, 128] && top[2] > 135 && top[0] > 20)
  }

  @Test
  func `dark and tinted icons have the system's dark background unless the document says another`()
    throws
  {
    let light = #""fill": {"solid": "srgb:0,0.5,1,1"},"#
    for appearance in [IconRole.Appearance.dark, .tinted] {
      let drawn = try draw(ComposerSample.document(root: light), appearance)
      #expect(column(drawn) == [[31, 31, 31], [255, 0, 0], [15, 15, 15]])
    }
    let special =
      #""fill-specializations": [{"value": "system-light"}, {"appearance": "dark", "value": {"solid": "srgb:0,0,1,1"}}],"#
    #expect(try draw(ComposerSample.document(root: special), .dark)[9, 9] == [0, 0, 255])
    #expect(try draw(ComposerSample.document(root: special))[9, 9] == [255, 255, 255])
  }

  private func draw(
    _ document: String, _ appearance: IconRole.Appearance
  ) throws -> Drawn {
    try draw(document, ["a.svg": ComposerSample.square()], appearance)
  }

  @Test func `a fill takes the place of the picture's colours, by appearance and shape`() throws {
    let fills = #"""
      "fill-specializations": [{"value": "none"}, {"idiom": "circle", "value": {"solid": "gray:1,1"}},
      {"idiom": "square", "value": {"solid": "srgb:0,1,0,1"}}, {"appearance": "dark", "value": {"solid": "srgb:0,0,1,0.5"}},
      {"appearance": "tinted", "value": "automatic"}],
      """#
    let document = ComposerSample.document(layer: fills, root: #""fill": "system-dark","#)
    #expect(try draw(document)[512, 512] == [0, 255, 0])
    let half = try draw(document, .dark)[512, 512]
    #expect(abs(Int(half[2]) - 139) <= 2 && abs(Int(half[0]) - 11) <= 2)
    #expect(try draw(document, .tinted)[512, 512] == [255, 0, 0])
    #expect(try draw(document)[100, 512][0] < 32)
  }

  @Test func `positions are from the middle, downwards, and a group's is around its layers'`()
    throws
  {
    let layer = #""position": {"scale": 0.5, "translation-in-points": [0, -100]},"#
    let group = #""position": {"scale": 2, "translation-in-points": [50, 0]},"#
    let drawn = try draw(ComposerSample.document(layer: layer, group: group))
    // 512 + 50 and 512 − 200 is the middle of a square of 512.
    #expect(drawn[562, 312] == [255, 0, 0])
    #expect(drawn[308, 312] == [255, 0, 0] && drawn[303, 312][1] > 200)
    #expect(drawn[562, 58] == [255, 0, 0] && drawn[562, 54][1] > 200)
    #expect(drawn[562, 566] == [255, 0, 0] && drawn[562, 570][1] > 200)
  }

  @Test func `the first layer and the first group are in front, and what is hidden is not drawn`()
    throws
  {
    let assets = [
      "r.svg": ComposerSample.square(), "g.svg": ComposerSample.square("#00ff00"),
      "b.svg": ComposerSample.square("#0000ff"),
    ]
    func layer(_ name: String, _ more: String = "") -> String {
      "{\(more)\"image-name\":\"\(name).svg\"}"
    }
    func groups(_ first: String, _ second: String) -> String {
      "{\"groups\":[{\"layers\":[\(first)]},{\"layers\":[\(second)]}]}"
    }
    let both = groups(layer("r") + "," + layer("g"), layer("b"))
    #expect(try draw(both, assets)[512, 512] == [255, 0, 0])
    let hidden = groups(layer("r", "\"hidden\":true,") + "," + layer("g"), layer("b"))
    #expect(try draw(hidden, assets)[512, 512] == [0, 255, 0])
    let special = #""hidden-specializations":[{"appearance":"dark","value":true}],"#
    let dark = groups(layer("r", special), layer("b"))
    #expect(try draw(dark, assets, .dark)[512, 512] == [0, 0, 255])
    #expect(try draw(dark, assets)[512, 512] == [255, 0, 0])
  }

  @Test func `opacity and blend modes are those of CSS, and others are named`() throws {
    let grey = #""fill": {"solid": "gray:0.5,1"},"#
    let opacity = try draw(ComposerSample.document(layer: #""opacity": 0.5,"#, root: grey))
    #expect(opacity[512, 512] == [192, 64, 64] || opacity[512, 512] == [191, 64, 64])
    let multiply = try draw(
      ComposerSample.document(group: #""blend-mode": "multiply","#, root: grey))
    #expect(multiply[512, 512] == [128, 0, 0])
    let other = try draw(
      ComposerSample.document(layer: #""blend-mode": "dissolve","#, root: grey))
    #expect(other[512, 512] == [255, 0, 0])
    #expect(other.undrawn == ["The blend mode 'dissolve' of layer 'A' is drawn as 'normal'."])
  }

  @Test func `what is to be added is added to all that lies behind it`() throws {
    // Behind is (51, 102, 204), on which (102, 51, 153) lies.
    let root = #""fill": {"solid": "srgb:0.2,0.4,0.8,1"},"#
    let square = ComposerSample.square("#663399")
    func colour(layer: String = "", group: String = "") throws -> [UInt8] {
      let drawn = try draw(
        ComposerSample.document(layer: layer, group: group, root: root), ["a.svg": square])
      #expect(drawn.undrawn.isEmpty)
      #expect(drawn[10, 10] == [51, 102, 204])
      return drawn[512, 512]
    }
    #expect(try colour(layer: #""blend-mode": "plus-lighter","#) == [153, 153, 255])
    #expect(try colour(layer: #""blend-mode": "plus-darker","#) == [0, 0, 102])
    #expect(try colour(group: #""blend-mode": "plus-lighter","#) == [153, 153, 255])
    #expect(
      try colour(layer: #""blend-mode": "plus-lighter","opacity":0.6667,"#) == [119, 136, 255])
    // In a group that is blended itself, nothing is behind but the group's.
    #expect(
      try colour(layer: #""blend-mode": "plus-lighter","#, group: #""blend-mode": "multiply","#)
        == [20, 20, 122])
    // Of two that add, the second has the first behind it.
    let layers = #"{"blend-mode":"plus-lighter","image-name":"a.svg"}"#
    let twice = try draw(
      "{\(root)\"groups\":[{\"layers\":[\(layers),\(layers)]}]}",
      ["a.svg": ComposerSample.square("#1a1a1a")])
    #expect(twice[512, 512] == [103, 154, 255] && twice[10, 10] == [51, 102, 204])
  }

  @Test
  func `pictures are drawn sharp in whatever size they have, and colours of Display P3 are kept`()
    throws
  {
    let small = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 16 16">
      <rect x="4" y="4" width="8" height="8" fill="color(display-p3 1 1 1)"/></svg>
      """
    let place = #""position": {"scale": 64, "translation-in-points": [0, 0]},"#
    let drawn = try draw(
      ComposerSample.document(layer: place, root: #""fill": "system-dark","#), ["a.svg": small])
    #expect(drawn[258, 512] == [255, 255, 255] && drawn[253, 512][0] < 32)
    #expect(
      ComposerColour("display-p3:1,0,0,0.5")?.colour == RGBColour(red: 255, green: 0, blue: 0))
    #expect(ComposerColour("display-p3:0.5,0.5,0.5,1")?.colour == RGBColour("#808080"))
    #expect(
      ComposerColour("extended-gray:1.2,1") == ComposerColour(RGBColour.white)
        && ComposerColour("lab:1,2,3,1") == nil && ComposerColour("gray:1,2,3,4") == nil)
  }

  @Test func `a PNG is drawn in its own size`() throws {
    let png = IconTree.small(512)
    let drawn = try draw(
      ComposerSample.document(root: #""fill": "system-dark","#, image: "p.png"), [:], png: png)
    #expect(drawn[250, 512][0] < 32 && drawn[774, 512][0] < 32)
    #expect(drawn[750, 512] != drawn[250, 512] && drawn[750, 512][0] > 32)
  }

  @Test func `what cannot be drawn is said, and reaches no file`() throws {
    let outside = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">
      <image width="9" height="9" xlink:href="file:///etc/hostname"/><text>A</text></svg>
      """
    let drawn = try draw(
      """
      {"fill": "plaid", "color-space-for-untagged-svg-colors": "display-p3",
      "groups": [{"fill": "none", "name": "G", "layers": [{"image-name": "none.svg"},
      {"image-name": "a.svg", "name": "T"}, {"image-name": "b.txt"}]}]}
      """, ["a.svg": outside, "b.txt": "no picture"])
    #expect(
      drawn.undrawn == [
        "The fill 'plaid' of the background is not known.", "The fill of group 'G' is not drawn.",
        "The picture 'b.txt' of layer 'b.txt' cannot be drawn.",
        "Text in the picture 'a.svg' is not drawn.",
        "The picture 'none.svg' of layer 'none.svg' cannot be drawn.",
        "Colours of SVGs are drawn as sRGB, where the document says Display P3.",
      ])
  }

  @Test func `a preview has a document's three appearances and says that glass is not drawn`()
    throws
  {
    let directory = try ComposerSample.tree(ComposerSample.document()).write()
    let path = directory.url.path + "/AppIcon.icon"
    let drawn = try IconPreview.drawn(path, sides: [32], reader: LocalPNGReader())
    let preview = try LocalPNGReader().pixels(of: drawn.png, structure: PNGStructure(drawn.png))
    let middles = (0..<3).map { row in
      let offset = ((row * 112 + 56) * preview.size.width + 56) * 4
      return Array(preview.bytes[offset..<offset + 3])
    }
    #expect(middles[0] == [255, 0, 0] && middles[1] == [255, 0, 0])
    #expect(middles[2][0] > middles[2][2] && middles[2][0] < 80)
    #expect(
      drawn.notes.count == 1
        && drawn.notes[0].hasPrefix("\(path): Its layers are drawn flat. Glass"))
    try FileManager.default.removeItem(atPath: path + "/icon.json")
    let error = #expect(throws: PhotoprepError.self) { try IconPreview.png(of: path) }
    #expect(error?.code == .sourceUnusable && error?.remedy?.contains("icon validate") == true)
  }

  @Test func `a file that is not a drawing is refused with the library's words`() {
    let size = PixelSize(width: 9, height: 9)
    func refusal(_ text: String) -> PNGRefusal? {
      do throws(PNGRefusal) {
        _ = try PNGPixels(drawing: Data(text.utf8), size: size)
        return nil
      } catch { return error }
    }
    let other = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="9"/>"#
    #expect(refusal("<svg")?.description.hasPrefix("is not drawn; librsvg says: ") == true)
    #expect(refusal(other)?.description.contains("8×9") == true)
    #expect(refusal(other.replacing("8", with: "9")) == nil)
  }
}
