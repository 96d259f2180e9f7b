// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SwiftUI

@available(iOS 16, macOS 13, *)
public struct PhotosPickerItem: Hashable, Sendable {
  public var itemIdentifier: String? { fatalError() }
  public struct EncodingDisambiguationPolicy: Hashable, Sendable {
    public static let automatic = EncodingDisambiguationPolicy()
    public static let current = EncodingDisambiguationPolicy()
  }
  public func loadTransferable<T: Sendable>(type: T.Type) async throws -> T? { fatalError() }
}

@available(iOS 14, macOS 11, *)
public struct PHPickerFilter: Sendable { public static let images = PHPickerFilter() }

@available(iOS 16, macOS 13, *)
public struct PhotosPicker<Label: View>: View {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>,
    maxSelectionCount: Int? = nil, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) where Label == Text {}
  public var body: Never { fatalError() }
}
