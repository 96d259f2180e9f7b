import Foundation
import SmartCrop

/// Writes the cue maps of every photo: width and height as 32-bit numbers, then the maps in single precision, all
/// little-endian, to `PPM's name.cues`.
func writeCues(_ arguments: Arguments) throws {
  guard let folder = arguments.values("--out").last.map({ URL(filePath: $0) }) else {
    throw Arguments.Unreadable()
  }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let analyzer = CropAnalyzer(options: CropOptions(keepsCueMaps: true))
  for photo in try arguments.prepared().photos.values {
    let cues = analyzer.analyze(try photo.image()).cues
    var data = Data()
    for side in [cues[0].width, cues[0].height] {
      withUnsafeBytes(of: UInt32(side).littleEndian) { data.append(contentsOf: $0) }
    }
    for value in cues.flatMap(\.values) {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    try data.write(to: folder.appending(path: photo.picture.lastPathComponent + ".cues"))
  }
}
