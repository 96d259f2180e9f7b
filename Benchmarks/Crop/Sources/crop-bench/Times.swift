import Foundation
import PhotoGeometry
import SmartCrop

/// Prints what an analysis costs: the median, mean and greatest CPU time of the photos.
func printTimes(_ arguments: Arguments) throws {
  let photos = try arguments.prepared().photos.values.sorted { $0.path < $1.path }
  let repeats = arguments.values("--repeat").last.flatMap { Int($0) } ?? 5
  let analyzer = CropAnalyzer(options: CropOptions(detectors: try arguments.detectors()))
  let times = try photos.map { photo in
    let image = try photo.image()
    return leastMilliseconds(repeats) { _ = analyzer.analyze(image) }
  }
  print(row("analysis", times))
}

/// The least CPU time of several runs, in milliseconds: what the work costs when nothing disturbs it.
func leastMilliseconds(_ repeats: Int, _ work: () -> Void) -> Double {
  (0..<max(1, repeats)).map { _ in
    let start = clock()
    work()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
  }.min() ?? 0
}

private func row(_ name: String, _ times: [Double]) -> String {
  let sorted = times.sorted()
  guard let greatest = sorted.last else { return "\(name): no photos" }
  let mean = times.reduce(0, +) / Double(times.count)
  let numbers = [sorted[sorted.count / 2], mean, greatest].map { String(format: "%.2f", $0) }
  return "\(name): median \(numbers[0]) ms, mean \(numbers[1]) ms, most \(numbers[2]) ms"
}
