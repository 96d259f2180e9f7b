package import PhotoGeometry

/// The luma of a small copy of a photo, larger than the one for choosing crops: fine enough to distinguish a sharp
/// photo from a blurred one at the size of a widget.
package struct DetailPlane: Sendable {
  /// The long edge, in pixels, to which callers shrink a photo; smaller photos are used unchanged.
  ///
  /// Ours: a widget of the largest iPhone shows a photo some 1,000 pixels wide, and a photo of 12 megapixels
  /// decoded at a quarter of its sides has as many.
  package static let preferredLongEdge = 1000

  package let size: PixelSize
  /// `size.area` gamma-encoded samples, row by row from the top left.
  package let samples: [UInt8]

  package init(size: PixelSize, samples: [UInt8]) {
    precondition(samples.count == size.area, "\(size) are not \(samples.count) samples.")
    (self.size, self.samples) = (size, samples)
  }
}
