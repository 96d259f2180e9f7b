import WidgetPreview

/// Text of made measures: every character is half its font's size wide, a line as high as the size.
///
/// Words break at spaces; a word that is too long breaks anywhere.
struct MadeMetrics: TextMeasuring {
  func lines(of run: TextRun, width: Double?, limit: Int?) -> TextLines {
    let advance = run.font.size / 2 + run.font.tracking
    let room = width.map { max(1, Int($0 / advance + 1e-9)) } ?? .max
    var counts: [Int] = []
    for paragraph in run.text.split(separator: "\n", omittingEmptySubsequences: false) {
      var count = 0
      for word in paragraph.split(separator: " ").map(\.count) {
        if count > 0, count + 1 + word > room {
          counts.append(count)
          count = 0
        }
        var rest = word
        while rest > room {
          counts.append(room)
          rest -= room
        }
        count += (count > 0 ? 1 : 0) + rest
      }
      counts.append(count)
    }
    let shown = counts.prefix(limit ?? .max)
    return TextLines(
      widths: shown.map { Double($0) * advance }, isTruncated: shown.count < counts.count)
  }

  func lineMetrics(of font: Font) -> LineMetrics { LineMetrics(ascent: 0.75, descent: 0.25) }
}

/// Lays a view out with text of made measures.
func laidOut(
  _ root: Node, _ width: Double, _ height: Double, scale: Double = 1,
  images: [String: PointSize] = [:]
) throws -> LaidOut {
  try Layout(scale: scale, text: MadeMetrics(), images: images)
    .place(root, in: PointSize(width, height))
}

/// The frames of a view and of all views inside it.
func frames(
  _ root: Node, _ width: Double, _ height: Double, images: [String: PointSize] = [:]
) throws -> [Frame] {
  try laidOut(root, width, height, images: images).all.map(\.frame)
}

extension Node {
  static func vstack(
    _ nodes: [Node], _ alignment: HorizontalAlignment = .center, spacing: Double? = nil
  ) -> Node {
    Node(.stack(.vertical, nodes, alignment: Alignment(alignment), spacing: spacing))
  }

  static func hstack(
    _ nodes: [Node], _ alignment: VerticalAlignment = .center, spacing: Double? = nil
  ) -> Node {
    Node(.stack(.horizontal, nodes, alignment: Alignment(.center, alignment), spacing: spacing))
  }

  static func text(_ text: String, size: Double = 10, limit: Int? = nil) -> Node {
    Node(.text(TextRun(text, font: Font(size: size), colour: .clear, lineLimit: limit)))
  }

  static func spacer(_ length: Double? = nil) -> Node { Node(.spacer(minLength: length)) }

  /// A rectangle that takes all it is offered.
  static var area: Node { Node(.shape(Shape(.rectangle(cornerRadius: 0)))) }

  static func filled(_ fill: Fill) -> Node {
    Node(.shape(Shape(.rectangle(cornerRadius: 0), fill: fill)))
  }

  func styled(_ change: (inout Style) -> Void) -> Node {
    var copy = self
    change(&copy.style)
    return copy
  }

  func framed(_ width: Double? = nil, _ height: Double? = nil) -> Node {
    styled { style in
      style.width.fixed = width
      style.height.fixed = height
    }
  }
}
