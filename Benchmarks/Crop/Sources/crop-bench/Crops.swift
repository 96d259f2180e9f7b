import Foundation
import PhotoGeometry
import SmartCrop

/// One line of output.
private struct Line: Encodable {
  struct Crop: Encodable {
    let x, y, width, height: Double
  }
  let path: String
  let aspect: String
  let crop: Crop
  let score: [String: Double]
  let risk: Double
  let flags: [String]
}

/// Prints the crops of the photos named on the command line.
func printCrops(_ arguments: Arguments) throws {
  let prepared = try arguments.prepared()
  let aspects = try arguments.aspects()
  let models = try arguments.models()
  let zoom = arguments.values("--zoom").last == "yes"
  let encoder = JSONEncoder()
  for path in arguments.paths {
    guard let photo = prepared.photos[path] else { continue }
    let analyzer = CropAnalyzer(options: CropOptions(model: models(path)))
    let analysis = analyzer.analyze(try photo.image())
    for aspect in aspects {
      let choice = analysis.crop(to: aspect, in: photo.size, zoom: zoom)
      let rect = NormalizedRect(choice.rect, in: photo.size)
      let crop = Line.Crop(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      let line = Line(
        path: path, aspect: aspect.description, crop: crop,
        score: [
          "retained": choice.score.retained, "atRisk": choice.atRisk,
          "wholeChance": choice.wholeChance ?? 0,
        ], risk: choice.risk,
        flags: choice.flags.map(\.rawValue))
      print(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }
}
