internal import PhotoStore

extension TemplateReader {
  /// The keys that a view may have, by its kind.
  private static let contentKeys: [String: Set<String>] = [
    "vstack": ["alignment", "spacing"], "hstack": ["alignment", "spacing"],
    "grid": ["alignment", "columnSpacing", "rowSpacing"], "zstack": ["alignment"], "spacer": [],
    "text": [
      "font", "color", "lineLimit", "lineSpacing", "lineHeight", "textAlignment", "truncation",
      "strikethrough", "minimumScaleFactor",
    ],
    "image": ["mode"], "shape": ["fill", "stroke", "path", "box"],
    "gauge": ["goal", "style", "tint", "current", "labels"],
    "symbol": ["size", "weight", "color"], "divider": [], "viewThatFits": ["axes"],
    "widget": ["family", "size", "data", "scale", "measures"],
  ]

  private static let styleKeys: Set = [
    "id", "if", "unless", "padding", "width", "height", "frameAlignment", "background", "border",
    "cornerRadius", "opacity", "layoutPriority", "overlay", "fixedSize", "aspectRatio", "blur",
    "backdropBlur", "shadow", "rotation", "offset", "direction",
  ]

  /// The views of an element: none if its condition is false, several for a `forEach`.
  func nodes(_ element: Element, depth: Int) throws -> [Node] {
    let element = try resolved(element)
    guard let object = element.value.object else {
      throw error(element, "A view is an object, such as { \"text\": \"Hello\" }.")
    }
    try count(element, depth: depth)
    guard try isTrue(element, "if") ?? true, try isTrue(element, "unless") != true else {
      return []
    }
    if object["forEach"] != nil { return try repeated(element, depth) }
    let kinds = object.keys.filter { Self.contentKeys[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let own = Self.contentKeys[kind] else {
      let names = Set(Self.contentKeys.keys).union(["forEach"])
      let others = object.keys.filter { !Self.styleKeys.contains($0) }.sorted()
      let meant = others.map { suggestion(for: $0, among: names) }.first { !$0.isEmpty } ?? ""
      throw error(
        element,
        "A view has exactly one of \(names.sorted().joined(separator: ", ")); this has "
          + "\(kinds.count)." + meant)
    }
    try checkNames(object, of: own.union(Self.styleKeys).union([kind]), at: element.place)
    let name = try part(element, "id").map(string)
    return [
      Node(
        try content(kind, element, depth), style: try style(element, depth),
        name: name ?? element.place.map { "/" + $0 }.joined())
    ]
  }

  private func children(_ element: Element?, _ depth: Int) throws -> [Node] {
    guard let element else { return [] }
    guard let list = try resolved(element).elements else {
      throw error(element, "This must be a list of views.")
    }
    var result: [Node] = []
    for child in list { result += try nodes(child, depth: depth + 1) }
    return result
  }

  /// One view for each element of a list, and others between them.
  private func repeated(_ element: Element, _ depth: Int) throws -> [Node] {
    try checkNames(
      element.value.object ?? [:],
      of: ["forEach", "as", "limit", "node", "between", "if", "unless"], at: element.place)
    // A list in the document may have placeholders; values of placeholders are not searched for more of them.
    let isOwn = element["forEach"]?.value.array != nil
    guard let list = try part(element, "forEach")?.elements, let node = element["node"] else {
      throw error(element, "A 'forEach' has a list, and a 'node' for each element of it.")
    }
    let limit = try number(element, "limit", 0...Double(TemplateLimits.nodes)) ?? .infinity
    let name = try part(element, "as")?.value.string ?? "item"
    var result: [Node] = []
    for (index, item) in list.enumerated() where Double(index) < limit {
      var inner = node
      inner.scope.values[name] = isOwn ? try resolved(item).value : item.value
      if index > 0, var between = element["between"] {
        between.scope = inner.scope
        result += try nodes(between, depth: depth + 1)
      }
      result += try nodes(inner, depth: depth + 1)
    }
    return result
  }

  private func content(_ kind: String, _ element: Element, _ depth: Int) throws -> Content {
    switch kind {
    case "vstack", "hstack":
      return .stack(
        kind == "vstack" ? .vertical : .horizontal, try children(element[kind], depth),
        alignment: try alignment(element, "alignment", hasBaselines: kind == "hstack"),
        spacing: try number(element, "spacing"))
    case "grid":
      return .grid(
        try children(element[kind], depth), alignment: try alignment(element, "alignment"),
        columnSpacing: try number(element, "columnSpacing"),
        rowSpacing: try number(element, "rowSpacing"))
    case "zstack":
      return .zstack(
        try children(element[kind], depth), alignment: try alignment(element, "alignment"))
    case "spacer":
      let length = try part(element, kind)
      return .spacer(minLength: length?.value == .bool(true) ? nil : try number(element, kind))
    case "text": return .text(try textRun(element))
    case "image":
      let mode = try word(element, "mode", ["fill", "fit"])
      return .image(name: try string(element[kind] ?? element), fills: mode != "fit")
    case "shape": return .shape(try shape(element))
    case "gauge": return try gauge(element, depth)
    case "symbol":
      return .symbol(
        name: try string(element[kind] ?? element), size: try number(element, "size") ?? 17,
        weight: try weight(element) ?? 400,
        colour: try colour(element, "color") ?? primary)
    case "divider":
      let part = try part(element, kind)
      let usual = self.element(.string("separator"), element.place)
      return .divider(try colour(part?.value == .bool(true) ? usual : part ?? usual))
    case "widget": return try widget(element, depth)
    default:
      let axis: Axis? = try choice(element, "axes")
      let all = try children(element[kind], depth)
      return .viewThatFits(all, axis.map { [$0] } ?? Set(Axis.allCases))
    }
  }

  /// One of the library's templates as a view, clipped to its mask.
  private func widget(_ element: Element, _ depth: Int) throws -> Content {
    let name = try word(element["widget"] ?? element, Template.builtIn.keys.sorted())
    guard let template = try Template(builtIn: name) else { throw error(element, "") }
    let families = template.families.map(\.family)
    let family = try word(element, "family", families) ?? families[0]
    let own = template.families.first { $0.family == family }?.size
    guard let size = try size(element, "size") ?? own else {
      throw error(
        element, "'\(name)' has no size of its own; add 'size', [width, height] in points.")
    }
    var input = TemplateInput(family: family, size: size, isMonochrome: isMonochrome)
    input.environment = environment
    let data = try part(element, "data")
    for key in data?.value.object?.keys.sorted() ?? [] {
      if let value = data?[key] { input.data[key] = try resolved(value).value }
    }
    var mask = Node(
      .zstack([try template.view(input, counts, depth: depth + 1)], alignment: Alignment()))
    mask.style.width.fixed = size.width
    mask.style.height.fixed = size.height
    mask.style.cornerRadius = template.mask(of: family)
    return .widget(
      mask, scale: try number(element, "scale", 0.1...10) ?? 1,
      isMeasured: try isTrue(element, "measures") ?? false)
  }

  private func size(_ element: Element, _ name: String) throws -> PointSize? {
    try pair(element, name, TemplateLimits.sides, "A size is [width, height] in points.")
  }

  /// A list of two numbers.
  private func pair(
    _ element: Element, _ name: String, _ range: ClosedRange<Double>, _ form: String
  ) throws -> PointSize? {
    guard let part = try part(element, name) else { return nil }
    guard let sides = part.elements, sides.count == 2 else { throw error(part, form) }
    return PointSize(try number(sides[0], range), try number(sides[1], range))
  }

  private var primary: Colour { SystemColours.colour("primary", isDark) ?? .clear }
}

// MARK: Content of views

extension TemplateReader {
  private func textRun(_ element: Element) throws -> TextRun {
    let font = try font(element)
    let ink = try colour(element, "color") ?? primary
    let spans = try spans(element, font, ink)
    let text =
      if let spans { spans.map(\.text).joined() } else { try string(element["text"] ?? element) }
    var run = TextRun(text, font: font, colour: ink)
    run.spans = spans ?? []
    run.minimumScale = try number(element, "minimumScaleFactor", 0.05...1) ?? 1
    run.lineLimit = try number(element, "lineLimit", 1...1000).map { Int($0) }
    run.lineSpacing = try number(element, "lineSpacing") ?? 0
    run.lineHeight = try number(element, "lineHeight")
    run.alignment = try choice(element, "textAlignment") ?? .leading
    run.truncation = try choice(element, "truncation") ?? .tail
    run.isStruckThrough = try isTrue(element, "strikethrough") ?? false
    return run
  }

  /// The parts of a text that is a list: texts, or objects with other properties.
  private func spans(_ element: Element, _ font: Font, _ ink: Colour) throws -> [TextSpan]? {
    guard let list = try part(element, "text"), let parts = list.elements else { return nil }
    var spans: [TextSpan] = []
    for part in parts {
      let part = try resolved(part)
      guard let object = part.value.object else {
        spans.append(TextSpan(try string(part), font: font, colour: ink))
        continue
      }
      try checkNames(object, of: ["text", "font", "color"], at: part.place)
      guard let text = part["text"] else {
        throw error(
          part, "A part of a text is a text, or an object with 'text', 'font' and 'color'.")
      }
      spans.append(
        TextSpan(
          try string(text), font: part["font"] == nil ? font : try self.font(part),
          colour: try colour(part, "color") ?? ink))
    }
    guard !spans.isEmpty else { throw error(list, "A text has at least one part.") }
    return spans
  }

  /// iOS's text styles: points at each size that a person may choose, and weight (Human Interface Guidelines,
  /// Typography, "iOS, iPadOS Dynamic Type sizes" and "larger accessibility type sizes").
  static let styles: [String: ([Double], Int)] = [
    "largeTitle": ([31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60], 400),
    "title": ([25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58], 400),
    "title2": ([19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56], 400),
    "title3": ([17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55], 400),
    "headline": ([14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53], 600),
    "body": ([14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53], 400),
    "callout": ([13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51], 400),
    "subheadline": ([12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49], 400),
    "footnote": ([12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44], 400),
    "caption": ([11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43], 400),
    "caption2": ([11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40], 400),
  ]

  /// A style at the size that the person chose; without a name `body`, the default.
  private func style(_ name: String?) -> (size: Double, weight: Int) {
    let (sizes, weight) = Self.styles[name ?? "body"] ?? ([], 400)
    let place = environment.dynamicTypeSize.place
    return (place < sizes.count ? sizes[place] : 17, weight)
  }

  private static let weights = [
    "ultraLight": 100, "thin": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600,
    "bold": 700, "heavy": 800, "black": 900,
  ]

  private func font(_ element: Element) throws -> Font {
    guard let part = try part(element, "font") else { return Font(size: style(nil).size) }
    if part.value.string != nil {
      let style = style(try word(part, Self.styles.keys.sorted()))
      return Font(size: style.size, weight: style.weight)
    }
    try checkNames(
      part.value.object ?? [:],
      of: ["family", "size", "style", "weight", "tracking", "italic", "monospacedDigits"],
      at: part.place)
    let style = style(try word(part, "style", Self.styles.keys.sorted()))
    let family = try self.part(part, "family").map(string)
    var font = Font(
      family ?? "system", size: try number(part, "size", 1...500) ?? style.size,
      weight: try weight(part) ?? style.weight,
      tracking: try number(part, "tracking", -50...50) ?? 0)
    font.isItalic = try isTrue(part, "italic") ?? false
    font.hasMonospacedDigits = try isTrue(part, "monospacedDigits") ?? false
    return font
  }

  private func weight(_ element: Element) throws -> Int? {
    try word(element, "weight", Self.weights.keys.sorted()).flatMap { Self.weights[$0] }
  }

  private func shape(_ element: Element) throws -> Shape {
    let name = try word(element["shape"] ?? element, ["rectangle", "circle", "capsule", "path"])
    let radius = try number(element, "cornerRadius") ?? 0
    let kind: Shape.Kind =
      switch name {
      case "circle": .circle
      case "capsule": .capsule
      case "path": .path(try path(element))
      default: .rectangle(cornerRadius: radius)
      }
    return Shape(kind, fill: try fill(element, "fill"), stroke: try border(element, "stroke"))
  }

  private func path(_ element: Element) throws -> ShapePath {
    let part = try part(element, "path")
    let box = try size(element, "box") ?? PointSize(1, 1)
    guard let part, let path = ShapePath(try string(part), box: box) else {
      throw error(
        part ?? element,
        "A path has 'path', SVG's letters M, L, H, V, C, Q and Z with their numbers, and 'box', the [width, height] that they "
          + "count in.")
    }
    return path
  }

  private func gauge(_ element: Element, _ depth: Int) throws -> Content {
    func amount(_ name: String) throws -> Double {
      try part(element, name)?.value.number ?? .nan
    }
    let current = try element["current"].map { try nodes($0, depth: depth + 1) }
    var gauge = Gauge(
      value: try amount("gauge"), goal: try amount("goal"),
      tint: try colour(element, "tint") ?? primary,
      current: current?.first, labels: try children(element["labels"], depth))
    gauge.marker = primary
    gauge.style = try choice(element, "style") ?? .circular
    return gauge.style.isLinear ? Self.linear(gauge) : .gauge(gauge)
  }

  /// A bar between its labels, or under them with the current value at their end.
  private static func linear(_ gauge: Gauge) -> Content {
    let (labels, current) = (gauge.labels, [gauge.current].compactMap(\.self))
    var bar = gauge
    (bar.labels, bar.current) = ([], nil)
    let middle = Node(.gauge(bar))
    guard gauge.style == .linearCapacity else {
      let views = labels.prefix(1) + [middle] + labels.dropFirst()
      return .stack(.horizontal, Array(views), alignment: Alignment(), spacing: 4)
    }
    let above = labels + [Node(.spacer(minLength: 4))] + current
    let row = Node(.stack(.horizontal, above, alignment: Alignment(), spacing: 4))
    let rows = labels.isEmpty && current.isEmpty ? [middle] : [row, middle]
    return .stack(.vertical, rows, alignment: Alignment(), spacing: 2)
  }
}

// MARK: Styles

extension TemplateReader {
  private func style(_ element: Element, _ depth: Int) throws -> Style {
    var style = Style()
    style.fixedAxes = try fixedAxes(element)
    style.aspectRatio = try aspectRatio(element)
    style.underlay = try layer(element, "background", depth)
    style.overlay = try layer(element, "overlay", depth)
    style.blur = try number(element, "blur", 0...100) ?? 0
    style.backdropBlur = try number(element, "backdropBlur", 0...100) ?? 0
    style.shadow = try shadow(element)
    style.rotation = try number(element, "rotation", -360...360) ?? 0
    style.offset =
      try pair(
        element, "offset", Self.offsets,
        "An offset is [x, y] in points, to the trailing edge and down.") ?? PointSize(0, 0)
    style.direction = try choice(element, "direction")
    style.padding = try edges(element)
    style.width = try bounds(element, "width")
    style.height = try bounds(element, "height")
    style.alignment = try alignment(element, "frameAlignment")
    style.background = try fill(element, "background")
    style.border = try border(element, "border")
    style.cornerRadius = try number(element, "cornerRadius") ?? 0
    style.opacity = try number(element, "opacity", 0...1) ?? 1
    style.layoutPriority = try number(element, "layoutPriority", -1000...1000) ?? 0
    return style
  }

  private func edges(_ element: Element) throws -> Edges {
    guard let part = try part(element, "padding") else { return Edges() }
    guard let object = part.value.object else {
      let all = try number(part, TemplateLimits.lengths)
      return Edges(top: all, leading: all, bottom: all, trailing: all)
    }
    let names: Set = ["top", "leading", "bottom", "trailing", "horizontal", "vertical"]
    try checkNames(object, of: names, at: part.place)
    func edge(_ name: String, _ pair: String) throws -> Double {
      try number(part, name) ?? number(part, pair) ?? 0
    }
    return Edges(
      top: try edge("top", "vertical"), leading: try edge("leading", "horizontal"),
      bottom: try edge("bottom", "vertical"), trailing: try edge("trailing", "horizontal"))
  }

  private func bounds(_ element: Element, _ name: String) throws -> Bounds {
    guard let part = try part(element, name) else { return Bounds() }
    guard let object = part.value.object else {
      let side = try side(part)
      return side.isFinite ? Bounds(fixed: side) : Bounds(max: side)
    }
    try checkNames(object, of: ["min", "ideal", "max"], at: part.place)
    let max = try self.part(part, "max").map(side)
    return Bounds(min: try number(part, "min"), ideal: try number(part, "ideal"), max: max)
  }

  /// A length, or infinity for `infinity`.
  private func side(_ element: Element) throws -> Double {
    if element.value.string == "infinity" { return .infinity }
    let range = TemplateLimits.lengths
    guard let side = element.value.number, range.contains(side) else {
      throw error(
        element,
        "This must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain), or "
          + "\"infinity\" for as much as there is.")
    }
    return side
  }

  /// The axes along which the content has its ideal size: both for `true`.
  private func fixedAxes(_ element: Element) throws -> Set<Axis> {
    guard let part = try part(element, "fixedSize"), part.value != .bool(false) else { return [] }
    if part.value == .bool(true) { return Set(Axis.allCases) }
    return Set([Axis(rawValue: try word(part, Axis.allCases.map(\.rawValue)))].compactMap(\.self))
  }

  /// A ratio, or an object with one and whether its shape fits into the room or covers it.
  private func aspectRatio(_ element: Element) throws -> ProposedShape? {
    guard let part = try part(element, "aspectRatio") else { return nil }
    guard let object = part.value.object else {
      return ProposedShape(try number(part, Self.ratios))
    }
    try checkNames(object, of: ["ratio", "mode"], at: part.place)
    guard let ratio = try number(part, "ratio", Self.ratios) else {
      throw error(part, "An aspect ratio has a 'ratio', width divided by height.")
    }
    return ProposedShape(ratio, fills: try word(part, "mode", ["fill", "fit"]) == "fill")
  }

  private static let ratios = 0.01...100.0

  /// A view in front of or behind another.
  private func layer(_ element: Element, _ name: String, _ depth: Int) throws -> Layer? {
    guard let part = try part(element, name) else { return nil }
    guard let view = part["view"] else {
      if name == "background" { return nil }
      throw error(part, "An overlay has a 'view', and an 'alignment' if it is not in the middle.")
    }
    try checkNames(part.value.object ?? [:], of: ["view", "alignment"], at: part.place)
    let alignment = try alignment(part, "alignment")
    return try nodes(view, depth: depth + 1).first.map { Layer($0, alignment: alignment) }
  }

  private func shadow(_ element: Element) throws -> Shadow? {
    guard let part = try part(element, "shadow") else { return nil }
    try checkNames(part.value.object ?? [:], of: ["color", "radius", "x", "y"], at: part.place)
    guard let radius = try number(part, "radius", 0...100) else {
      throw error(
        part, "A shadow has a 'radius' in points, and 'color', 'x' and 'y' if it has them.")
    }
    // SwiftUI's own colour of shadows: black with an opacity of a third.
    let ink = try colour(part, "color") ?? Colour(red: 0, green: 0, blue: 0, opacity: 0.33)
    let (x, y) = (
      try number(part, "x", Self.offsets) ?? 0, try number(part, "y", Self.offsets) ?? 0
    )
    return Shadow(ink, radius: radius, offset: PointSize(x, y))
  }

  private static let offsets =
    -TemplateLimits.lengths.upperBound...TemplateLimits.lengths.upperBound

  private func border(_ element: Element, _ name: String) throws -> Border? {
    guard let part = try part(element, name) else { return nil }
    try checkNames(part.value.object ?? [:], of: ["color", "width"], at: part.place)
    guard let colour = try colour(part, "color") else {
      throw error(part, "A line has a 'color' and a 'width' in points.")
    }
    return Border(colour, width: try number(part, "width") ?? 1)
  }

  /// SwiftUI's names of places.
  private static let places: [String: Alignment] = [
    "topLeading": Alignment(.leading, .top), "top": Alignment(.center, .top),
    "topTrailing": Alignment(.trailing, .top), "leading": Alignment(.leading),
    "center": Alignment(), "trailing": Alignment(.trailing),
    "bottomLeading": Alignment(.leading, .bottom), "bottom": Alignment(.center, .bottom),
    "bottomTrailing": Alignment(.trailing, .bottom),
  ]

  private func alignment(
    _ element: Element, _ name: String, hasBaselines: Bool = false
  ) throws -> Alignment {
    var places = Self.places
    for baseline in hasBaselines ? TextBaseline.allCases : [] {
      places[baseline.rawValue, default: Alignment()].baseline = baseline
    }
    return try word(element, name, places.keys.sorted()).flatMap { places[$0] } ?? Alignment()
  }
}
