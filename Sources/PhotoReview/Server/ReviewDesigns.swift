internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline

/// The designs of the store at the time of the page's last request, and their texts over pictures.
final class ReviewDesigns: Sendable {
  private let view: StoreView
  private let known = Locked<[String: DesignCard]>([:])

  init(_ view: StoreView) { self.view = view }

  func read() throws -> [DesignCard] {
    let designs = try view.designs()
    known.withLock { $0 = Dictionary(designs.map { ($0.name, $0) }) { first, _ in first } }
    return designs
  }

  /// The pixels of a point: sharp on a screen with a scale of two.
  private static let scale = 2

  /// Draws a design's text over a render, or another text by the same rules, as a PNG.
  ///
  /// The query has the `design`, and `title` and `line` for another text.
  func words(
    over file: String, for family: RenderFamily, _ query: [String: String]
  ) throws -> Data {
    let design = query["design"].flatMap { name in known.withLock { $0[name] } }
    let words = query["title"].map { [$0, query["line"] ?? ""] }
    return Data(
      try view.words(of: design, saying: words, over: file, for: family, scale: Self.scale))
  }
}
