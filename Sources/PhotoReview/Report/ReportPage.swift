internal import Foundation
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
    (self.view, self.request, self.facts) = (view, request, facts)
    let showings = facts.designs.flatMap { design in design.photos.map { ($0, design) } }
    designs = Dictionary(showings) { first, _ in first }
  }

  /// Writes the page beside its place and moves it there when it is complete.
  func write(
    _ photos: [RecordID], to path: FilePath, _ interruption: Interruption,
    _ progress: (Int) throws -> Void
  ) throws {
    try OutputFile(path).write { add in
      try write(photos, by: add, interruption, progress)
      return !interruption.isRequested
    }
  }

  private func write(
    _ photos: [RecordID], by add: ([UInt8]) throws -> Void, _ interruption: Interruption,
    _ progress: (Int) throws -> Void
  ) throws {
    let parts = PageAssets.page.filled(places).components(separatedBy: "<!--photos-->")
    try add(Array(parts[0].utf8))
    let sizes = ThumbnailSizes(photos: facts.allPhotos)
    var done = 0
    let threads = WorkerThreads(count: request.jobs ?? JobCount.standard)
    try threads.run(over: photos.lazy.prefix { _ in !interruption.isRequested }) { id in
      Result { try block(id, sizes) }
    } consume: { block in
      try add(Array(block.get().utf8))
      done += 1
      try progress(done)
    }
    try add(Array(parts.dropFirst().joined().utf8))
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

  /// A photo's card and pictures: a line of JSON, then its pictures and its map in Base64, one a line; an empty line
  /// for a render that the script cuts from the photo's own picture.
  private func block(_ id: RecordID, _ sizes: ThumbnailSizes) throws -> String {
    let card = try view.card(id)
    var lines = [try card.jsonLine(time: request.run?.times[id], isBrief: true).escapedForScript]
    let photo = card.record.preparation
    lines.append(picture(photo.master, sizes.master, sizes))
    for (family, file) in zip(photo.families, photo.shownRenders) {
      let isPart = sizes.areShared && photo.isPartOfMaster(family)
      lines.append(isPart ? "" : picture(file, sizes.edge(family.usualFrame), sizes))
    }
    lines.append(request.hasMaps && !sizes.areShared ? map(card) : "")
    lines += try words(over: card)
    // A comment, because a browser reads comments more than ten times as fast as script elements
    // (decision 0702). No line of it can end it: Base64 has neither `-` nor `>`.
    return "<!--\(lines.joined(separator: "\n"))-->\n"
  }

  /// A picture in Base64; empty when it cannot be read.
  private func picture(_ file: StoredFile, _ longEdge: Int, _ sizes: ThumbnailSizes) -> String {
    guard let url = view.imageURL(file.name.description) else { return "" }
    let bytes = sizes.forms.lazy.compactMap { format, quality in
      try? StoreView.copy(of: url, longEdge: longEdge, quality: quality, as: format)
    }.first
    return Data(bytes ?? []).base64EncodedString()
  }

  /// The texts of the first design that shows a photo over its renders, as PNGs in Base64.
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
    guard let grid = try? view.importance(of: card.id) else { return "" }
    return "\(grid.width) \(grid.height) \(grid.cells.base64EncodedString())"
  }
}

extension PhotoPreparation {
  /// Whether the render of a family is only a part of the master: not turned, filtered or over a ground.
  fileprivate func isPartOfMaster(_ family: RenderFamily) -> Bool {
    recipe.keepsColours && hand?.renders[family] == nil
      && crops[family]?.flags.contains(PhotoFlag.fitted.rawValue) == false
  }
}

/// The sizes of a report's pictures: for a few hundred photos each has its own sharp picture; for more photos there is
/// one small picture of each photo, from which its renders are cut, so that 10,000 photos have at most 60 MB (decision
/// 0702).
struct ThumbnailSizes {
  /// Whether one picture of a photo serves for its renders too.
  let areShared: Bool
  /// The pixels of a point in the designs' texts over the renders: as sharp as the renders.
  static let wordScale = 1
  /// The most photos whose renders have their own pictures.
  static let mostApart = 600

  init(photos: Int) { areShared = photos > Self.mostApart }

  /// The long edge of the master, in pixels.
  var master: Int { areShared ? 190 : 440 }

  /// The formats to try, with their qualities: libvips may come without WebP.
  var forms: [(PictureFormat, Int)] { areShared ? [(.webp, 45), (.jpg, 45)] : [(.jpg, 70)] }

  /// The long edge of a widget's picture, in pixels: the medium one is shown widest, and narrower ones in proportion.
  func edge(_ frame: PixelSize) -> Int {
    let widest = areShared ? 188.0 : 280.0
    let medium = Double(RenderFamily.medium.usualFrame.width)
    let width = widest * min(1, Double(frame.width) / medium)
    return Int((width * max(1, Double(frame.height) / Double(frame.width))).rounded())
  }
}
