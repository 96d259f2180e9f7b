public import PhotoGeometry

extension Raster {
  /// Returns the picture in exactly a size.
  ///
  /// Lanczos-3 over as many pixels as the change of size needs (decision 0210). The two directions
  /// are scaled on their own. A size larger than the picture's own enlarges it, by cubic
  /// interpolation: whether that is acceptable is for the caller to say, who knows both sizes.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func resized(to size: PixelSize) throws(ImagingError) -> Raster {
    if size == self.size, picture.hasWholePixels { return self }
    return try changed(extent, to: size, chroma: .halved, kernels: .sharp)
  }

  /// Returns a part of the picture, given in fractions, in exactly a size.
  ///
  /// The part need not begin or end between pixels, so that a picture decoded at half its size shows
  /// exactly what the whole one does. Only pixels inside it play a role.
  ///
  /// - Parameters:
  ///   - part: The part; what lies outside the picture is left out.
  ///   - size: The size in pixels of the result; larger than the part, it enlarges as
  ///     ``resized(to:)`` does.
  /// - Returns: A raster of that size.
  /// - Throws: `resize-failed` when memory is short.
  public func cropped(
    to part: NormalizedRect, resizedTo size: PixelSize
  ) throws(ImagingError) -> Raster {
    try changed(SampleRect(part, in: extent), to: size, chroma: .halved, kernels: .sharp)
  }

  /// Returns a small version for analysis, made as cheaply as an honest average allows.
  ///
  /// Every pixel is the mean of the area it covers. A picture that is small enough is returned as it
  /// is.
  ///
  /// - Parameter longEdge: The most pixels of the longer side; at least 1.
  /// - Returns: A raster whose long edge is at most that.
  /// - Throws: `resize-failed` when memory is short.
  public func shrunk(longEdge: Int) throws(ImagingError) -> Raster {
    let small = size.fitting(longEdge: longEdge)
    if small == size { return self }
    return try changed(extent, to: small, chroma: .whole, kernels: .average)
  }

  /// Makes a part in a size, upright.
  private func changed(
    _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma, kernels: Kernels
  ) throws(ImagingError) -> Raster {
    do throws(OutOfMemory) {
      return Raster(try upright(rect, to: size, chroma: chroma, kernels: kernels), name: name)
    } catch {
      throw .resizeFailed(name, from: "\(self.size)", to: size, detail: error.detail)
    }
  }
}
