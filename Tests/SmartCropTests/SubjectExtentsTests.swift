import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Subject's extents` {
  private typealias Ends = SubjectExtents.Ends

  /// Ends that lie in known cells of eight.
  private func ends(_ first: Int, _ last: Int) -> Ends {
    func sure(_ cell: Int) -> [Double] { (0..<8).map { $0 == cell ? 1 : 0 } }
    return Ends(first: sure(first), last: sure(last))
  }

  private func extents(_ whole: Ends, _ core: Ends) -> SubjectExtents {
    SubjectExtents(
      whole: SubjectExtents.Extent(columns: whole, rows: whole),
      core: SubjectExtents.Extent(columns: core, rows: core))
  }

  @Test
  func `a strip around both ends surely holds the subject, a narrower one only perhaps`() {
    let ends = ends(2, 5)
    #expect(ends.wholeChance(from: 0.25, to: 0.75) == 1)
    #expect(abs(ends.wholeChance(from: 0.25 + 0.0625, to: 1) - 0.5) < 1e-9)
    #expect(ends.wholeChance(from: 0.4, to: 1) == 0)
    #expect(ends.wholeChance(from: 0, to: 0.6) == 0)
    #expect(abs(ends.share(from: 0, to: 0.5) - 0.5) < 1e-9)
    #expect(abs(ends.share(from: 0, to: 1) - 1) < 1e-9)
  }

  @Test func `a window moves to where the subject is whole even if the importance lies elsewhere`()
  {
    let size = PixelSize(width: 1600, height: 800)
    let window = SlidingWindow(aspect: AspectRatio(width: 1, height: 1), in: size)
    // Nearly all of the importance is right of the middle, and the subject begins a little more to the left.
    let importance = ImportanceMap(
      Plane(width: 8, height: 1, samples: [0, 0, 0.02, 0.1, 0.3, 0.3, 0.2, 0]))
    func start(_ extents: SubjectExtents?) -> Double {
      let search = WindowSearch(
        importance: importance, subjects: SubjectTerm(regions: []),
        extents: extents, window: window)
      return Double(search.choice().rect.x) / 1600
    }
    #expect(start(nil) > 0.3)
    #expect(start(extents(ends(2, 5), ends(2, 3))) <= 0.26)
    // What fits nowhere asks for nothing but its greatest share.
    let large = extents(ends(0, 7), ends(0, 7))
    #expect(abs(start(large) - start(nil)) < 0.05)
  }

  private let square = AspectRatio(width: 1, height: 1)

  @Test func `the gain is the sum of its terms`() {
    let extents = extents(ends(2, 5), ends(2, 3))
    let across = ExtentTerm(
      extents, in: SlidingWindow(aspect: square, in: PixelSize(width: 1600, height: 800)))
    #expect(abs(across.gain(from: 0, to: 1) - 1.11) < 1e-9)
    // Half of the whole, all of the core.
    #expect(abs(across.gain(from: 0, to: 0.5) - (0.06 + 0.6 * 0.5 + 0.3)) < 1e-9)
    #expect(across.whole.wholeChance(from: 0, to: 0.5) == 0)
    // A core that fits is kept as a whole, so that its top counts for nothing by itself.
    let down = ExtentTerm(
      extents, in: SlidingWindow(aspect: square, in: PixelSize(width: 800, height: 1600)))
    #expect(abs(down.gain(from: 0, to: 0.5) - across.gain(from: 0, to: 0.5)) < 1e-9)
  }

  @Test func `a window that cannot hold the core gains by its top, in a tall photo alone`() {
    let extents = extents(ends(1, 6), ends(1, 6))
    /// How much more a window gains than its mirror image, which holds as much.
    func lead(_ size: PixelSize, from start: Double) -> Double {
      let term = ExtentTerm(extents, in: SlidingWindow(aspect: square, in: size))
      let mirrored = term.gain(from: 0.5 - start, to: 1 - start)
      return term.gain(from: start, to: start + 0.5) - mirrored
    }
    let (tall, wide) = (PixelSize(width: 800, height: 1600), PixelSize(width: 1600, height: 800))
    #expect(abs(lead(tall, from: 0) - 0.21) < 1e-9)
    // A top that is as likely shown as cut gains more than half of that.
    #expect(abs(lead(tall, from: 0.1875) - 0.15) < 1e-9)
    #expect(abs(lead(wide, from: 0)) < 1e-9)
  }

  @Test func `the library's network mirrors the ends for a mirrored picture`() throws {
    let model = try #require(ImportanceModel.standard)
    let photo = AnalysisImage.scene(seed: 11, width: 192, height: 128)
    func seen(_ image: AnalysisImage) -> SubjectExtents {
      model.extents(in: NetworkPicture(ColourPlanes(image))).extents
    }
    let (plain, mirrored) = (seen(photo), seen(photo.mirrored))
    for (one, other) in [(plain.whole, mirrored.whole), (plain.core, mirrored.core)] {
      for start in stride(from: 0.0, through: 0.5, by: 0.125) {
        let chance = one.columns.wholeChance(from: start, to: start + 0.5)
        #expect(abs(chance - other.columns.wholeChance(from: 0.5 - start, to: 1 - start)) < 1e-3)
        let down = one.rows.wholeChance(from: start, to: start + 0.5)
        #expect(abs(down - other.rows.wholeChance(from: start, to: start + 0.5)) < 1e-3)
      }
    }
  }
}
