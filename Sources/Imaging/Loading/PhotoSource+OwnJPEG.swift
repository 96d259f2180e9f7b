extension PhotoSource {
  /// Returns the photo's own pixels as a JPEG file without its metadata, if they are suitable.
  ///
  /// They are for an upright JPEG in sRGB of luma and chroma, baseline or progressive, within a size and a number of
  /// bytes; nothing is decoded, so nothing is lost (decision 0210). Whether the data is undamaged is known only from
  /// ``Raster/isSound``.
  ///
  /// - Parameters:
  ///   - longEdge: The most pixels of the longer side.
  ///   - byteLimit: The most bytes of the file returned.
  /// - Returns: A file with a JFIF header, the sRGB profile and the picture; `nil` if the photo must be encoded again.
  public func ownJPEG(longEdge: Int, byteLimit: Int) -> EncodedPicture? {
    guard loader == .jpeg, case .sRGB = planeColours, header.orientation == 1,
      header.size.longEdge <= longEdge, let bare = BareJPEG(bytes)
    else { return nil }
    let file = JPEGFile.tagged(bare.stream)
    guard file.count <= byteLimit else { return nil }
    return EncodedPicture(
      bytes: file, format: .jpg, size: header.size, quality: nil, isOverLimit: false)
  }
}
