import CVips
package import Foundation

extension PNGPixels {
  /// Draws an SVG document, whose root states the size in pixels, with librsvg.
  ///
  /// Files and addresses outside of the document are not drawn: it has no base that names could be relative to.
  ///
  /// - Throws: ``PNGRefusal`` with the library's message.
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
