import Foundation
import PhotoStore
import PhotoWriting
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite struct `The appeal of graded photos` {
  /// So many of the best photos of the scored sets, or of those that one would not show, evenly drawn.
  private func appeals(ofGrade grade: String, count: Int) throws -> [Double] {
    let grades = SharedFolder.packageRoot.appending(path: "Training/photo-grades.txt")
    let sets = SharedFolder.root.appending(path: "crops/sets")
    let photos = try String(contentsOf: grades, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: " ") }.filter { $0[1] == grade }
      .map { $0[0].replacing("/", with: "/images/") }
      .map { sets.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    let rendering = PhotoRendering(reading: ReadingSettings())
    let recipe = Recipe(
      algorithmVersion: SmartCropVersion.algorithm, analysis: AnalysisMethod.learned.identity)
    return try stride(from: 0, to: photos.count, by: max(1, photos.count / count)).prefix(count)
      .map { try rendering.assessed([UInt8](Data(contentsOf: photos[$0])), by: recipe) }
      .compactMap { $0.assessment.score[.appeal] }
  }

  /// By other networks' weights, it is higher for the better photo in 74 to 81 of a hundred pairs.
  @Test(.enabled(if: SharedFolder.has("crops/sets")))
  func `goes by the networks in use`() throws {
    let best = try appeals(ofGrade: "3", count: 60)
    let worst = try appeals(ofGrade: "0", count: 60)
    let pairs = best.map { good in worst.count { good > $0 } }.reduce(0, +)
    #expect(Double(pairs) / Double(best.count * worst.count) > 0.86)
  }
}
