#if canImport(ImageIO)
  public import CoreGraphics
  import CoreImage
  public import CoreVideo
  public import ImageIO
  import PhotoGeometry
  public import SmartCrop

  extension AnalysisImage {
    /// Makes a picture to analyse from an upright image, shrunk to the analysis's size; `nil` if memory is short.
    public init?(_ image: CGImage) {
      guard image.width > 0, image.height > 0 else { return nil }
      let size = PixelSize(width: image.width, height: image.height)
        .fitting(longEdge: CropAnalyzer.preferredLongEdge)
      guard let samples = image.canvas(showing: .full, in: size)?.samples else { return nil }
      self.init(size: size, pixels: samples)
    }

    /// Makes a picture to analyse of a camera's or a video's frame; `nil` when memory is short.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - orientation: How it is turned to stand upright.
    public init?(_ frame: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up) {
      let picture = CIImage(cvPixelBuffer: frame).oriented(orientation)
      guard let image = CIContext().createCGImage(picture, from: picture.extent) else { return nil }
      self.init(image)
    }
  }
#endif
