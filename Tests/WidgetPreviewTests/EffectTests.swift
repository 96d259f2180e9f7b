import Foundation
import Imaging
import PhotoGeometry
import Testing
import WidgetDrawing
import WidgetPreview

/// Shadows, blur, rotation and layers, pixel by pixel.
@Suite struct EffectTests {
  private let black = Colour(red: 0, green: 0, blue: 0)
  private let red = Colour(red: 1, green: 0, blue: 0)

  private func square(_ side: Double, _ colour: Colour) -> Node {
    .filled(.colour(colour)).framed(side, side)
  }

  /// The pixel of a column and row of a picture of 60 points at a scale of 1.
  private func pixels(_ node: Node) throws -> (Int, Int) -> [UInt8] {
    let widget = try WidgetRenderer().render(node, in: PointSize(60, 60), scale: 1)
    let pixels = try widget.decoded()
    return { pixels[$0, $1] }
  }

  @Test(arguments: [2.0, 6, 12]) func `a shadow lies below at its offset and fades`(
    radius: Double
  ) throws {
    var node = square(20, red)
    node.style.shadow = Shadow(black, radius: radius, offset: PointSize(10, 0))
    let pixel = try pixels(node)
    #expect(pixel(30, 30) == [255, 0, 0, 255])
    // The square ends at 40, its shadow in the middle of its edge at 50.
    let edge = pixel(50, 30)
    #expect(edge[0] == 0 && (60...150).contains(edge[3]), "\(edge)")
    #expect(pixel(43, 30)[3] > edge[3])
    #expect(pixel(58, 30)[3] < edge[3])
  }

  /// The share of a Gaussian that lies beside an edge, 0 to 255.
  private func opacity(_ distance: Double, _ deviation: Double) -> Int {
    Int(255 * 0.5 * erfc(distance / deviation / 2.0.squareRoot()))
  }

  @Test(arguments: [3.0, 6, 11]) func `a blur is a Gaussian`(radius: Double) throws {
    var node = square(60, red)
    node.style.offset = PointSize(30, 0)
    node.style.blur = radius
    let pixel = try pixels(node)
    // Pixels are half a point wide on each side of their middle.
    let left = pixel(Int(30 - radius), 30)
    #expect(abs(Int(left[3]) - opacity(radius - 0.5, radius)) <= 10, "\(left)")
    #expect(abs(Int(pixel(30, 30)[3]) - opacity(-0.5, radius)) <= 10)
    #expect(left[0] == 255)
  }

  @Test func `a view rotates around its middle`() throws {
    var bar = square(40, red)
    bar.style.height.fixed = 4
    bar.style.rotation = 90
    let pixel = try pixels(bar)
    #expect(pixel(30, 15) == [255, 0, 0, 255])
    #expect(pixel(15, 30)[3] == 0)
  }

  @Test func `a background lies behind its view and an overlay in front of it`() throws {
    var node = square(20, red)
    node.style.underlay = Layer(square(30, black))
    node.style.overlay = Layer(square(6, black))
    let pixel = try pixels(node)
    #expect(pixel(30, 30) == [0, 0, 0, 255])
    #expect(pixel(24, 30) == [255, 0, 0, 255])
    #expect(pixel(17, 30) == [0, 0, 0, 255])
  }

