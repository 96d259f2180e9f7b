import Foundation
import PhotoGeometry
import PhotoStore
import Testing

/// A widget extension over a day: 20 albums in three families, every timeline with all its images
/// in memory at once, as WidgetKit may have them.
@Suite struct `Simulated widget extension` {
  let container: TestContainer
  let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
  let frames = WidgetScreen.largestPhone.frames

  init() throws { container = try TestContainer() }

  func albums() throws -> [Album] {
    try (0..<20).map { number in
      let photos = 3 + number % 5 * 4
      return Album(
        sourceID: "\(number)",
        entries: try (0..<photos).map { AlbumEntry(try PhotoRecord.made(100 * number + $0 + 1)) },
        rotationIntervalMinutes: [15, 60, 240][number % 3], nextChangeDate: start + 600)
    }
  }

  @Test func `a day of twenty albums in all families stays within 12 MiB`() throws {
    let decoder = FrameDecoder(frames: frames)
    let loader = ImageLoader(decoder: decoder, limits: .widgetExtension)
    let albums = try albums()
    for name in albums.flatMap(\.allReferencedFileNames) { try container.image(name) }
    var drawn = 0
    for album in albums {
      for family in RenderFamily.always {
        drawn += try draw(album, family, loader)
      }
    }
    #expect(drawn > 1_000)
    #expect(decoder.ledger.counts.peakBytes <= 12 * 1024 * 1024)
    #expect(decoder.ledger.counts.peakBytes > 10 * 1024 * 1024)
    #expect(loader.cache.statistics.peakByteCost <= 12 * 1024 * 1024)
  }

  /// Draws every timeline of one widget for a day, and returns how many entries it drew.
  private func draw(
    _ album: Album, _ family: RenderFamily, _ loader: ImageLoader<FrameDecoder>
  ) throws -> Int {
    let reader = container.reader
    var drawn = 0
    var next: Date? = start
    while let date = next, date < start + Album.day {
      let timeline = album.timeline(from: date, rendersOf: try #require(frames[family]))
      let images = try timeline.items.map { item in
        let file = try #require(reader.photo(item.entry, for: family).file)
        return try loader.imageNow(at: file)
      }
      drawn += images.count
      next = timeline.reload
    }
    return drawn
  }
}

/// A decoder whose images are as large as the frame their file's name speaks of.
private struct FrameDecoder: ImageDecoder {
  let frames: WidgetFrames
  let ledger = Ledger()

  func byteCost(of file: URL) throws -> Int {
    let name = try #require(StoredFileName(file.lastPathComponent))
    guard case .render(let family) = name.role else { return .max }
    return WidgetBudget.byteCost(of: try #require(frames[family]))
  }

  func decode(_ file: URL) throws -> DecodedImage<TestImage> {
    let cost = try byteCost(of: file)
    return DecodedImage(TestImage("", byteCost: cost, ledger: ledger), byteCost: cost)
  }
}
