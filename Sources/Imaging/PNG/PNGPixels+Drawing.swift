import CVips
package import Foundation

extension PNGPixels {
  /// Draws an SVG document with librsvg.
  ///
  /// What it names outside of itself, files and addresses, is not drawn: it has no place that names could start from.
  ///
  /// - Parameters:
  ///   - svg: The document, whose root says the size in pixels.
  ///   - size: That size.
  /// - Throws: ``PNGRefusal`` with the library's own words.
  package init(drawing svg: Data, size: PixelSize) throws(PNGRefusal) {
    if let reason = Libvips.startFailure { throw .decoder(reason) }
    guard Libvips.readsDrawings else { throw .noDrawings }
    do {
      let samples = try [UInt8](svg).withUnsafeBufferPointer { (bytes) throws(PixelFailure) in
        let drawn = try VipsPicture.make { cvips_svgload(bytes.baseAddress, bytes.count) }
        guard drawn.size == size, drawn.bandCount == 4 else {
          throw PixelFailure(detail: "\(drawn.size) in \(drawn.bandCount) bands, not \(size)")
        }
        return try drawn.inMemory().samples()
      }
      self.init(size: size, bytes: samples)
    } catch {
      throw .drawing(error.detail ?? "no reason given")
    }
  }
}
