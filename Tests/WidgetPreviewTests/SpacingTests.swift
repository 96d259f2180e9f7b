import Testing
import WidgetPreview

/// The system's distances and grids (decision 0730); text has made measures: a line as high as its size, three quarters
/// of it above the baseline, capitals of seven tenths.
@Suite struct SpacingTests {
  private static let text = Node.text("aa", size: 20)
  private static let area = Node.area.framed(10, 10)

  /// The gap of a line of 20 is 2: below text 2 + 20 − 14, above it 2 + 5.
  @Test(arguments: [
    (text, text, 0.0), (text, area, 8), (area, text, 7), (area, area, 8),
    (area, Node.text("aa", size: 40), 14),
    (text.styled { $0.padding.bottom = 1 }, area, 8), (text.styled { $0.padding.top = 1 }, area, 8),
    (.vstack([area, Node.text("aa", size: 40)], spacing: 0), area, 16),
    (.hstack([text, area]), area, 8),
    (.hstack([text, area]), text, 7), (Node(.zstack([text], alignment: Alignment())), text, 0),
  ])
  func `text keeps the distance that its font requires`(upper: Node, lower: Node, distance: Double)
    throws
  {
    let both = try frames(.vstack([upper, lower]), 200, 200)
    let apart = try frames(.vstack([upper, lower], spacing: 100), 200, 300)
    #expect(apart[0].size.height - both[0].size.height == 100 - distance)
  }

  @Test func `views beside one another are 8 points apart, text or not`() throws {
    let found = try frames(.hstack([Self.text, Self.text, Self.area]), 200, 20)
    #expect(found[2].x - found[1].x == 28)
    #expect(found[3].x - found[2].x == 28)
  }

  // MARK: Grids

  private func grid(_ rows: [Node], _ alignment: Alignment = Alignment()) -> Node {
    Node(.grid(rows, alignment: alignment, columnSpacing: 4, rowSpacing: 6))
  }

  @Test func `columns are as wide as their widest cell, rows as high as their highest`() throws {
    let rows = [
      Node.hstack([.area.framed(10, 10), .area.framed(30, 20)]),
      .hstack([.area.framed(40, 5), .area.framed(8, 8)]),
    ]
    let found = try frames(grid(rows, Alignment(.leading, .bottom)), 200, 200)
    #expect(found[0].size == PointSize(74, 34))
    let (x, y) = (found[0].x, found[0].y)
    // The grid, a row, its cells, the other row, its cells.
    #expect(found[1] == Frame(x, y, 74, 20))
    #expect(found[2] == Frame(x, y + 10, 10, 10))
    #expect(found[3] == Frame(x + 44, y, 30, 20))
    #expect(found[4] == Frame(x, y + 26, 74, 8))
    #expect(found[5] == Frame(x, y + 29, 40, 5))
    #expect(found[6] == Frame(x + 44, y + 26, 8, 8))
  }

  @Test func `areas in a grid share the room that is left, and other views lie across all columns`()
    throws
  {
    let rows = [
      Node.hstack([.area, .area.framed(20, 10), .area]), .area, .hstack([.area.framed(8, 8)]),
    ]
    let found = try frames(grid(rows), 108, 80)
    #expect(found[0] == Frame(0, 0, 108, 80))
    // 108 less two gaps and 20 is 80 for two columns; 80 less two gaps, 10 and 8 is 50 for two rows of the same.
    #expect(found[2].size.width == 40)
    #expect(found[5] == Frame(0, found[5].y, 108, found[5].size.height))
    #expect(found[5].size.height > 20)
    #expect(found[7].x == 16)
  }

  @Test func `a grid without rows, and rows of different lengths, are laid out`() throws {
    #expect(try frames(grid([]), 50, 50).count == 1)
    let found = try frames(
      grid([.hstack([]), .hstack([Self.area, Self.area, Self.area])]), 50, 50)
    #expect(found[0].size == PointSize(38, 16))
  }
}