  @Test func `a gauge is a whole ring with a marker in a gap`() throws {
    var gauge = Gauge(value: 1, goal: 2, tint: red)
    gauge.marker = black
    let pixel = try pixels(Node(.gauge(gauge)))
    // Half of the ring is its highest point, 3 points below the edge; the gap is 5.4 wide on each side.
    #expect(pixel(30, 3) == [0, 0, 0, 255])
    #expect(pixel(34, 3)[3] < 128)
    for (x, y) in [(3, 30), (57, 30)] { #expect(pixel(x, y) == [255, 0, 0, 255]) }
    #expect(pixel(30, 57)[3] == 0)
  }

  @Test func `a picture without a transparent pixel has no alpha channel`() throws {
    // Byte 25 is the colour type: 2 is RGB, 6 has alpha (PNG third edition, 11.2.1).
    for (corner, type) in [(0.0, 2), (8, 6)] {
      let widget = try WidgetRenderer().render(
        square(60, red), in: PointSize(60, 60), scale: 1, cornerRadius: corner)
      #expect(try widget.png()[25] == UInt8(type))
      #expect(try widget.decoded()[30, 30] == [255, 0, 0, 255])
    }
  }

  @Test func `a large gradient from top to bottom has its colours and no bands`() throws {
    let colours = [try #require(Colour(hex: "#202020")), try #require(Colour(hex: "#242424"))]
    let widget = try WidgetRenderer().render(
      .filled(.gradient(Gradient(colours))), in: PointSize(800, 800), scale: 1)
    let pixels = try widget.decoded()
    func row(_ y: Int) -> [Int] { (0..<800).map { Int(pixels[$0, y][0]) } }
    // A tenth of the way from 32 to 36 is 32.4: four of ten pixels are 33.
    for (y, mean) in [(80, 32.4), (400, 34), (720, 35.6)] {
      let found = row(y)
      #expect(abs(Double(found.reduce(0, +)) / 800 - mean) < 0.15)
      #expect(Set(found).count <= 2)
    }
    #expect(Set(row(80)) == [32, 33])
  }

  /// A radius of 20 reaches 30.6 points along each side, and on the diagonal as far as a circle's, to within a pixel.
  @Test func `corners are continuous, or circular if there is no room`() throws {
    func opacity(_ side: Double) throws -> (Int, Int) -> UInt8 {
      var node = Node(.zstack([square(side, red)], alignment: Alignment()))
      node.style.cornerRadius = 20
      let widget = try WidgetRenderer().render(node, in: PointSize(side, side), scale: 1)
      let pixels = try widget.decoded()
      return { pixels[$0, $1][3] }
    }
    // A circle leaves its side at 20: at 22 only the continuous corner is not quite opaque.
    let (continuous, circular) = (try opacity(80), try opacity(50))
    #expect(continuous(22, 0) < 255 && circular(22, 0) == 255)
    #expect(continuous(32, 0) == 255)
    for corner in [continuous, circular] {
      #expect(corner(4, 4) == 0 && corner(7, 7) == 255)
    }
    for (x, y) in [(57, 0), (0, 22), (79, 57), (22, 79)] { #expect(continuous(x, y) < 255) }
  }

  @Test func `a background lies behind the widget and outside its mask`() throws {
    let widget = try WidgetRenderer().render(
      square(60, red), in: PointSize(60, 60), scale: 1, cornerRadius: 20,
      look: RenderingLook(.vibrant), ground: black)
    let pixels = try widget.decoded()
    #expect(pixels[0, 0] == [0, 0, 0, 255])
    #expect(pixels[30, 30] == [54, 54, 54, 255])
  }

  @Test func `a capacity gauge is drawn up to its value, and the rest fainter`() throws {
    var gauge = Gauge(value: 1, goal: 4, tint: red)
    gauge.style = .circularCapacity
    let ring = try pixels(Node(.gauge(gauge)))
    // The ring is 6 wide; it begins at the top, and a quarter of it is at the right.
    #expect(ring(50, 10)[3] == 255)
    #expect((70...82).contains(Int(ring(10, 50)[3])))
    gauge.style = .linearCapacity
    let bar = try pixels(Node(.gauge(gauge)))
    #expect(bar(6, 30) == [255, 0, 0, 255])
    #expect((70...82).contains(Int(bar(40, 30)[3])))
    #expect(bar(6, 20)[3] == 0)
  }

  @Test func `a linear gauge is a bar with a marker in a gap`() throws {
    var gauge = Gauge(value: 1, goal: 2, tint: red)
    (gauge.style, gauge.marker) = (.linear, black)
    let pixel = try pixels(Node(.gauge(gauge)))
    #expect(pixel(30, 30) == [0, 0, 0, 255])
    #expect(pixel(34, 30)[3] < 30)
    #expect(pixel(50, 30) == [255, 0, 0, 255])
  }

  @Test func `an angular gradient runs clockwise from the trailing edge`() throws {
    let gradient = Gradient([black, red], direction: .angular)
    let pixel = try pixels(.filled(.gradient(gradient)))
    for (x, y, share) in [(58, 31, 0.0), (30, 58, 0.25), (2, 30, 0.5), (30, 2, 0.75), (58, 28, 1)] {
      #expect(abs(Int(pixel(x, y)[0]) - Int(255 * share)) <= 6, "\(x), \(y)")
    }
  }

  @Test func `a backdrop blur affects only the area of its view`() throws {
    var left = square(30, red)
    left.style.height.fixed = 60
    var glass = square(40, .clear)
    glass.style.backdropBlur = 4
    let ground = Node(
      .stack(.horizontal, [left, square(30, black)], alignment: Alignment(), spacing: 0))
    let pixel = try pixels(Node(.zstack([ground, glass], alignment: Alignment())))
    #expect(
      (100...155).contains(Int(pixel(30, 30)[0])) || (100...155).contains(Int(pixel(29, 30)[0])))
    #expect(pixel(29, 5) == [255, 0, 0, 255])
  }

  @Test func `a path is stretched to its frame`() throws {
    let path = try #require(ShapePath("M0 0 H2 V1 Z", box: PointSize(2, 1)))
    let pixel = try pixels(Node(.shape(Shape(.path(path), fill: .colour(red)))))
    #expect(pixel(50, 10) == [255, 0, 0, 255])
    #expect(pixel(10, 50)[3] == 0)
  }

  @Test(arguments: [(300, 400), (400, 600)]) func `a heavier symbol has more ink`(
    light: Int, heavy: Int
  ) throws {
    func ink(_ weight: Int) throws -> Int {
      let pixel = try pixels(Node(.symbol(name: "heart", size: 48, weight: weight, colour: red)))
      return (0..<60).reduce(0) { sum, y in (0..<60).reduce(sum) { $0 + Int(pixel($1, y)[3]) } }
    }
    #expect(try ink(heavy) > ink(light) * 5 / 4)
  }

  @Test func `red and green look alike in a simulation of colour blindness`() throws {
    var request = TemplateRequest()
    request.scale = 1
    func shown(_ colour: String) throws -> [Int] {
      let text =
        "{ \"body\": { \"shape\": \"rectangle\", \"fill\": \"\(colour)\", \"width\": 158, \"height\": 158 } }"
      let template = try Template(bytes: Array(text.utf8), path: "made.json")
      let pixels = try WidgetRenderer().render(template, request).decoded()
      return pixels[pixels.size.width / 2, pixels.size.height / 2].prefix(3).map(Int.init)
    }
    func difference() throws -> Int {
      zip(try shown("#B08040"), try shown("#7F9440")).map { abs($0 - $1) }.max() ?? 0
    }
    let usual = try difference()
    request.vision = .deuteranopia
    #expect(try difference() < usual / 2)
    #expect(try shown("#808080") == [128, 128, 128])
  }
}
