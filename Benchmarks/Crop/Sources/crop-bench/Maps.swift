import Foundation
import SmartCrop

/// Writes the maps of every photo, the cues' first: for each its width and height as 32-bit numbers and its values in
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
    for map in CropAnalyzer(options: options).analyze(try photo.image()).cues {
      let sides = [UInt32(map.width), UInt32(map.height)]
      for number in sides + map.values.map(\.bitPattern) {
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    try data.write(to: folder.appending(path: photo.picture.lastPathComponent + ".maps"))
  }
}
