extension Check where Subject == IconImage {
  /// The rules of a picture file, in the order in which findings are listed.
  static var all: [Check] {
    [
      realType, appleOptimised, truncated, corrupt, undecodable, tooLarge, dimensions, alphaChannel,
      transparencyChunk, animated, bitDepth, palette, grey, interlaced, colourProfile, gamma,
      exifTurn,
      bakedCorners, oneColour, tintedInColour, macOpaque, ancillaryChecksum, trailingBytes,
      fileExtension, colourTag, metadata, provenance, darkOpaque,
    ]
  }
}
