import Foundation
import PhotoGeometry
import Testing

@testable import SmartCrop

@Suite struct `Appeal` {
  private func bytes(_ numbers: [Float]) -> Data {
    numbers.reduce(into: Data()) { data, number in
      withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
  }

  private let count = AppealModel.byteCount / 4

  @Test func `is the logistic function of a weighted sum`() throws {
    var numbers = [Float](repeating: 0, count: count)
    (numbers[0], numbers[1], numbers[count - 1]) = (-0.5, 2, 0.25)
    let model = try #require(AppealModel(bytes(numbers)))
    var summary = [Float](repeating: 7, count: count - 1)
    (summary[0], summary[count - 2]) = (0.5, -2)
    #expect(abs(model.value(of: summary) - 1 / (1 + exp(-(-0.5 + 1 - 0.5)))) < 1e-6)
  }

  @Test func `is not read from bytes of the wrong length or with invalid numbers`() {
    let numbers = [Float](repeating: 1, count: count)
    #expect(AppealModel(bytes(numbers)) != nil)
    #expect(AppealModel(bytes(numbers).dropLast()) == nil && AppealModel(Data()) == nil)
    #expect(AppealModel(bytes(numbers.dropLast() + [.nan])) == nil)
  }

  @Test func `a grid's means average each channel with its mirror image`() {
    let grid = FeatureGrid(side: 2, channels: 4)
    for cell in 0..<4 {
      for channel in 0..<4 {
        grid.row(cell / 2)[cell % 2 * 4 + channel] = Float(10 * channel + cell)
      }
    }
    var means: [Float] = [1]
    grid.appendMeans(to: &means)
    #expect(means == [1, 11.5, 21.5])
  }

  @Test(arguments: 1...3)
  func `is the same for a mirrored picture`(seed: UInt64) throws {
    let image = AnalysisImage.scene(seed: seed, width: 96, height: 64)
    let appeals = try [image, image.mirrored].map {
      try #require(CropAnalyzer().analyze($0).appeal)
    }
    #expect((0...1).contains(appeals[0]) && abs(appeals[0] - appeals[1]) < 1e-3)
  }

  @Test func `is unknown without the networks or without its own weights`() throws {
    let image = AnalysisImage.scene(seed: 1, width: 96, height: 64)
    var options = CropOptions()
    options.model = nil
    #expect(CropAnalyzer(options: options).analyze(image).appeal == nil)
    let networks = try #require(ImportanceModel.standardBytes).dropLast(AppealModel.byteCount)
    options.model = ImportanceModel(networks)
    #expect(options.model != nil)
    #expect(CropAnalyzer(options: options).analyze(image).appeal == nil)
  }

  @Test func `is still computed when a person pointed at something`() throws {
    let image = AnalysisImage.scene(seed: 1, width: 96, height: 64)
    let point = FocusRegion(
      NormalizedRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1), kind: .region, origin: .hand)
    let pointedAt = CropAnalyzer().analyze(image, focus: [point]).appeal
    #expect(pointedAt != nil && pointedAt == CropAnalyzer().analyze(image).appeal)
  }
}
