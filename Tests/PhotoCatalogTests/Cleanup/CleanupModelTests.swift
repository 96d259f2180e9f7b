import Foundation
import PhotoCatalog
import Testing

@Suite struct `A store under random steps` {
  /// How many steps each of four runs takes: 250, or what `PHOTOPREP_MODEL_STEPS` says.
  private static let stepCount =
    ProcessInfo.processInfo.environment["PHOTOPREP_MODEL_STEPS"].flatMap { Int($0) } ?? 250

  @Test(arguments: [1, 2, 3, 5] as [UInt64])
  func `holds exactly what a model of it holds`(_ seed: UInt64) throws {
    var run = try ModelRun(seed: seed)
    for _ in 0..<Self.stepCount { try run.take() }
    // Each kind of step did what it is there for, not only in the beginning.
    let counts = [run.cleanups, run.refusals, run.crashes, run.imports]
    #expect(counts.allSatisfy { $0 > Self.stepCount / 200 }, "\(counts)")
    let left = try run.harness.check().filter { finding in
      ![.trashedFile, .danglingReference, .orphanImage, .foreignFile].contains(finding.code)
    }
    #expect(left == [])
  }
}
