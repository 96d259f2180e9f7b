// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import AppIntents
@_exported import Foundation
@_exported import SwiftUI

public enum WidgetFamily: Int, Sendable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge, systemExtraLargePortrait
  case accessoryCircular, accessoryRectangular, accessoryInline
}

public struct TimelineEntryRelevance: Hashable, Codable, Sendable {}

public protocol TimelineEntry {
  var date: Date { get }
  var relevance: TimelineEntryRelevance? { get }
}
extension TimelineEntry { public var relevance: TimelineEntryRelevance? { nil } }

public struct TimelineReloadPolicy: Equatable, Sendable {
  public static let atEnd = TimelineReloadPolicy()
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { fatalError() }
}

public struct Timeline<EntryType: TimelineEntry> {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy
  public init(entries: [EntryType], policy: TimelineReloadPolicy) { fatalError() }
}

public struct TimelineProviderContext {
  public let family: WidgetFamily
  public let isPreview: Bool
  public let displaySize: CGSize
}

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

public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>:
  WidgetConfiguration
{
  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider.Intent == Intent { fatalError() }
  public var body: Never { fatalError() }
}

public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()
  public func reloadAllTimelines() { fatalError() }
}

public struct WidgetAccentedRenderingMode: Sendable, Hashable {
  public static let accented = WidgetAccentedRenderingMode()
  public static let desaturated = WidgetAccentedRenderingMode()
  public static let accentedDesaturated = WidgetAccentedRenderingMode()
  public static let fullColor = WidgetAccentedRenderingMode()
}

extension Image {
  @MainActor
  public func widgetAccentedRenderingMode(
    _ renderingMode: WidgetAccentedRenderingMode?
  ) -> some View { self }
}

extension View {
  @MainActor public func widgetURL(_ url: URL?) -> some View { self }
}

extension WidgetConfiguration {
  @MainActor
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}
