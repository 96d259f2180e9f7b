// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SwiftUI does not export this module.
@available(iOS 14, macOS 11, *)
public struct UTType: Sendable, Hashable {
  public static let folder = UTType()
}
