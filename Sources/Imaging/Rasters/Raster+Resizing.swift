extension Raster {
  /// Returns the picture in an exact size.
  ///
  /// Lanczos-3 over as many pixels as the change of size needs (decision 0210). The two directions
  /// are scaled separately. A size larger than the picture's own enlarges it, by cubic interpolation; whether that is
  /// acceptable is the caller's decision.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func resized(to size: PixelSize) throws(PhotoprepError) -> Raster {
    try copy(.exact(size))
  }

  /// Returns a part of the picture, given in fractions, in an exact size.
  ///
  /// The part's edges may be inside pixels, so that a picture decoded at half its size shows exactly the same as the
  /// whole one. Only pixels inside it have weight.
  ///
  /// - Parameters:
  ///   - part: The part; areas outside the picture are left out.
  ///   - size: The size in pixels of the result; larger than the part, it enlarges as
  ///     ``resized(to:)`` does.
  /// - Returns: A raster of that size.
  /// - Throws: `resize-failed` when memory is short.
  public func cropped(
    to part: NormalizedRect, resizedTo size: PixelSize
  ) throws(PhotoprepError) -> Raster {
    try making(size) { () throws(PixelFailure) in
      let rect = SampleRect(part, in: extent)
      return Raster(try upright(rect, to: size, chroma: .halved, kernels: .sharp), name: name)
    }
  }

  /// Returns a small version for analysis, made as cheaply as a true average allows.
  ///
  /// Every pixel is the mean of the area it covers. A picture that is small enough is returned unchanged.
  ///
  /// - Parameter longEdge: The most pixels of the longer side; at least 1.
  /// - Returns: A raster whose long edge is at most that.
  /// - Throws: `resize-failed` when memory is short.
  public func shrunk(longEdge: Int) throws(PhotoprepError) -> Raster {
    try copy(.average(longEdge: longEdge))
  }

  /// The picture in another size: the copy made during decoding, or a new one.
  func copy(_ reduction: Reduction) throws(PhotoprepError) -> Raster {
    if let copy = copies[reduction] { return copy }
    return try making(reduction.size(of: size)) { () throws(PixelFailure) in
      guard let resampling = try resampling(for: reduction) else { return self }
      return Raster(try resampling.finished(), name: name)
    }
  }

  /// Prepares a copy; `nil` if the picture itself can serve.
  func resampling(
    for reduction: Reduction, passing: PassingMemory = PassingMemory()
  ) throws(PixelFailure) -> PictureResampling? {
    let wanted = reduction.size(of: size)
    switch reduction {
    case .exact:
      if wanted == size, picture.hasWholePixels { return nil }
      return try resampling(extent, to: wanted, chroma: .halved, kernels: .sharp, passing: passing)
    case .average:
      if wanted == size { return nil }
      return try resampling(extent, to: wanted, chroma: .whole, kernels: .average, passing: passing)
    }
  }
}

/// The kind of a copy of a whole picture.
public enum Reduction: Hashable, Sendable {
  /// As from ``Raster/resized(to:)``.
  case exact(PixelSize)
  /// As from ``Raster/shrunk(longEdge:)``.
  case average(longEdge: Int)

  /// The size of the copy of a picture.
  func size(of picture: PixelSize) -> PixelSize {
    switch self {
    case .exact(let size): size
    case .average(let longEdge): picture.fitting(longEdge: longEdge)
    }
  }
}
