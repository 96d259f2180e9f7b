import Testing
@testable import WidgetPreview

/// The places of views, worked out by hand from Apple's descriptions of how stacks and frames share
/// room; text has made measures.
@Suite struct LayoutTests {
  @Test func `a view smaller than the widget lies in its middle`() throws {
    #expect(try frames(.area.framed(20, 10), 100, 50) == [Frame(40, 20, 20, 10)])
  }

  @Test func `an hstack gives areas equal shares of the space that the fixed view leaves`() throws {
    let stack = Node.hstack([.area, .area.framed(20, 10), .area], spacing: 5)
    // 100 − 2 × 5 − 20 = 70, halved.
    #expect(
      try frames(stack, 100, 30) == [
        Frame(0, 0, 100, 30), Frame(0, 0, 35, 30), Frame(40, 10, 20, 10), Frame(65, 0, 35, 30),
      ])
  }

  @Test func `the least flexible view chooses first, wherever it is in the stack`() throws {
    // Texts of 4 and 20 characters want 20 and 100 points. Half of 80 is 40: the short one takes 20
    // and leaves 60 to the long one, which breaks into two lines.
    let stack = Node.hstack([.text("one two four five six"), .text("four")], .top, spacing: 0)
    let found = try frames(stack, 80, 40)
    #expect(found[2].size == PointSize(20, 10))
    #expect(found[1].size == PointSize(60, 20) || found[1].size == PointSize(50, 20))
    #expect(found[2].x == found[1].x + found[1].size.width)
  }

  @Test func `a view with a higher priority takes all but the minimum of the others`() throws {
    var long = Node.text("aaaaaaaaaaaaaaaaaaaa", limit: 1)
    var other = Node.area
    other.style.width.min = 15
    #expect(try frames(.hstack([long, other], spacing: 0), 100, 10)[1].size.width == 50)
    long.style.layoutPriority = 1
    let found = try frames(.hstack([long, other], spacing: 0), 100, 10)
    #expect(found[1].size.width == 85)
    #expect(found[2].size.width == 15)
  }

  @Test func `spacers share the space that texts leave`() throws {
    let stack = Node.hstack([.spacer(), .text("four"), .spacer(), .text("fours")], spacing: 0)
    let found = try frames(stack, 105, 10)
    // 105 − 20 − 25 = 60, halved.
    #expect(found[1].size.width == 30)
    #expect(found[2] == Frame(30, 0, 20, 10))
    #expect(found[4] == Frame(80, 0, 25, 10))
  }

  @Test func `a spacer keeps its minimum length, and text is cut instead`() throws {
    let stack = Node.hstack([.text("aaaaaaaaaa", limit: 1), .spacer(12)], spacing: 0)
    let found = try frames(stack, 40, 10)
    #expect(found[1].size.width <= 28)
    #expect(found[2].size.width >= 12)
  }

  @Test func `a spacer has no distance from its neighbours`() throws {
    let spaced = try frames(
      .vstack([.area.framed(10, 10), .spacer(), .area.framed(10, 10)]), 10, 40)
    #expect(spaced[3].y == 30)
  }

  @Test(arguments: [
    (HorizontalAlignment.leading, 0.0), (.center, 15.0), (.trailing, 30.0),
  ]) func `a vstack is as wide as its widest view and aligns the others in it`(
    alignment: HorizontalAlignment, x: Double
  ) throws {
    let stack = Node.vstack([.area.framed(40, 10), .area.framed(10, 10)], alignment, spacing: 0)
    let found = try frames(stack, 100, 20)
    #expect(found[0] == Frame(30, 0, 40, 20))
    #expect(found[2] == Frame(30 + x, 10, 10, 10))
  }

  @Test func `text takes as many lines as fit its height`() throws {
    // 7 words of 4 characters and a space: two to a line of 50 points.
    let text = Node.text("aaaa aaaa aaaa aaaa aaaa aaaa aaaa")
    let whole = try laidOut(text, 50, 100)
    #expect(whole.frame.size == PointSize(45, 40))
    #expect(whole.lines?.isTruncated == false)
    let cut = try laidOut(text, 50, 25)
    #expect(cut.lines?.widths.count == 2)
    #expect(cut.lines?.isTruncated == true)
    #expect(try laidOut(text, 50, 3).lines?.widths.count == 1)
  }

  @Test func `line spacing is added only between lines, and a line limit cuts the text`() throws {
    var run = TextRun("aaaa aaaa aaaa", font: Font(size: 10), colour: .clear, lineLimit: 2)
    run.lineSpacing = 6
    let result = try laidOut(Node(.text(run)), 20, 100)
    #expect(result.frame.size.height == 26)
    #expect(result.lines?.isTruncated == true)
  }

  @Test func `text is rounded up to whole pixels`() throws {
    let size = try laidOut(.text("aaa", size: 13), 100, 100, scale: 3).frame.size
    // 19.5 points are 58.5 pixels; 13 are 39.
    #expect(size == PointSize(59.0 / 3, 13))
  }

  /// The child's own width, the frame's bounds, and what comes of an offer of 100 points.
  @Test(arguments: [
    (30.0, Bounds(fixed: 50), 50.0), (30, Bounds(min: 40), 40), (30, Bounds(min: 20), 30),
    (30, Bounds(max: .infinity), 100), (30, Bounds(max: 60), 60), (30, Bounds(max: 20), 20),
    (30, Bounds(min: 40, max: 60), 60), (150, Bounds(max: .infinity), 150),
    (150, Bounds(min: 20), 100), (30, Bounds(ideal: 70), 30),
  ]) func `a frame's width follows from its bounds, its child and the offered width`(
    child: Double, bounds: Bounds, width: Double
  ) throws {
    let framed = Node.vstack([.area.framed(child, 10)]).styled { $0.width = bounds }
    #expect(try frames(framed, 100, 10)[0].size.width == width)
  }

  @Test func `a zstack is as large as its largest view and places the others in it`() throws {
    let stack = Node(
      .zstack(
        [.area.framed(60, 20), .area.framed(10, 40)], alignment: Alignment(.trailing, .top)))
    #expect(
      try frames(stack, 60, 40) == [
        Frame(0, 0, 60, 40), Frame(0, 0, 60, 20), Frame(50, 0, 10, 40),
      ])
  }

  @Test(arguments: [(120.0, "aaaaaaaaaa aaaaaaaaaa"), (60, "aaaaaaaaaa"), (10, "aaa")])
  func `viewThatFits takes the first view whose ideal size fits, or else the last`(
    width: Double, text: String
  ) throws {
    let texts = ["aaaaaaaaaa aaaaaaaaaa", "aaaaaaaaaa", "aaa"].map { Node.text($0) }
    let result = try laidOut(Node(.viewThatFits(texts, [.horizontal])), width, 10)
    #expect(result.children.first?.node.content.run?.text == text)
  }

  @Test func `a divider is one pixel thick and lies across its stack`() throws {
    let stack = Node.vstack([.area.framed(10, 10), Node(.divider(.clear))], spacing: 4)
    #expect(
      try laidOut(stack, 80, 14.5, scale: 2).all[2].frame == Frame(0, 14, 80, 0.5))
  }

  @Test
  func `a fitted image keeps its shape, a filling one takes the offer, and a circle is round`()
    throws
  {
    let images = ["wide": PointSize(40, 20)]
    let fitted = Node(.image(name: "wide", fills: false))
    #expect(try frames(fitted, 100, 30, images: images) == [Frame(20, 0, 60, 30)])
    let filling = Node(.image(name: "wide", fills: true))
    #expect(try frames(filling, 100, 30, images: images) == [Frame(0, 0, 100, 30)])
    #expect(try frames(Node(.shape(Shape(.circle))), 100, 30) == [Frame(35, 0, 30, 30)])
  }

  @Test func `a gauge lies in a square, its value in the middle, its labels in the gap`() throws {
    let gauge = Gauge(
      value: 8, goal: 12, tint: .clear, current: .text("8", size: 14),
      labels: [.area.framed(8, 8), .text("12", size: 8)])
    let found = try frames(Node(.gauge(gauge)), 72, 80)
    #expect(found[0] == Frame(0, 4, 72, 72))
    #expect(found[1] == Frame(32.5, 33, 7, 14))
    // 8 + 1 + 8 wide, 8 high, at 0.87 of the diameter.
    #expect(found[2].x == 27.5)
    #expect(abs(found[2].y - (4 + 0.87 * 72 - 4)) < 1e-9)
  }

  @Test(arguments: [
    (8.0, 12.0, 8.0 / 12), (0, 12, 0), (13, 12, 1), (5, 0, 0), (.nan, 12, 0), (5, .nan, 0),
    (.infinity, 12, 0), (-3, 12, 0), (5, -1, 0),
  ]) func `a gauge is empty without a valid number and full above its goal`(
    value: Double, goal: Double, fraction: Double
  ) {
    #expect(Gauge(value: value, goal: goal, tint: .clear).fraction == fraction)
  }

  /// Stacks in stacks, each beside two areas.
  private func nested(_ depth: Int) -> Node {
    (0..<depth).reduce(.text("some words to break")) { node, level in
      level.isMultiple(of: 2)
        ? .hstack([node, .area, .area]) : .vstack([node, .spacer(), .area])
    }
  }

  @Test func `stacks nested as deeply as templates allow are laid out`() throws {
    #expect(try laidOut(nested(32), 158, 158, scale: 3).all.count > 64)
  }

  @Test func `a widget that takes too long is refused with a remedy`() throws {
    var layout = Layout(scale: 3, text: MadeMetrics())
    layout.deadline = Deadline(seconds: 0)
    let error = #expect(throws: DrawingError.self) {
      try layout.place(.text("words"), in: PointSize(158, 158))
    }
    #expect(error?.description.contains("more than 0 s") == true)
    #expect(error?.description.contains("--timeout") == true)
    layout.deadline = Deadline(seconds: 3600)
    #expect(throws: Never.self) { try layout.place(.text("words"), in: PointSize(158, 158)) }
  }

  @Test func `views that would take too long are refused`() throws {
    var layout = Layout(scale: 3, text: MadeMetrics())
    layout.workLimit = 1000
    #expect(throws: DrawingError.self) { try layout.place(nested(32), in: PointSize(158, 158)) }
  }
}
