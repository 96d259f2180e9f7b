public import PhotoGeometry

extension Raster {
  /// Returns the picture in exactly a size.
  ///
  /// Lanczos-3, with averaged blocks before it where the picture becomes more than twice smaller
  /// than the kernel needs (`vips_resize`). The two directions are scaled on their own. A size
  /// larger than the picture's own enlarges it, by cubic interpolation: whether that is acceptable
  /// is for the caller to say, who knows both sizes.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func resized(to size: PixelSize) throws(ImagingError) -> Raster {
    if size == self.size { return self }
    return try changed(to: size) { (picture) throws(VipsFailure) in try picture.resized(to: size) }
  }

  /// Returns a part of the picture in exactly a size.
  ///
  /// Only pixels inside the rectangle play a part, and only they are computed.
  ///
  /// - Parameters:
  ///   - rect: The part, in pixels of this raster; it must lie inside it.
  ///   - size: The size in pixels of the result; larger than the part, it enlarges as
  ///     ``resized(to:)`` does.
  /// - Returns: A raster of that size.
  /// - Throws: `resize-failed` when memory is short.
  public func cropped(to rect: PixelRect, resizedTo size: PixelSize) throws(ImagingError) -> Raster
  {
    precondition(rect.isInside(self.size), "\(rect) is not inside a picture of \(self.size).")
    if size == rect.size, size == self.size { return self }
    return try changed(to: size) { (picture) throws(VipsFailure) in
      let part = try picture.cropped(to: rect)
      return size == rect.size ? part : try part.resized(to: size)
    }
  }

  /// Returns a small version for analysis, made as cheaply as an honest average allows.
  ///
  /// Blocks of whole pixels are averaged to at most twice the size wanted, and straight lines lead
  /// from there to the exact size. A picture that is small enough is returned as it is.
  ///
  /// - Parameter longEdge: The most pixels of the longer side; at least 1.
  /// - Returns: A raster whose long edge is at most that.
  /// - Throws: `resize-failed` when memory is short.
  public func shrunk(longEdge: Int) throws(ImagingError) -> Raster {
    let small = size.fitting(longEdge: longEdge)
    if small == size { return self }
    let factor = min(size.width / small.width, size.height / small.height)
    return try changed(to: small) { (picture) throws(VipsFailure) in
      let blocks = factor > 1 ? try picture.shrunk(by: factor) : picture
      return blocks.size == small ? blocks : try blocks.resizedLinearly(to: small)
    }
  }

  /// Runs a change, computes its pixels and holds the result against the size promised.
  private func changed(
    to size: PixelSize, _ change: (VipsPicture) throws(VipsFailure) -> VipsPicture
  ) throws(ImagingError) -> Raster {
    let result: VipsPicture
    do { result = try change(picture).inMemory() } catch {
      throw .resizeFailed(name, from: "\(self.size)", to: size, detail: error.detail)
    }
    guard result.size == size else {
      throw .resizeFailed(
        name, from: "\(self.size)", to: size, detail: "libvips made \(result.size)")
    }
    return Raster(result, name: name)
  }
}
