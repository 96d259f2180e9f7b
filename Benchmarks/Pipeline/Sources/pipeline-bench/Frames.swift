import Foundation
import Imaging
import PhotoGeometry

/// The frames of `photoprep prep` by default.
enum Standard {
  static let masterEdge = 3072
  static let frames = WidgetScreen.largestPhone.frames

  /// The frame of a family.
  static func frame(_ family: RenderFamily) -> PixelSize { frames[family] ?? family.usualFrame }

  /// The largest window of a frame's shape, in the middle of the photo.
  static func window(_ family: RenderFamily, of photo: PixelSize) -> PixelRect {
    let size = AspectRatio(frame(family)).largestWindow(in: photo)
    return PixelRect(
      x: (photo.width - size.width) / 2, y: (photo.height - size.height) / 2,
      width: size.width, height: size.height)
  }

  /// The scale at which one decode serves all renders, and the master too if it is encoded again.
  static func scale(of photo: PixelSize, withMaster: Bool) -> Double {
    let master = Double(photo.fitting(longEdge: masterEdge).longEdge) / Double(photo.longEdge)
    let renders = frames.families.map { family in
      let window = window(family, of: photo)
      return max(
        Double(frame(family).width) / Double(window.width),
        Double(frame(family).height) / Double(window.height))
    }
    return min(1, max(withMaster ? master : 0, renders.max() ?? 1))
  }
}

extension PhotoSource {
  /// Reads a photo's header.
  convenience init(path: String) throws {
    try self.init(bytes: [UInt8](try Data(contentsOf: URL(filePath: path))), name: path)
  }
}
