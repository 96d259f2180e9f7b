import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Groups of faces` {
  private let photo = PixelSize(width: 4000, height: 2400)
  private let square = AspectRatio(width: 1, height: 1)

  private func face(x: Double, width: Double, kind: FocusRegion.Kind = .face) -> FocusRegion {
    FocusRegion(
      NormalizedRect(x: x, y: 0.3, width: width, height: width * 1.6), kind: kind,
      origin: .detector)
  }

  /// An analysis without any evidence but the faces.
  private func analysis(_ faces: [FocusRegion]) -> PhotoAnalysis {
    PhotoAnalysis(
      importance: ImportanceMap(Plane(width: 5, height: 3, repeating: 1)), regions: faces,
      cues: [], isFlat: false)
  }

  private func crop(_ faces: [FocusRegion], _ aspect: AspectRatio) -> NormalizedRect {
    NormalizedRect(analysis(faces).crop(to: aspect, in: photo).rect, in: photo)
  }

  private func isWhole(_ rect: NormalizedRect, in crop: NormalizedRect) -> Bool {
    crop.x <= rect.x + 0.005 && crop.maxX >= rect.maxX - 0.005
  }

  @Test(arguments: [0.0, 0.86], 1...3)
  func `keep the largest face whole, with any number of others, if they do not all fit`(
    x: Double, others: Int
  ) {
    let largest = face(x: x, width: 0.14)
    let crowd = (0..<others).map { face(x: (x == 0 ? 0.66 : 0.04) + 0.1 * Double($0), width: 0.08) }
    let crop = crop(crowd + [largest], square)
    #expect(isWhole(largest.belonging, in: crop))
    #expect(!crowd.allSatisfy { isWhole($0.rect, in: crop) })
  }

  @Test func `keep as many other faces as fit beside the largest`() {
    let largest = face(x: 0.4, width: 0.15)
    let left = face(x: 0.05, width: 0.06)
    let right = [face(x: 0.7, width: 0.08), face(x: 0.8, width: 0.08)]
    let crop = crop([left, largest] + right, square)
    #expect(isWhole(largest.belonging, in: crop))
    #expect(right.allSatisfy { isWhole($0.rect, in: crop) })
    #expect(!isWhole(left.rect, in: crop))
  }

  @Test func `are all whole when they fit`() {
    let faces = [face(x: 0.2, width: 0.14), face(x: 0.4, width: 0.1), face(x: 0.65, width: 0.12)]
    let crop = crop(faces, square)
    #expect(faces.allSatisfy { isWhole($0.rect, in: crop) })
  }

  @Test func `prefer a person to an animal`() {
    let (person, animal) = (face(x: 0, width: 0.08), face(x: 0.7, width: 0.3, kind: .animalFace))
    #expect(isWhole(person.belonging, in: crop([person, animal], square)))
  }

  @Test(arguments: 1...12)
  func `keep a single face whole in every family where it fits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let width = Double.random(in: 0.05...0.4, using: &random)
    let rect = NormalizedRect(
      x: .random(in: 0...(1 - width), using: &random), y: .random(in: 0...0.6, using: &random),
      width: width, height: .random(in: 0.1...0.4, using: &random))
    let importance = (0..<(16 * 10)).map { _ in Float.random(in: 0...1, using: &random) }
    let face = FocusRegion(rect, kind: .face, origin: .detector)
    let analysis = PhotoAnalysis(
      importance: ImportanceMap(Plane(width: 16, height: 10, samples: importance)),
      regions: [face], cues: [], isFlat: false)
    for aspect in AspectRatio.families {
      let choice = analysis.crop(to: aspect, in: photo)
      let crop = NormalizedRect(choice.rect, in: photo)
      let (head, fits) = (face.belonging, 1e-9)
      guard head.width <= crop.width + fits, head.height <= crop.height + fits else { continue }
      #expect(choice.flags.isEmpty)
      #expect(crop.x <= head.x + 0.006 && crop.maxX >= head.maxX - 0.006)
      #expect(crop.y <= head.y + 0.006 && crop.maxY >= head.maxY - 0.006)
    }
  }
}
