/// The columns and rows of a grid: columns share its width like the children of an `hstack`, each as wide as its
/// widest cell, and rows share its height (decision 0730).
struct GridMeasures {
  private let solver: LayoutSolver
  private let children: [LayoutBox]
  private let (columnGaps, rowGaps): ([Double], [Double])
  private var widths: [Double] = []
  private var heights: [Double] = []

  /// The size of the grid, in points.
  var size: PointSize {
    PointSize(Self.sum(widths, columnGaps), Self.sum(heights, rowGaps))
  }

  init(
    _ box: LayoutBox, _ proposal: Proposal, _ spacing: (columns: Double?, rows: Double?),
    _ solver: LayoutSolver
  ) {
    (self.solver, children) = (solver, box.children)
    let count = box.children.map { Self.cells(of: $0)?.count ?? 0 }.max() ?? 0
    columnGaps = Array(repeating: spacing.columns ?? LayoutSolver.spacing, count: max(0, count - 1))
    rowGaps = zip(box.children, box.children.dropFirst()).map { first, second in
      spacing.rows ?? solver.distance(from: first, to: second, along: .vertical)
    }
    let columns = (0..<count).map { column in
      StackPart(priority: 0) { width in
        box.children.compactMap { Self.cells(of: $0)?.dropFirst(column).first }
          .map { solver.size($0, Proposal(width, nil)).width }.max() ?? 0
      }
    }
    let offered = LayoutSolver.shares(of: columns, proposal.width, gaps: columnGaps)
    widths = zip(columns, offered).map { $0.length($1) }
    let across = widths.isEmpty ? proposal.width : Self.sum(widths, columnGaps)
    let widths = widths
    let rows = box.children.map { row in
      StackPart(priority: row.priority) { height in
        guard let cells = Self.cells(of: row) else {
          return solver.size(row, Proposal(across, height)).height
        }
        return zip(cells, widths).map { solver.size($0, Proposal($1, height)).height }.max() ?? 0
      }
    }
    heights = zip(rows, LayoutSolver.shares(of: rows, proposal.height, gaps: rowGaps))
      .map { $0.length($1) }
  }

  /// Places every cell in its column and row.
  func placed(_ alignment: Alignment, _ frame: Frame) -> [LaidOut] {
    var y = frame.y
    return children.indices.map { index in
      let (child, height) = (children[index], heights[index])
      let row = Frame(frame.x, y, frame.size.width, height)
      y += height + (index < rowGaps.count ? rowGaps[index] : 0)
      guard let cells = Self.cells(of: child) else { return place(child, in: row, alignment) }
      var x = frame.x
      let placed = cells.indices.map { column in
        defer { x += widths[column] + (column < columnGaps.count ? columnGaps[column] : 0) }
        return place(cells[column], in: Frame(x, row.y, widths[column], height), alignment)
      }
      return LaidOut(node: child.node, frame: row, content: row, lines: nil, children: placed)
    }
  }

  private func place(_ box: LayoutBox, in frame: Frame, _ alignment: Alignment) -> LaidOut {
    let proposal = Proposal(frame.size.width, frame.size.height)
    return solver.place(box, frame.placing(solver.size(box, proposal), alignment), proposal)
  }

  /// The cells of a row; `nil` for a view that spans all columns.
  private static func cells(of box: LayoutBox) -> [LayoutBox]? {
    if case .stack(.horizontal, _, _, _) = box.node.content { box.children } else { nil }
  }

  private static func sum(_ sides: [Double], _ gaps: [Double]) -> Double {
    sides.reduce(0, +) + gaps.reduce(0, +)
  }
}
