import Testing
import WidgetPreview

/// Rules of layout that decision 0729 has sources for; text has made measures.
@Suite struct LayoutRuleTests {
  // MARK: Stacks

  @Test(arguments: [false, true])
  func `of two areas without a maximum, the one with the larger minimum chooses first`(
    isReversed: Bool
  ) throws {
    let wide = Node.area.styled { $0.width.min = 100 }
    let found = try frames(
      .hstack(isReversed ? [wide, .area] : [.area, wide], spacing: 0), 150, 10)
    #expect(found[1].size.width == (isReversed ? 100 : 50))
    #expect(found[2].size.width == (isReversed ? 50 : 100))
  }

  @Test func `an area with a maximum chooses before one without`() throws {
    // The half of 150 is offered to the first, whose greatest side is 100, and 100 is what the second has at least.
    let stack = Node.hstack(
      [.area.styled { $0.width.max = 100 }, .area.styled { $0.width.min = 100 }], spacing: 0)
    let found = try frames(stack, 150, 10)
    #expect(found[1].size.width == 75)
    #expect(found[2].size.width == 100)
  }

  @Test func `the views with the highest priority set the size of a zstack`() throws {
    let large = Node.area.framed(80, 60)
    let small = Node.area.framed(30, 20).styled { $0.layoutPriority = 1 }
    let found = try frames(Node(.zstack([large, small], alignment: Alignment())), 100, 100)
    #expect(found[0] == Frame(35, 40, 30, 20))
    #expect(found[1] == Frame(10, 20, 80, 60))
  }

  @Test func `a zstack offers its own size again, and areas take it`() throws {
    // Nothing is offered along the width, so that an area alone is 10 points wide.
    let inner = Node(.zstack([.area, .text("aaaaaaaa")], alignment: Alignment()))
    let found = try frames(inner.styled { $0.fixedAxes = [.horizontal] }, 100, 30)
    #expect(found[0].size.width == 40)
    #expect(found[1].size == PointSize(40, 30))
  }

  @Test func `viewThatFits asks frames for their ideal width or height`() throws {
    let wide = Node.text("aa").styled { $0.width.ideal = 60 }
    let choice = Node(.viewThatFits([wide, .text("b")], [.horizontal]))
    for (width, text) in [(70.0, "aa"), (50, "b")] {
      #expect(try laidOut(choice, width, 10).children.first?.node.content.run?.text == text)
    }
  }

  @Test(arguments: [(40.0, 0), (20, 1), (5, 2)])
  func `viewThatFits along one axis lets text wrap along the other`(height: Double, index: Int)
    throws
  {
    let texts = [4, 2, 1].map { Node.text("aaaa aaaa aaaa aaaa", limit: $0) }
    let found = try laidOut(Node(.viewThatFits(texts, [.vertical])), 25, height)
    #expect(found.children.first?.lines?.widths.count == [4, 2, 1][index])
  }

  // MARK: Baselines

  @Test
  func `a row aligns texts on their first baseline and views without text on their lower edge`()
    throws
  {
    var alignment = Alignment()
    alignment.baseline = .first
    let row = Node(
      .stack(
        .horizontal,
        [.text("a", size: 40), .text("b\nc", size: 20), .area.framed(10, 10)],
        alignment: alignment, spacing: 0))
    let found = try laidOut(row, 100, 100)
    // Letters reach up by three quarters of their size: 30, 15, and 10 of the area.
    #expect(found.children.map { $0.frame.y - found.frame.y } == [0, 15, 20])
    // 30 above the baseline and 20 − 15 + 20 below it.
    #expect(found.frame.size.height == 55)
    alignment.baseline = .last
    let last = try laidOut(
      Node(
        .stack(
          .horizontal, [.text("a", size: 40), .text("b\nc", size: 20)], alignment: alignment,
          spacing: 0)), 100, 100)
    #expect(last.children.map { $0.frame.y - last.frame.y } == [5, 0])
  }

  @Test func `rows aligned on baselines are laid out, nested as deeply as templates allow`() throws
  {
    var alignment = Alignment()
    alignment.baseline = .first
    let nested = (0..<30).reduce(Node.text("aa")) { node, _ in
      Node(.stack(.horizontal, [node, .text("b")], alignment: alignment, spacing: 0))
    }
    #expect(try laidOut(nested, 158, 158).all.count > 60)
  }

  // MARK: Layers, and what changes no place

  @Test func `overlays and backgrounds are offered their view's size and do not change it`() throws
  {
    var view = Node.area.framed(40, 20)
    view.style.underlay = Layer(.area)
    view.style.overlay = Layer(.area.framed(10, 8), alignment: Alignment(.trailing, .top))
    let found = try laidOut(view, 100, 50)
    #expect(found.frame == Frame(30, 15, 40, 20))
    #expect(found.underlay.map(\.frame) == [Frame(30, 15, 40, 20)])
    #expect(found.overlay.map(\.frame) == [Frame(60, 15, 10, 8)])
    #expect(found.all.count == 3)
  }

