import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Zoomed crops` {
  private let photo = PixelSize(width: 4000, height: 2400)

  /// A lone hill of importance at a random place, over a little noise.
  private func analysis(seed: UInt64, regions: [FocusRegion] = [], isFlat: Bool = false)
    -> PhotoAnalysis
  {
    var random = SplitMix64(seed: seed)
    let (x, y) = (Int.random(in: 4..<36, using: &random), Int.random(in: 4..<20, using: &random))
    let samples = (0..<(40 * 24)).map { cell -> Float in
      let distance = (cell % 40 - x) * (cell % 40 - x) + (cell / 40 - y) * (cell / 40 - y)
      return .random(in: 0...0.01, using: &random) + 10 / Float(1 + distance * distance)
    }
    return PhotoAnalysis(
      importance: ImportanceMap(Plane(width: 40, height: 24, samples: samples)), regions: regions,
      cues: [], isFlat: isFlat)
  }

  /// Adds up the importance of a rectangle cell by cell.
  private func kept(_ map: ImportanceMap, _ rect: PixelRect) -> Double {
    func part(_ cell: Int, _ count: Int, _ from: Int, _ to: Int, _ side: Int) -> Double {
      let scale = Double(count) / Double(side)
      return max(
        0, min(Double(to) * scale, Double(cell + 1)) - max(Double(from) * scale, Double(cell)))
    }
    return map.values.enumerated().reduce(0) { sum, item in
      let (column, row) = (item.offset % map.width, item.offset / map.width)
      return sum + Double(item.element)
        * part(column, map.width, rect.x, rect.maxX, photo.width)
        * part(row, map.height, rect.y, rect.maxY, photo.height)
    }
  }

  @Test(arguments: 1...4, AspectRatio.families)
  func `lie in the largest crop, have its aspect and keep most of the importance`(
    seed: UInt64, aspect: AspectRatio
  ) {
    let analysis = analysis(seed: seed)
    let choice = analysis.crop(to: aspect, in: photo, zoom: true)
    let rect = choice.rect
    #expect(choice.largestRect == analysis.crop(to: aspect, in: photo).rect)
    #expect(choice.largestRect.contains(rect))
    #expect(rect.width < choice.largestRect.width)
    #expect(2 * rect.width >= choice.largestRect.width - 1)
    let height = Double(rect.width) / aspect.value
    let width = Double(rect.height) * aspect.value
    #expect(abs(Double(rect.height) - height) <= 1 || abs(Double(rect.width) - width) <= 1)
    let share = kept(analysis.importance, rect) / kept(analysis.importance, choice.largestRect)
    let isUsual = Double(rect.width) >= 0.9 * Double(choice.largestRect.width) - 1
    #expect(share >= (isUsual ? CropZoom.usual : CropZoom.nearest).kept - 1e-6)
  }

  @Test func `are made only on request, and never for a flat picture`() {
    for aspect in AspectRatio.families {
      let plain = analysis(seed: 1).crop(to: aspect, in: photo)
      #expect(plain.rect == plain.largestRect && plain.rect.size == aspect.largestWindow(in: photo))
      let flat = analysis(seed: 1, isFlat: true).crop(to: aspect, in: photo, zoom: true)
      #expect(flat.rect == flat.largestRect)
    }
  }

  @Test(arguments: [300, 1500, 2399, 2400, 5000])
  func `never have fewer pixels than the frame or more than the largest crop`(side: Int) {
    let frame = PixelSize(width: side, height: side)
    let choice = analysis(seed: 2).crop(
      to: AspectRatio(frame), in: photo, frame: frame, zoom: true)
    #expect(choice.rect.width >= min(side, choice.largestRect.width))
    #expect(choice.flags.contains(.lowResolution) == (side > 2400))
  }

  @Test(arguments: 1...6, AspectRatio.families)
  func `keep as much of every region as the largest crop`(seed: UInt64, aspect: AspectRatio) {
    var random = SplitMix64(seed: seed)
    let regions = [FocusRegion.Kind.face, .animalFace, .region].map { kind in
      let rect = NormalizedRect(
        x: .random(in: 0...0.8, using: &random), y: .random(in: 0...0.8, using: &random),
        width: .random(in: 0...0.2, using: &random), height: .random(in: 0...0.2, using: &random))
      return FocusRegion(rect, kind: kind, origin: .metadata)
    }
    let choice = analysis(seed: seed, regions: regions).crop(to: aspect, in: photo, zoom: true)
    let largest = NormalizedRect(choice.largestRect, in: photo)
    let zoomed = NormalizedRect(choice.rect, in: photo)
    for rect in regions.map(\.belonging) {
      #expect(zoomed.x <= max(rect.x, largest.x) + 1e-9 || rect.x > largest.maxX)
      #expect(zoomed.maxX >= min(rect.maxX, largest.maxX) - 1e-9 || rect.maxX < largest.x)
      #expect(zoomed.y <= max(rect.y, largest.y) + 1e-9 || rect.y > largest.maxY)
      #expect(zoomed.maxY >= min(rect.maxY, largest.maxY) - 1e-9 || rect.maxY < largest.y)
    }
  }

  @Test(arguments: 1...3)
  func `mirror with the picture`(seed: UInt64) {
    let map = analysis(seed: seed).importance
    let mirrored = (0..<(40 * 24)).map { cell -> Float in
      let (column, row) = (cell % 40, cell / 40)
      return map.values[row * 40 + 39 - column]
    }
    let other = PhotoAnalysis(
      importance: ImportanceMap(Plane(width: 40, height: 24, samples: mirrored)), regions: [],
      cues: [], isFlat: false)
    for aspect in AspectRatio.families {
      let rect = analysis(seed: seed).crop(to: aspect, in: photo, zoom: true).rect
      #expect(other.crop(to: aspect, in: photo, zoom: true).rect == rect.mirrored(in: photo))
    }
  }
}
