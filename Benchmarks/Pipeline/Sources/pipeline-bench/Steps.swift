import Foundation
import Imaging
import PhotoGeometry
import SmartCrop

/// CPU time by step, in the order in which the steps first occurred.
struct StepTimes {
  private(set) var milliseconds: [(name: String, sum: Double)] = []

  /// Runs a step and adds its CPU time on this thread.
  mutating func measure<Value>(_ name: String, _ step: () throws -> Value) rethrows -> Value {
    let start = Self.now()
    let value = try step()
    let spent = Self.now() - start
    if let index = milliseconds.firstIndex(where: { $0.name == name }) {
      milliseconds[index].sum += spent
    } else {
      milliseconds.append((name, spent))
    }
    return value
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// Prepares every photo in memory and prints what each step took, per photo.
func printSteps(_ paths: [String]) throws {
  var times = StepTimes()
  for path in paths { try prepare(path, &times) }
  let total = times.milliseconds.map(\.sum).reduce(0, +)
  for step in times.milliseconds + [("all steps", total)] {
    print(String(format: "%8.2f ms  ", step.sum / Double(paths.count)) + step.name)
  }
}

private func prepare(_ path: String, _ times: inout StepTimes) throws {
  let bytes = try times.measure("read") { [UInt8](try Data(contentsOf: URL(filePath: path))) }
  let source = try times.measure("scan and header") { try PhotoSource(bytes: bytes, name: path) }
  let photo = source.header.size
  let scale = Standard.scale(of: photo, withMaster: true)
  let raster = try times.measure("decode") {
    try source.decode(atLeast: scale, background: .black)
  }
  let image = try times.measure("analysis picture") {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    return AnalysisImage(size: small.size, pixels: try small.rgb())
  }
  let analysis = times.measure("analyse") { CropAnalyzer().analyze(image) }
  for family in Standard.frames.families {
    let frame = Standard.frame(family)
    let rect = times.measure("choose crops") {
      analysis.crop(to: AspectRatio(frame), in: photo).rect
    }
    let part = NormalizedRect(rect, in: photo)
    let render = try times.measure("resize \(family)") {
      try raster.cropped(to: part, resizedTo: frame)
    }
    _ = try times.measure("encode renders") { try render.jpeg(quality: 85) }
  }
  let master = try times.measure("resize master") {
    try raster.resized(to: photo.fitting(longEdge: Standard.masterEdge))
  }
  _ = try times.measure("encode master") {
    try master.encoded(EncodingPolicy(quality: 88, byteLimit: 2_500_000))
  }
}
