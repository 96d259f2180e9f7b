import Foundation
import PhotoGeometry
import SmartCrop

/// The frames of the three families, whose crops are searched for one photo.
private let families = ["1:1", "1134:530", "1134:1182"].compactMap { AspectRatio($0) }

/// Prints what an analysis costs, whole and by stage: the median, mean and greatest CPU time of the photos.
func printTimes(_ arguments: Arguments) throws {
  let photos = try arguments.prepared().photos.values.sorted { $0.path < $1.path }
  let repeats = arguments.values("--repeat").last.flatMap { Int($0) } ?? 5
  let clock = StageClock()
  let options = CropOptions(
    model: try arguments.models()(""), stageEnded: { clock.end($0) })
  let analyzer = CropAnalyzer(options: options)
  var rows = Rows()
  for photo in photos {
    let image = try photo.image()
    rows.add("analysis", leastMilliseconds(repeats) { _ = analyzer.analyze(image) })
    let runs = (0..<max(1, repeats)).map { _ in clock.measure { _ = analyzer.analyze(image) } }
    for stage in AnalysisStage.allCases {
      let times = runs.compactMap { $0[stage] }
      if let least = times.min() { rows.add("  " + stage.rawValue, least) }
    }
    let analysis = analyzer.analyze(image)
    rows.add(
      "window search, 3 families",
      leastMilliseconds(repeats) {
        for family in families { _ = analysis.crop(to: family, in: photo.size) }
      })
  }
  rows.print()
}

/// The least CPU time of several runs, in milliseconds, as the one least disturbed.
func leastMilliseconds(_ repeats: Int, _ work: () -> Void) -> Double {
  (0..<max(1, repeats)).map { _ in
    let start = clock()
    work()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
  }.min() ?? 0
}

/// The times of all photos, by name, in the order in which the names first occurred.
private struct Rows {
  private var names: [String] = []
  private var times: [String: [Double]] = [:]

  mutating func add(_ name: String, _ milliseconds: Double) {
    if times[name] == nil { names.append(name) }
    times[name, default: []].append(milliseconds)
  }

  func print() {
    if names.isEmpty { return Swift.print("no photos") }
    for name in names { Swift.print(Self.line(name, times[name, default: []])) }
  }

  private static func line(_ name: String, _ times: [Double]) -> String {
    let sorted = times.sorted()
    let mean = times.reduce(0, +) / Double(times.count)
    let numbers = [sorted[sorted.count / 2], mean, sorted[sorted.count - 1]]
      .map { String(format: "%6.2f", $0) }
    return "\(name.padding(toLength: 26, withPad: " ", startingAt: 0)) median \(numbers[0]) ms, "
      + "mean \(numbers[1]) ms, most \(numbers[2]) ms"
  }
}
