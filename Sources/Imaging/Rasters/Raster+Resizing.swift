extension Raster {
  /// Returns the picture in exactly a size.
  ///
  /// Lanczos-3 over as many pixels as the change of size needs (decision 0210). The two directions
  /// are scaled on their own. A size larger than the picture's own enlarges it, by cubic
  /// interpolation: whether that is acceptable is for the caller to say, who knows both sizes.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func resized(to size: PixelSize) throws(PhotoprepError) -> Raster {
    try copy(.exact(size))
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
  ) throws(PhotoprepError) -> Raster {
    do {
      let made = try upright(
        SampleRect(part, in: extent), to: size, chroma: .halved, kernels: .sharp)
      return Raster(made, name: name)
    } catch {
      throw .resizeFailed(name, from: "\(self.size)", to: size, detail: error.detail)
    }
  }

  /// Returns a small version for analysis, made as cheaply as an honest average allows.
  ///
  /// Every pixel is the mean of the area it covers. A picture that is small enough is returned as it
  /// is.
  ///
  /// - Parameter longEdge: The most pixels of the longer side; at least 1.
  /// - Returns: A raster whose long edge is at most that.
  /// - Throws: `resize-failed` when memory is short.
  public func shrunk(longEdge: Int) throws(PhotoprepError) -> Raster {
    try copy(.average(longEdge: longEdge))
  }

  /// The picture in another size: the copy that was made while it was decoded, or a new one.
  func copy(_ reduction: Reduction) throws(PhotoprepError) -> Raster {
    if let copy = copies[reduction] { return copy }
    do {
      return try resampling(for: reduction).map { (resampling) throws(PixelFailure) in
        Raster(try resampling.finished(), name: name)
      } ?? self
    } catch {
      throw .resizeFailed(
        name, from: "\(size)", to: reduction.size(of: size), detail: error.detail)
    }
  }

  /// Prepares a copy; `nil` where the picture itself is one.
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

/// What a copy of a whole picture is like.
public enum Reduction: Hashable, Sendable {
  /// As ``Raster/resized(to:)`` makes it.
  case exact(PixelSize)
  /// As ``Raster/shrunk(longEdge:)`` makes it.
  case average(longEdge: Int)

  /// The size of the copy of a picture.
  func size(of picture: PixelSize) -> PixelSize {
    switch self {
    case .exact(let size): size
    case .average(let longEdge): picture.fitting(longEdge: longEdge)
    }
  }
}
