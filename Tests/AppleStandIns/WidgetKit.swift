// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import AppIntents
@_exported import Foundation
@_exported import SwiftUI

@available(iOS 14, macOS 11, *)
public enum WidgetFamily: Int, Sendable {
  case systemSmall, systemMedium, systemLarge
  @available(iOS 15, macOS 14, *) case systemExtraLarge
  @available(iOS 27, macOS 27, visionOS 26, *) case systemExtraLargePortrait
  @available(iOS 16, macOS 13, *) case accessoryCircular, accessoryRectangular, accessoryInline
}

@available(iOS 14, macOS 11, *)
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {}

@available(iOS 14, macOS 11, *)
public protocol TimelineEntry {
  var date: Date { get }
  var relevance: TimelineEntryRelevance? { get }
}
@available(iOS 14, macOS 11, *)
extension TimelineEntry { public var relevance: TimelineEntryRelevance? { nil } }

@available(iOS 14, macOS 11, *)
public struct TimelineReloadPolicy: Equatable, Sendable {
  public static let atEnd = TimelineReloadPolicy()
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { fatalError() }
}

@available(iOS 14, macOS 11, *)
public struct Timeline<EntryType: TimelineEntry> {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy
  public init(entries: [EntryType], policy: TimelineReloadPolicy) { fatalError() }
}

@available(iOS 14, macOS 11, *)
public struct TimelineProviderContext {
  public let family: WidgetFamily
  public let isPreview: Bool
  public let displaySize: CGSize
}

@available(iOS 17, macOS 14, *)
public protocol AppIntentTimelineProvider {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext
  func placeholder(in context: Self.Context) -> Self.Entry
  func snapshot(for configuration: Self.Intent, in context: Self.Context) async -> Self.Entry
  func timeline(
    for configuration: Self.Intent, in context: Self.Context
  ) async -> Timeline<Self.Entry>
}

@available(iOS 17, macOS 14, *)
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>:
  WidgetConfiguration
{
  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider.Intent == Intent { fatalError() }
  public var body: Never { fatalError() }
}

@available(iOS 14, macOS 11, *)
open class WidgetCenter {
  nonisolated(unsafe) public static let shared = WidgetCenter()
  public func reloadAllTimelines() { fatalError() }
}

@available(iOS 18, macOS 15, *)
public struct WidgetAccentedRenderingMode: Sendable, Hashable {
  public static let accented = WidgetAccentedRenderingMode()
  public static let desaturated = WidgetAccentedRenderingMode()
  public static let accentedDesaturated = WidgetAccentedRenderingMode()
  public static let fullColor = WidgetAccentedRenderingMode()
}

@available(iOS 18, macOS 15, *)
extension Image {
  @MainActor
  public func widgetAccentedRenderingMode(
    _ renderingMode: WidgetAccentedRenderingMode?
  ) -> some View { self }
}

@available(iOS 14, macOS 11, *)
extension View {
  @MainActor public func widgetURL(_ url: URL?) -> some View { self }
}

@available(iOS 14, macOS 11, *)
extension WidgetConfiguration {
  @MainActor
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}
