// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public protocol Digest: Hashable, Sendable, Sequence where Element == UInt8 {}

public struct SHA256Digest: Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}
