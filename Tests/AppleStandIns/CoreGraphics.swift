// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Core Graphics and the part of Core Foundation that Foundation bridges.
public import Foundation

public typealias CFString = String
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFData = Data
public typealias CFMutableData = NSMutableData
public typealias CFURL = URL

public final class CGColorSpace {
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  public init?(name: CFString) { fatalError() }
}

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst,
    alphaOnly
}

public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, medium, high }

// As in the SDK, an image is immutable and may be used from any thread.
public final class CGImage: Sendable {
  init() {}
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
  public var bytesPerRow: Int { fatalError() }
  public func cropping(to rect: CGRect) -> CGImage? { fatalError() }
}

public final class CGContext {
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) { fatalError() }
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
  public var bytesPerRow: Int { fatalError() }
  public var data: UnsafeMutableRawPointer? { fatalError() }
  public var interpolationQuality: CGInterpolationQuality {
    get { fatalError() }
    set { fatalError() }
  }
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { fatalError() }
  public func fill(_ rect: CGRect) { fatalError() }
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) { fatalError() }
  public func makeImage() -> CGImage? { fatalError() }
}

// Of Foundation, which has them on Apple's platforms alone.
extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { fatalError() }
  public func stopAccessingSecurityScopedResource() { fatalError() }
}
public final class NSFileCoordinator {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init() {}
  public func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor reader: (URL) -> Void
  ) { fatalError() }
}
extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    fatalError()
  }
}
