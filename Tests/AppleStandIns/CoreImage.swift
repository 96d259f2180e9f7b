// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import CoreGraphics
public import CoreVideo
public import ImageIO

open class CIImage {
  public init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {}
  open func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage { fatalError() }
  open var extent: CGRect { fatalError() }
}

open class CIContext {
  public init() {}
  open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { fatalError() }
}
