import CVips
package import Foundation

extension PNGPixels {
  /// Decodes a PNG through its embedded profile into sRGB; alpha is not changed.
  ///
  /// A profile that does not fit the bands, or that cannot be used, is ignored, as in decoders: decision 0202. The
  /// file's structure must have been walked, and its pixels counted, before.
  ///
  /// - Throws: ``PNGRefusal`` with the decoder's message.
  package init(convertedToSRGB data: Data) throws(PNGRefusal) {
    if let reason = Libvips.startFailure { throw .decoder(reason) }
    do {
      self = try [UInt8](data).withUnsafeBufferPointer { (bytes) throws(PixelFailure) in
        let picture = try VipsPicture.open(UnsafeRawBufferPointer(bytes), as: .png, shrink: 1)
        return try PNGPixels(picture)
      }
    } catch {
      throw .decoder(error.detail ?? "no reason given")
    }
  }

  private init(_ picture: VipsPicture) throws(PixelFailure) {
    let (colours, alpha) = try picture.sRGBAndAlpha()
    // The file is read once from its top, so both must be requested together.
    let all = try
      (alpha.map { (alpha) throws(PixelFailure) in try colours.joined(with: alpha) }
      ?? colours).inMemory().samples()
    if alpha != nil {
      self.init(size: picture.size, bytes: all)
      return
    }
    var bytes = [UInt8](repeating: 255, count: picture.size.area * 4)
    for pixel in 0..<picture.size.area {
      for band in 0..<3 { bytes[pixel * 4 + band] = all[pixel * 3 + band] }
    }
    self.init(size: picture.size, bytes: bytes)
  }

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
