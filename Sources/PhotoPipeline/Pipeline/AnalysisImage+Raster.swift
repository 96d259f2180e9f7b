internal import Imaging
internal import SmartCrop

extension AnalysisImage {
  /// Shrinks decoded pixels to what an analysis needs; smaller ones are taken as they are.
  init(of raster: Raster) throws(ImagingError) {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}
