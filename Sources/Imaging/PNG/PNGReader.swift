package import Foundation

/// Reads PNGs with libpng, zlib and libvips, in this process or in another one.
package protocol PNGReader: Sendable {
  func pixels(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels

  /// Reads every pixel of a file and keeps none.
  func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal)

  /// Returns the pixels of a file, converted through its embedded profile.
  func pixelsInSRGB(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels

  /// Returns the pixels of an SVG drawing, which refers to no other file, and whose root states the size in pixels.
  func pixels(ofDrawing data: Data, size: PixelSize) throws(PNGRefusal) -> PNGPixels

  /// Returns the relevant properties of the profile in an iCCP chunk; `nil` when it holds none.
  func profile(inChunk data: Data) -> PNGProfile?
}

package struct LocalPNGReader: PNGReader {
  package init() {}

  package func pixels(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    try PNGDecoder.pixels(of: data, structure: structure)
  }

  package func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal) {
    try PNGDecoder.verify(data, structure: structure)
  }

  package func pixelsInSRGB(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    // Checks the limits and finds damage first.
    try PNGDecoder.verify(data, structure: structure)
    return try PNGPixels(convertedToSRGB: data)
  }

  package func pixels(
    ofDrawing data: Data, size: PixelSize
  ) throws(PNGRefusal) -> PNGPixels { try PNGPixels(drawing: data, size: size) }

  package func profile(inChunk data: Data) -> PNGProfile? { PNGProfile(chunkData: data) }
}
