import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

/// An album of prepared photos and, where `false`, of photos that are not.
private func album(
  _ prepared: [Bool], current: Int = 0, minutes: Int = 60, next: Date? = nil
) throws -> Album {
  let entries = try prepared.enumerated().map { number, isPrepared in
    isPrepared ? AlbumEntry(try PhotoRecord.made(number + 1)) : AlbumEntry(id: "\(number)")
  }
  return Album(
    sourceID: "test", entries: entries, currentIndex: current, rotationIntervalMinutes: minutes,
    nextChangeDate: next)
}

private let anchor = Date(timeIntervalSinceReferenceDate: 800_000_000)

@Suite struct `Album rotation` {
  let three = [true, true, true]

  @Test(
    arguments: [
      (-1.0, 0), (0, 1), (3599, 1), (3600, 2), (7200, 0), (10_800, 1), (86_400, 1),
      (3600 * 3_000_001, 2),
    ] as [(Double, Int)])
  func `the photo of a date follows the published app's rule`(seconds: Double, index: Int) throws {
    #expect(try album(three, next: anchor).index(at: anchor + seconds) == index)
  }

  @Test func `only prepared photos take turns`() throws {
    let album = try album([false, true, false, true, false], next: anchor)
    let shown = (-1..<4).map { album.index(at: anchor + Double($0) * 3600) }
    #expect(shown == [1, 3, 1, 3, 1])
    #expect(album.preparedIndices == [1, 3])
  }

  @Test(arguments: [(2, 2), (3, 2), (99, 2), (-5, 0)])
  func `a current index out of range means the first or the last photo`(current: Int, shown: Int)
    throws
  {
    #expect(try album(three, current: current).index(at: anchor) == shown)
  }

  @Test(arguments: [(0, 1), (2, 1), (3, 3), (4, 1)])
  func `the first prepared photo stands for one that is not`(current: Int, shown: Int) throws {
    let album = try album([false, true, false, true, false], current: current)
    #expect(album.index(at: anchor) == shown)
  }

  @Test func `a photo with only a manual render is not prepared, as in the app`() throws {
    var entry = AlbumEntry(try PhotoRecord.made(1))
    #expect(entry.isPrepared)
    entry.renders[.small] = AlbumRender(manualFile: entry.renders[.small]?.autoFile)
    #expect(!entry.isPrepared)
  }

  @Test func `an album without prepared photos shows nothing and never changes`() throws {
    for prepared in [[], [false, false]] {
      var album = try album(prepared, next: anchor)
      #expect(album.index(at: anchor) == nil && album.entry(at: anchor) == nil)
      #expect(album.nextChange(after: anchor) == nil)
      let isChanged = album.rotate(to: anchor + 5)
      #expect(!isChanged)
    }
  }

  @Test(arguments: [0, -60])
  func `an album without an interval stays as it is`(minutes: Int) throws {
    var album = try album(three, current: 1, minutes: minutes, next: anchor)
    #expect(album.index(at: anchor + 1_000_000) == 1)
    #expect(album.nextChange(after: anchor) == nil)
    let isChanged = album.rotate(to: anchor + 1_000_000)
    #expect(!isChanged)
  }

  @Test func `one prepared photo needs no change`() throws {
    #expect(try album([false, true], next: anchor).nextChange(after: anchor + 10) == nil)
  }

  @Test func `the next change is always after the date, even at the date of a change`() throws {
    let album = try album(three, next: anchor)
    #expect(album.nextChange(after: anchor - 5) == anchor)
    #expect(album.nextChange(after: anchor) == anchor + 3600)
    #expect(album.nextChange(after: anchor + 3599) == anchor + 3600)
    #expect(album.nextChange(after: anchor + 3600) == anchor + 7200)
  }

  @Test func `the first rotation schedules the next change and shows the current photo`() throws {
    var album = try album(three, current: 1)
    #expect(album.nextChange(after: anchor) == nil)
    let isChanged = album.rotate(to: anchor)
    #expect(isChanged)
    #expect(album.currentIndex == 1 && album.nextChangeDate == anchor + 3600)
  }

  @Test func `catching up after a pause shows what was due and keeps the rhythm`() throws {
    var album = try album(three, next: anchor)
    let isChanged = album.rotate(to: anchor + 3600 * 100 + 17)
    #expect(isChanged)
    #expect(album.currentIndex == 101 % 3)
    #expect(album.nextChangeDate == anchor + 3600 * 101)
    let isChangedAgain = album.rotate(to: anchor + 3600 * 100 + 18)
    #expect(!isChangedAgain)
  }

