import PhotoGeometry
import Testing

@Suite("Rectangles")
struct RectTests {
  @Test(arguments: 1...40, 1...40)
  func `pixels survive the conversion to fractions and back`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    for x in 0..<width {
      let rect = PixelRect(x: x, y: 0, width: width - x, height: height)
      #expect(NormalizedRect(rect, in: size).pixels(in: size) == rect)
    }
  }

  @Test func `fractions never become pixels outside the picture`() {
    let size = PixelSize(width: 3, height: 2)
    let beyond = NormalizedRect(x: 0.9, y: -0.5, width: 0.9, height: 2)
    #expect(beyond.pixels(in: size) == PixelRect(x: 0, y: 0, width: 3, height: 2))
    let thin = NormalizedRect(x: 1, y: 1, width: 0, height: 0)
    #expect(thin.pixels(in: size) == PixelRect(x: 2, y: 1, width: 1, height: 1))
  }

  @Test func `a rectangle knows whether it lies inside`() {
    let size = PixelSize(width: 10, height: 5)
    #expect(PixelRect(covering: size).isInside(size))
    #expect(!PixelRect(x: 1, y: 0, width: 10, height: 5).isInside(size))
    #expect(!PixelRect(x: -1, y: 0, width: 2, height: 2).isInside(size))
  }
}

@Suite("Sizes")
struct SizeTests {
  @Test func `fitting keeps the shape and never enlarges`() {
    let size = PixelSize(width: 4000, height: 3000)
    #expect(size.fitting(longEdge: 3072) == PixelSize(width: 3072, height: 2304))
    #expect(size.fitting(longEdge: 5000) == size)
    #expect(
      PixelSize(width: 10_000, height: 1).fitting(longEdge: 100)
        == PixelSize(width: 100, height: 1))
  }
}

@Suite("Aspect ratios")
struct AspectRatioTests {
  @Test(arguments: [
    "", "1", "1:", ":1", "0:1", "1:0", "-1:1", "1:1:1", "a:b", "1.:1", ".5:1", "1.2345:1",
    "1.0.0:1", "+1:1", "0.0:1",
    "100001:1", "10000000000:1",
  ])
  func `a malformed text is refused`(text: String) {
    #expect(AspectRatio(text) == nil)
  }

  @Test func `a ratio reads and prints as given`() {
    #expect(AspectRatio("1134:530")?.description == "1134:530")
    #expect(AspectRatio("2:1")?.value == 2)
  }

  @Test(arguments: [
    ("16x9", "16:9"), ("4×3", "4:3"), ("3/2", "3:2"), ("1.91:1", "191:100"),
    ("2.35:1.85", "235:185"), ("1.5:1.25", "150:125"),
  ])
  func `other spellings give the same ratio`(text: String, ratio: String) {
    #expect(AspectRatio(text)?.description == ratio)
  }

  @Test(arguments: 1...30, 1...30)
  func `the largest window touches two opposite sides and fits`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    for aspect in [AspectRatio(width: 1, height: 1), .init(width: 1134, height: 530)] {
      let window = aspect.largestWindow(in: size)
      #expect(window.width == width || window.height == height)
      #expect(window.width <= width && window.height <= height)
      let exactWidth = Double(window.height) * aspect.value
      let exactHeight = Double(window.width) / aspect.value
      let isWithinOnePixel =
        abs(Double(window.width) - exactWidth) <= 1 || abs(Double(window.height) - exactHeight) <= 1
      #expect(isWithinOnePixel || window.width == 1 || window.height == 1)
    }
  }
}
