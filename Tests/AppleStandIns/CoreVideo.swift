// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public final class CVBuffer {}
public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer
