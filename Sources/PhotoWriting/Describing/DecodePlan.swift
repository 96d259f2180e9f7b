package import PhotoGeometry
package import PhotoStore

/// How large a photo must be decoded so that everything can be made from one set of pixels.
package struct DecodePlan: Equatable, Sendable {
  package let masterSize: PixelSize
  /// The smallest scale, 0…1, at which the decoded photo is no smaller than its master and no
  /// family's window is smaller than its frame.
  package let scale: Double
  /// The smallest scale, 0…1, that serves the renders alone, for a master that is not made again.
  package let renderScale: Double
  /// Whether every render can be made from the master's pixels before they are encoded.
  package let masterServes: Bool

  /// The least ratio of the master's pixels to those of a render that is made from it (decision 0007).
  package static let masterPixels = 1.5

  /// Plans the decoding of a photo.
  ///
  /// The crop of a family is the largest window of its frame's shape, so its size is known before
  /// anything is decoded (decision 0007).
  package init(photo: PixelSize, recipe: Recipe) {
    masterSize = photo.fitting(longEdge: recipe.master.longEdge)
    let forMaster = Double(masterSize.longEdge) / Double(photo.longEdge)
    let forRenders = recipe.frames.values.map { frame in
      let window = AspectRatio(frame).largestWindow(in: photo)
      return max(
        Double(frame.width) / Double(window.width), Double(frame.height) / Double(window.height))
    }
    // A zoomed window has at least half the sides of the largest one.
    let closest = recipe.zooms ? 2.0 : 1
    let needed = closest * (forRenders.max() ?? 1)
    renderScale = min(1, needed)
    scale = max(min(1, forMaster), renderScale)
    // The legibility of text is computed from the decoded pixels.
    masterServes = recipe.text == nil && forMaster >= Self.masterPixels * needed
  }
}
