import Imaging
import PhotoGeometry
import Testing
import WidgetDrawing
import WidgetPreview

/// What tinted and clear Home Screens, the Lock Screen and StandBy make of a widget.
@Suite struct `Renderings` {
  /// A widget with a ground, a photo of one colour and a half transparent bar under it.
  private func widget(_ look: RenderingLook) throws -> PNGPixels {
    let photo = Node(.image(name: "photo", fills: true)).framed(20, 10)
    let half = Colour(red: 1, green: 0, blue: 0, opacity: 0.5)
    var root = Node.vstack([photo, Node.filled(.colour(half)).framed(20, 10)], spacing: 0)
    (root.style.width.max, root.style.height.max) = (.infinity, .infinity)
    root.style.background = .colour(Colour(red: 0, green: 0, blue: 1))
    let size = PixelSize(width: 20, height: 10)
    let pixels = (0..<size.area).flatMap { _ in [200, 100, 50] as [UInt8] }
    return try WidgetRenderer().render(
      root, in: PointSize(20, 30), scale: 1, pictures: ["photo": Raster(size: size, rgb: pixels)],
      look: look
    ).decoded()
  }

  private func pixel(_ pixels: PNGPixels, _ y: Int) -> [Int] { pixels[10, y].map(Int.init) }

  /// 0.2126 · 200 + 0.7152 · 100 + 0.0722 · 50 = 117.65.
  @Test(arguments: [
    (RenderingLook(), [200, 100, 50, 255]),
    (RenderingLook(.accented), [255, 255, 255, 255]),
    (RenderingLook(.accented, image: .accented), [0, 122, 255, 255]),
    (RenderingLook(.accented, image: .fullColor), [200, 100, 50, 255]),
    (RenderingLook(.accented, image: .desaturated), [255, 255, 255, 118]),
    (
      RenderingLook(
        .accented, image: .accentedDesaturated, tint: Colour(red: 0, green: 0.5, blue: 1)),
      [0, 128, 255, 118]
    ),
    (RenderingLook(.vibrant), [255, 255, 255, 118]),
  ]) func `a photo is drawn as its look requires`(look: RenderingLook, expected: [Int]) throws {
    let drawn = pixel(try widget(look), 10)
    #expect(zip(drawn, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(drawn)")
  }

  @Test func `only full color has the background, and other views are drawn in one colour`() throws
  {
    let full = try widget(RenderingLook())
    #expect(pixel(full, 1) == [0, 0, 255, 255])
    let bar = pixel(full, 20)
    #expect(abs(bar[0] - 128) <= 1 && abs(bar[2] - 128) <= 1 && bar[3] == 255)
    let accented = try widget(RenderingLook(.accented, image: .fullColor))
    #expect(pixel(accented, 1) == [0, 0, 0, 0])
    let white = pixel(accented, 20)
    #expect(white[0] >= 254 && white[1] >= 254 && white[2] >= 254 && abs(white[3] - 128) <= 1)
  }

  @Test func `a sheet shows all looks side by side, over a background that shows through`() throws {
    let looks = RenderingLook.all(tint: RenderingLook.usualTint)
    #expect(Set(looks.map(\.look)).count == 7 && Set(looks.map(\.name)).count == 7)
    var asked: [RenderingLook] = []
    let sheet = try WidgetRenderer().sheet(tint: RenderingLook.usualTint) {
      asked.append($0)
      let area = Node.filled(.colour(Colour(red: 1, green: 0.2, blue: 0.2)))
      return try WidgetRenderer().render(area, in: PointSize(40, 40), scale: 1, look: $0)
    }
    #expect(asked == looks.map(\.look))
    #expect(sheet.size == PixelSize(width: 7 * 40 + 8 * 16, height: 40 + 28 + 2 * 16))
    let pixels = try sheet.decoded()
    let middles = looks.indices.map { pixels[16 + $0 * 56 + 20, 30] }
    #expect(middles[0] == [255, 51, 51, 255] && middles[1] == [255, 255, 255, 255], "\(middles)")
    #expect(pixels[0, 0] == [58, 60, 66, 255])
  }
}
