import Foundation
import SmartCrop

/// Writes the maps of every photo, the cues' first and the importance last: for each its width and height as 32-bit numbers and its values in
/// single precision, all little-endian, to `PPM's name.maps`.
func writeMaps(_ arguments: Arguments) throws {
  guard let folder = arguments.values("--out").last.map({ URL(filePath: $0) }) else {
    throw Arguments.Unreadable()
  }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let models = try arguments.models()
  for photo in try arguments.prepared().photos.values {
    let options = CropOptions(keepsCueMaps: true, model: models(photo.path))
    var data = Data()
    let analysis = CropAnalyzer(options: options).analyze(try photo.image())
    let importance = analysis.importance
    for map in analysis.cues {
      data.append(map.values, width: map.width, height: map.height)
    }
    data.append(importance.values, width: importance.width, height: importance.height)
    try data.write(to: folder.appending(path: photo.picture.lastPathComponent + ".maps"))
  }
}

extension Data {
  fileprivate mutating func append(_ values: [Float], width: Int, height: Int) {
    for number in [UInt32(width), UInt32(height)] + values.map(\.bitPattern) {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }
}
