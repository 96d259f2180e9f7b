internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// Writes one page of a report: the skeleton, the facts, then a block of data for each photo.
struct ReportPage {
  private let view: StoreView
  private let request: ReportRequest
  private let facts: PageFacts
  /// The first design that shows a photo, by the photo's name.
  private let designs: [String: DesignCard]

  init(_ view: StoreView, _ request: ReportRequest, _ facts: PageFacts) {
    self.view = view
    self.request = request
    self.facts = facts
    let showings = facts.designs.flatMap { design in design.photos.map { ($0, design) } }
    designs = Dictionary(showings) { first, _ in first }
  }

  /// Writes the page beside its place and puts it there when it is whole.
  func write(
    _ photos: [RecordID], to path: FilePath, _ interruption: Interruption,
    _ progress: (Int) throws -> Void
  ) throws {
    try OutputFile(path).write { draft in
      try write(photos, to: draft, interruption, progress)
      return !interruption.isRequested
    }
  }

  private func write(
    _ photos: [RecordID], to draft: OutputDraft, _ interruption: Interruption,
    _ progress: (Int) throws -> Void
  ) throws {
    let parts = PageAssets.page.filled(places).components(separatedBy: "<!--photos-->")
    try draft.write(parts[0].utf8)
    let sizes = ThumbnailSizes(photos: photos.count)
    var done = 0
    let threads = WorkerThreads(count: request.jobs ?? JobCount.standard)
    try threads.run(over: photos.lazy.prefix { _ in !interruption.isRequested }) { id in
      Result { try block(id, sizes) }
    } consume: { block in
      try draft.write(block.get().utf8)
      done += 1
      try progress(done)
    }
    try draft.write(parts.dropFirst().joined().utf8)
  }

  private var places: [String: String] {
    let (style, script) = (PageAssets.reportStyle, PageAssets.reportScript)
    let policy = """
      default-src 'none'; img-src data: blob:; style-src \(PageAssets.source(of: style)); \
      script-src \(PageAssets.source(of: script)); base-uri 'none'; form-action 'none'
      """
    return [
      "TITLE": "photoprep · \(facts.store)".escapedForHTML, "MODE": "report",
      "HEAD": """
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <style>\(style)</style>
      """,
      "FACTS": (try? JSONLine.encode(facts))?.escapedForScript ?? "{}",
      "SCRIPT": "<script>\(script)</script>",
    ]
  }

  /// A photo's card and pictures: a line of JSON, then its pictures and its map in Base64, one a line.
  private func block(_ id: RecordID, _ sizes: ThumbnailSizes) throws -> String {
    let card = try view.card(id)
    var lines = [try card.jsonLine(time: request.run?.times[id]).escapedForScript]
    for (file, edge) in zip(card.shownFiles, sizes.edges(card.record.preparation.families)) {
      let url = view.imageURL(file.name.description)
      let bytes = url.flatMap { try? StoreView.copy(of: $0, longEdge: edge, quality: 70) }
      lines.append(bytes.map { Data($0).base64EncodedString() } ?? "")
    }
    lines.append(request.hasMaps ? map(card) : "")
    lines += try words(over: card)
    // A comment, because a browser reads comments more than ten times as fast as script elements
    // (decision 0702). No line of it can end it: Base64 has neither `-` nor `>`.
    return "<!--\(lines.joined(separator: "\n"))-->\n"
  }

  /// What the first design that shows a photo lays over its renders, as PNGs in Base64.
  private func words(over card: PhotoCard) throws -> [String] {
    guard let design = designs["\(card.id)"], !design.words.isEmpty else { return [] }
    let photo = card.record.preparation
    return try zip(photo.families, photo.shownRenders).map { family, file in
      let png = try view.words(
        of: design, over: "\(file.name)", for: family, scale: ThumbnailSizes.wordScale)
      return Data(png).base64EncodedString()
    }
  }

  /// A photo's importance map as `width height cells`; empty when its master cannot be read.
  private func map(_ card: PhotoCard) -> String {
    let master = view.imageURL(card.record.preparation.master.name.description)
    guard let grid = master.flatMap({ try? StoreView.importance(of: $0) }) else { return "" }
    return "\(grid.size.width) \(grid.size.height) \(Data(grid.cells).base64EncodedString())"
  }
}

/// How large a report's pictures are: sharp on a few hundred photos, small on thousands, so that a
/// page stays below 80 kB a photo and 64 MB in all (decision 0702).
struct ThumbnailSizes {
  private let isSmall: Bool
  /// The pixels of a point in what designs lay over the renders: as sharp as those are.
  static let wordScale = 1

  init(photos: Int) { isSmall = photos > 600 }

  /// The long edge of the master, in pixels.
  var master: Int { isSmall ? 300 : 440 }

  /// The long edges of the master and of some families' renders, in pixels.
  func edges(_ families: [RenderFamily]) -> [Int] {
    [master] + families.map { edge($0.usualFrame) }
  }

  /// The long edge of a widget's picture: none is shown wider than the medium one, and a narrower one in proportion.
  private func edge(_ frame: PixelSize) -> Int {
    let widest = isSmall ? 188.0 : 280.0
    let medium = Double(RenderFamily.medium.usualFrame.width)
    let width = widest * min(1, Double(frame.width) / medium)
    return Int((width * max(1, Double(frame.height) / Double(frame.width))).rounded())
  }
}
