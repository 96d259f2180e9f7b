// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

@available(iOS 13, macOS 10.15, *)
public protocol Digest: Hashable, Sendable, Sequence where Element == UInt8 {}

@available(iOS 13, macOS 10.15, *)
public struct SHA256Digest: Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

@available(iOS 13, macOS 10.15, *)
public struct SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}
