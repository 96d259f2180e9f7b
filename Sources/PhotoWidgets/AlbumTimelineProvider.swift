#if canImport(WidgetKit)
  public import Foundation
  public import PhotoStore
  public import WidgetKit

  extension PhotoTimeline.Entry: TimelineEntry {}

  /// Shows the photos of a chosen album in turns.
  ///
  /// The album says how long each photo stays; a timeline ends where its photos would need more memory than a widget
  /// extension has, and then asks to be made again.
  public struct AlbumTimelineProvider: AppIntentTimelineProvider {
    private let reader: PhotoReader
    private let screen: WidgetScreen

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - container: The App Group container; by default that of ``PhotoGroup``.
    ///   - screen: The screen that the renders were made for, or a larger one.
    public init(container: URL? = PhotoGroup.container, screen: WidgetScreen = .largestPhone) {
      reader = PhotoReader(container: container)
      self.screen = screen
    }

    /// The entry shown until there is a timeline: the first photo, or the guide.
    public func placeholder(in context: Context) -> PhotoTimeline.Entry {
      entry(of: nil, in: context)
    }

    /// The entry shown in the gallery and in transitions.
    nonisolated(nonsending) public func snapshot(
      for configuration: ChooseAlbum, in context: Context
    ) async -> PhotoTimeline.Entry {
      entry(of: configuration.album?.id, in: context)
    }

    /// The photos from now on.
    nonisolated(nonsending) public func timeline(
      for configuration: ChooseAlbum, in context: Context
    ) async -> Timeline<PhotoTimeline.Entry> {
      let timeline = reader.timeline(
        album: configuration.album?.id, for: RenderFamily(context.family), from: Date(),
        screen: screen)
      return Timeline(
        entries: timeline.entries, policy: timeline.reload.map { .after($0) } ?? .never)
    }

    private func entry(of album: String?, in context: Context) -> PhotoTimeline.Entry {
      reader.timeline(
        album: album, for: RenderFamily(context.family), from: Date(), screen: screen, length: 0
      ).entries[0]
    }
  }
#endif
