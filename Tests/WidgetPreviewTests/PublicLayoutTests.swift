import Testing
@testable import WidgetPreview

/// What published re-implementations of SwiftUI hold against SwiftUI itself (decision 0729), in numbers of our own.
@Suite struct PublicLayoutTests {
  private func contents(_ root: Node, _ width: Double, _ height: Double) throws -> [Frame] {
    try laidOut(root, width, height).all.map(\.content)
  }

  // MARK: Places

  @Test(arguments: HorizontalAlignment.allCases, VerticalAlignment.allCases)
  func `alignment places a view in a frame, over another view and behind it`(
    horizontal: HorizontalAlignment, vertical: VerticalAlignment
  ) throws {
    let (x, y) = ([0.0, 30, 60], [0.0, 30, 60])
    let place = try Frame(
      x[#require(HorizontalAlignment.allCases.firstIndex(of: horizontal))],
      y[#require(VerticalAlignment.allCases.firstIndex(of: vertical))], 30, 20)
    let (small, alignment) = (Node.area.framed(30, 20), Alignment(horizontal, vertical))
    let frame = Node(.zstack([small], alignment: Alignment())).framed(90, 80)
    #expect(try contents(frame.styled { $0.alignment = alignment }, 90, 80)[1] == place)
    var layered = Node.area.framed(90, 80)
    layered.style.underlay = Layer(small, alignment: alignment)
    layered.style.overlay = Layer(small, alignment: alignment)
    let found = try laidOut(layered, 90, 80)
    #expect((found.underlay + found.overlay).map(\.frame) == [place, place])
  }

  @Test func `a view that is too large extends equally beyond opposite edges`() throws {
    #expect(try contents(Node.area.framed(150, 70), 100, 50) == [Frame(-25, -10, 150, 70)])
    let nested = Node(.zstack([.area.framed(70, 50)], alignment: Alignment())).framed(40, 30)
    #expect(try contents(nested, 60, 60)[1] == Frame(-5, 5, 70, 50))
  }

  @Test func `each edge has its own padding, and paddings without room leave no size`() throws {
    let edges = Node.area.styled {
      $0.padding = Edges(top: 3, leading: 5, bottom: 7, trailing: 11)
    }
    #expect(try contents(edges, 100, 50) == [Frame(5, 3, 84, 40)])
    #expect(try frames(edges, 100, 50) == [Frame(0, 0, 100, 50)])
    let wide = Node.area.styled {
      $0.padding = Edges(top: 30, leading: 30, bottom: 30, trailing: 30)
    }
    #expect(try contents(wide, 40, 40) == [Frame(20, 20, 0, 0)])
  }

  // MARK: Stacks

  @Test func `padded areas share the remaining space, each less its padding`() throws {
    func padded(_ edge: Double) -> Node {
      .area.styled { $0.padding = Edges(top: edge, leading: edge, bottom: edge, trailing: edge) }
    }
    let found = try contents(.hstack([padded(10), padded(4)], spacing: 6), 100, 50)
    #expect(found[1...] == [Frame(10, 10, 27, 30), Frame(57, 4, 39, 42)])
  }

  @Test func `spacings that need more than the available space leave areas no width`() throws {
    let row = Node.hstack([.area, .area, .area], spacing: 60)
    #expect(
      try contents(row, 100, 9)[1...] == [
        Frame(-10, 0, 0, 9), Frame(50, 0, 0, 9), Frame(110, 0, 0, 9),
      ])
  }

  @Test func `views that are too wide together keep the widths that they chose when offered`()
    throws
  {
    // Of 80 points the fixed view has 30, the next 25 of 50, the last its least 40: 105 with the distances. Offered
    // these again, it would have 32.5.
    let bounds = [Bounds(min: 40, max: 70), Bounds(min: 20, max: 40), Bounds(fixed: 30)]
    let views = bounds.map { bounds in Node.area.styled { $0.width = bounds } }
    let found = try contents(.hstack(views, spacing: 5), 90, 10)
    #expect(found[1...].map(\.x) == [-7.5, 37.5, 67.5])
    #expect(found[1...].map(\.size.width) == [40, 25, 30])
  }

  @Test func `a column with every kind of view gives areas the space that the others leave`() throws
  {
    func area(_ change: (inout Style) -> Void) -> Node { .area.styled(change) }
    let framed = Node.vstack([
      area { $0.padding = Edges(top: 3, leading: 3, bottom: 3, trailing: 3) }
    ])
    let column = Node.vstack(
      [
        .area.framed(nil, 18), .area, area { $0.height = Bounds(min: 8, max: 25) },
        area { $0.fixedAxes = [.horizontal, .vertical] },
        area { $0.padding = Edges(top: 6, bottom: 6) },
        Node.area.framed(nil, 12).styled { $0.padding = Edges(leading: 10, trailing: 10) },
        area { $0.height = Bounds(min: 15, max: .infinity) }, area { $0.fixedAxes = [.vertical] },
        framed.styled { $0.height = Bounds(min: 10, max: 30) },
      ], spacing: 5)
    #expect(
      try contents(column, 120, 301).dropFirst() == [
        Frame(0, 0, 120, 18), Frame(0, 23, 120, 52), Frame(0, 80, 120, 25),
        Frame(55, 110, 10, 10), Frame(0, 131, 120, 40), Frame(10, 182, 100, 12),
        Frame(0, 199, 120, 52), Frame(0, 256, 120, 10), Frame(0, 271, 120, 30),
        Frame(3, 274, 114, 24),
      ])
  }

  @Test func `rows of different lengths share the columns of a grid`() throws {
    let rows = [3, 4].map { Node.hstack(Array(repeating: .area, count: $0)) }
    let grid = Node(.grid(rows, alignment: Alignment(), columnSpacing: 8, rowSpacing: 10))
    let found = try laidOut(grid, 104, 50).all.filter { $0.children.isEmpty }.map(\.frame)
    let (upper, lower) = ([0.0, 28, 56], [0.0, 28, 56, 84])
    #expect(found == upper.map { Frame($0, 0, 20, 20) } + lower.map { Frame($0, 30, 20, 20) })
  }
}
