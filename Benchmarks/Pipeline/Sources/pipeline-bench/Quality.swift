import Foundation
import Imaging
import PhotoGeometry

/// The least similarity a render may have, and the shift it must stay below in pixels.
private let (leastSSIM, shiftLimit) = (0.985, 0.1)

/// Prints every render's similarity to its reference, and returns whether all are good enough.
func printQuality(_ paths: [String]) throws -> Bool {
  print("photo\tmade from\tfamily\tSSIM\tshift x\tshift y")
  var isGood = true
  for path in paths {
    let source = try PhotoSource(path: path)
    let photo = source.header.size
    let full = Grid(rgb: try source.decode(atLeast: 1, background: .black).rgb(), size: photo)
    // A photo whose own bytes serve as its master is decoded only for its renders, which is the
    // harder case; all three are shown.
    let decoded = try [true, false].map {
      try source.decode(
        atLeast: Standard.scale(of: photo, withMaster: $0), background: .black)
    }
    let master = try decoded[0].resized(to: photo.fitting(longEdge: Standard.masterEdge))
    for pixels in [decoded[0], master, decoded[1]] {
      for family in Standard.frames.families {
        let result = try similarity(of: family, in: pixels, to: full)
        let good =
          result.ssim >= leastSSIM && hypot(result.shift.x, result.shift.y) < shiftLimit
        isGood = isGood && good
        let numbers = [result.ssim, result.shift.x, result.shift.y].map {
          String(format: "%.4f", $0)
        }
        let place = URL(filePath: path).lastPathComponent
        print(
          ([place, "\(pixels.size)", family.rawValue] + numbers + (good ? [] : ["too different"]))
            .joined(separator: "\t"))
      }
    }
  }
  return isGood
}

private func similarity(
  of family: RenderFamily, in decoded: Raster, to full: Grid
) throws -> Similarity {
  let frame = Standard.frame(family)
  let window = Standard.window(family, of: full.size)
  let part = NormalizedRect(window, in: full.size)
  let render = try decoded.cropped(to: part, resizedTo: frame)
  return Similarity(
    full.lanczos3(window, to: frame), Grid(rgb: try render.rgb(), size: frame))
}