  @Test
  func `where photos go, the shown one stays, or the next one comes, after the last the first`()
    throws
  {
    for (shown, gone, current) in [(1, 0, 0), (1, 1, 1), (1, 2, 1), (2, 2, 0), (9, 2, 0)] {
      var album = try album(three, current: shown)
      let id = album.entries[gone].id
      album.remove { $0.id == id }
      #expect(album.currentIndex == current, "\(shown), \(gone)")
    }
  }

  @Test(arguments: 0..<20)
  func `rotating in between never changes what is shown at a later date`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let prepared = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
      Bool.random(using: &generator)
    }
    let minutes = Int.random(in: 1...200, using: &generator)
    let original = try album(prepared, minutes: minutes, next: anchor)
    var rotated = original
    var date = anchor - 500
    for _ in 0..<200 {
      date += Double.random(in: 0...50_000, using: &generator)
      #expect(rotated.index(at: date) == original.index(at: date))
      #expect(rotated.nextChange(after: date) == original.nextChange(after: date))
      if Bool.random(using: &generator) { rotated.rotate(to: date) }
    }
  }
}

@Suite struct `Album timeline` {
  let frames = WidgetScreen.largestPhone.frames

  @Test func `a day of few photos is one timeline of every change`() throws {
    let album = try album([true, true], next: anchor + 1800)
    let timeline = album.timeline(from: anchor, rendersOf: frames.large)
    #expect(timeline.items.count == 25)
    #expect(timeline.items.prefix(3).map(\.index) == [0, 1, 0])
    #expect(timeline.items.prefix(3).map(\.date) == [anchor, anchor + 1800, anchor + 5400])
    #expect(timeline.reload == anchor + 1800 + 24 * 3600)
  }

  @Test func `photos that change every minute make a timeline of some hours`() throws {
    var album = try album([true, true], next: anchor + 60)
    album.rotationIntervalMinutes = 1
    let timeline = album.timeline(from: anchor, rendersOf: frames.small)
    #expect(timeline.items.count == 300 && timeline.reload == anchor + 300 * 60)
  }

  @Test(arguments: [(RenderFamily.small, 6), (.medium, 5), (.large, 2), (.portrait, 1)])
  func `a timeline ends before the photo that would not fit`(family: RenderFamily, count: Int)
    throws
  {
    let album = try album(Array(repeating: true, count: 40), next: anchor + 60)
    let frame = try #require(WidgetScreen.largestPhone.frames[family])
    let timeline = album.timeline(from: anchor, rendersOf: frame)
    #expect(timeline.items.map(\.index) == Array(0..<count))
    #expect(timeline.reload == anchor + 60 + Double(count - 1) * 3600)
    #expect(WidgetBudget.widgetExtension.fits(timeline.items.map { _ in frame }))
  }

  @Test func `the reload continues where the timeline ended`() throws {
    let album = try album(Array(repeating: true, count: 40), next: anchor + 60)
    var shown: [Int] = []
    var date: Date? = anchor
    while let start = date, shown.count < 41 {
      let timeline = album.timeline(from: start, rendersOf: frames.medium)
      shown += timeline.items.map(\.index)
      date = timeline.reload
    }
    #expect(shown.prefix(41) == ArraySlice(Array(0..<40) + [0]))
  }

  @Test func `an album that never rotated starts with its current photo`() throws {
    let made = Date(timeIntervalSinceReferenceDate: 790_000_000)
    let timeline = try album([true, true], current: 1).timeline(from: made, rendersOf: frames.small)
    #expect(timeline.items.prefix(2).map(\.index) == [1, 0])
    #expect(timeline.items.prefix(2).map(\.date) == [made, made + 3600])
  }

  @Test func `an album that never rotated shows all its photos, whenever it is asked`() throws {
    let album = try album(Array(repeating: true, count: 7))
    let made = Date(timeIntervalSinceReferenceDate: 790_000_000)
    var shown: [Int] = []
    var date: Date? = made + 60
    while let start = date, shown.count < 8 {
      let timeline = album.timeline(from: start, rendersOf: frames.large)
      shown += timeline.items.map(\.index)
      date = timeline.reload
    }
    #expect(shown.prefix(8) == [0, 1, 2, 3, 4, 5, 6, 0])
  }

  @Test
  func `a photo larger than the budget is still one item, and an unprepared album has none`()
    throws
  {
    let size = PixelSize(width: 6000, height: 6000)
    #expect(try album([true, true]).timeline(from: anchor, rendersOf: size).items.count == 1)
    let empty = try album([false]).timeline(from: anchor, rendersOf: size)
    #expect(empty.items == [] && empty.reload == nil)
  }

  @Test func `one photo is one item that needs no reload`() throws {
    let timeline = try album([true], next: anchor).timeline(from: anchor, rendersOf: frames.small)
    #expect(timeline.items.count == 1 && timeline.reload == nil)
  }
}