  @Test func `offset, rotation, blur and shadow do not change the layout`() throws {
    let moved = Node.area.framed(10, 10).styled { style in
      style.offset = PointSize(30, 40)
      (style.rotation, style.blur) = (45, 3)
      style.shadow = Shadow(.clear, radius: 4)
    }
    let stack = Node.hstack([moved, .area.framed(10, 10)], spacing: 0)
    #expect(try frames(stack, 20, 10).map(\.x) == [0, 0, 10])
  }

  @Test(arguments: [
    (Set<Axis>(), PointSize(20, 20)), (Set([Axis.horizontal]), PointSize(45, 10)),
    (Set(Axis.allCases), PointSize(45, 10)), (Set([Axis.vertical]), PointSize(20, 20)),
  ]) func `a fixed size is the view's ideal size`(axes: Set<Axis>, size: PointSize) throws {
    let text = Node.text("aaaa aaaa").styled { $0.fixedAxes = axes }
    #expect(try laidOut(text, 24, 100).frame.size == size)
  }

  @Test(arguments: [
    (2.0, false, PointSize(60, 30)), (2, true, PointSize(160, 80)), (0.5, false, PointSize(40, 80)),
    (0.5, true, PointSize(60, 120)),
  ]) func `an aspect ratio changes the size that is offered`(
    ratio: Double, fills: Bool, size: PointSize
  ) throws {
    let area = Node.area.styled { $0.aspectRatio = ProposedShape(ratio, fills: fills) }
    #expect(try laidOut(area, 60, 80).frame.size == size)
  }

  // MARK: Direction

  @Test func `from right to left everything is mirrored in the widget`() throws {
    var row = Node.hstack([.area.framed(10, 10), .text("aaaa")], spacing: 5)
    row.style.padding.leading = 7
    row.style.direction = .rightToLeft
    row.style.width.max = .infinity
    row.style.alignment = Alignment(.leading)
    let found = try laidOut(row, 100, 10)
    #expect(found.frame == Frame(0, 0, 100, 10))
    #expect(found.children.map(\.frame.x) == [83, 58])
    #expect(found.children[1].node.content.run?.alignment == .trailing)
  }

  @Test
  func `a left-to-right view in a right-to-left row is placed mirrored but is not mirrored inside`()
    throws
  {
    let inner = Node.hstack([.area.framed(10, 10), .area.framed(20, 10)], spacing: 0)
      .styled { $0.direction = .leftToRight }
    let row = Node.hstack([inner, .area.framed(30, 10)], spacing: 0)
      .styled { $0.direction = .rightToLeft }
    let found = try laidOut(row, 60, 10)
    #expect(found.children.map(\.frame.x) == [30, 0])
    #expect(found.children[0].children.map(\.frame.x) == [30, 40])
  }

  @Test func `gradients and offsets are mirrored too`() throws {
    let gradient = Gradient([.clear, .clear], direction: .horizontal)
    let area = Node.filled(.gradient(gradient)).styled {
      $0.offset = PointSize(4, 3)
      $0.direction = .rightToLeft
    }
    let found = try laidOut(area, 10, 10).node
    guard case .shape(let shape) = found.content, case .gradient(let drawn)? = shape.fill else {
      Issue.record("There is no gradient.")
      return
    }
    #expect(drawn.isMirrored)
    #expect(found.style.offset == PointSize(-4, 3))
  }

  // MARK: Text

  @Test func `text shrinks to its minimum scale before it is cut`() throws {
    var run = TextRun("aaaaaaaaaa", font: Font(size: 10), colour: .clear, lineLimit: 1)
    run.minimumScale = 0.5
    // 50 points of text in 40: at most 0.8 of its size.
    let shrunk = try laidOut(Node(.text(run)), 40, 20)
    let size = try #require(shrunk.node.content.run).font.size
    #expect(abs(size - 8) < 1e-9)
    #expect(shrunk.lines?.isTruncated == false)
    let cut = try laidOut(Node(.text(run)), 20, 20)
    #expect(cut.node.content.run?.font.size == 5)
    #expect(cut.lines?.isTruncated == true)
    #expect(try laidOut(Node(.text(run)), 60, 20).node.content == .text(run))
  }

  @Test func `a line is as high as its largest font requires`() throws {
    var run = TextRun("ab", font: Font(size: 10), colour: .clear)
    run.spans = [
      TextSpan("a", font: Font(size: 10), colour: .clear),
      TextSpan("b", font: Font(size: 30), colour: .clear),
    ]
    #expect(try laidOut(Node(.text(run)), 100, 100).frame.size.height == 30)
  }
}
