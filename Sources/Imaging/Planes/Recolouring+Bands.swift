import CPlanes

extension Recolouring {
  /// Converts bands in place; no other picture may share them.
  func convert(_ bands: [PlanarPicture.Band], of size: PixelSize) {
    let planes = bands.map(\.plane)
    planes.withSamples { samples in
      luma.withUnsafeBufferPointer { luma in
        chroma.withUnsafeBufferPointer { chroma in
          var way = cplanes_recolouring(luma: luma.baseAddress, chroma: chroma.baseAddress)
          var picture = cplanes_ycc(
            luma: samples[0], blue: samples[1], red: samples[2], luma_stride: planes[0].stride,
            chroma_stride: planes[1].stride, width: Int32(size.width), height: Int32(size.height),
            subsampling: Int32(bands[1].subsamplingX))
          cplanes_recolour(&way, &picture, cplanes_widest())
        }
      }
    }
  }
}
