internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// The facts of a page besides its photos, for its script.
struct PageFacts: Encodable {
  struct Run: Encodable {
    let seconds: Double
    let prepared, unchanged, rejected: Int
    /// How many photos were done in each of several equal parts of the run.
    let pace: [Int]
  }

  struct Link: Encodable {
    let name: String
    let isHere: Bool
  }

  let store, made: String
  /// The number of photos of the report.
  let allPhotos: Int
  let pages: [Link]
  let refusals: [Refusal]
  /// The photos without a record; their pictures are data URLs.
  let packaged: [PackagedCard]
  let designs: [DesignCard]
  let run: Run?
  /// The stacks of photos that show the same: the names of their records, the best photo's first.
  var stacks: [[String]] = []

  /// How many parts a run's time is divided into; our choice: a bar of the chart is 6 pixels wide.
  private static let parts = 40

  init(
    _ request: ReportRequest, of allPhotos: Int, page: Int, pages: Int,
    unreadable: [PhotoprepError], packaged: [PackagedCard], designs: [DesignCard]
  ) {
    (self.packaged, self.designs) = (packaged, designs)
    store = request.store.displayText
    made = Date().formatted(.iso8601)
    self.allPhotos = allPhotos
    self.pages = (0..<pages).map {
      Link(name: request.file(ofPage: $0).lastComponent?.string ?? "", isHere: $0 == page)
    }
    let rejections = page == 0 ? request.run?.rejections ?? [] : []
    refusals = (unreadable + rejections.map(\.error)).map { Refusal($0, at: $0.path) }
    run = request.run.flatMap { run in
      guard let summary = run.summary else { return nil }
      let length = max(summary.seconds, run.doneAt.max() ?? 0, 0.001)
      var pace = [Int](repeating: 0, count: Self.parts)
      for time in run.doneAt {
        pace[min(Self.parts - 1, max(0, Int(time / length * Double(Self.parts))))] += 1
      }
      return Run(
        seconds: summary.seconds, prepared: summary.prepared, unchanged: summary.unchanged,
        rejected: summary.rejected, pace: pace)
    }
  }
}
