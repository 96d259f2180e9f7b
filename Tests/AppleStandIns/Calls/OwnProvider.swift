import AppIntents
import Foundation
import ImageIOWriting
import PhotoStore
import PhotoWidgets
import WidgetKit

/// An app's own provider, which hands on what WidgetKit asks it.
struct OwnProvider: AppIntentTimelineProvider {
  private let albums = AlbumTimelineProvider()

  func placeholder(in context: Context) -> PhotoTimeline.Entry { albums.placeholder(in: context) }

  func snapshot(for choice: ChooseAlbum, in context: Context) async -> PhotoTimeline.Entry {
    await albums.snapshot(for: choice, in: context)
  }

  func timeline(for choice: ChooseAlbum, in context: Context) async -> Timeline<PhotoTimeline.Entry>
  {
    await albums.timeline(for: choice, in: context)
  }
}

/// An app's own intent, for a widget with further settings than the album.
struct OwnChoice: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Choose"
  @Parameter(title: "Album") var album: AlbumEntity?
}

/// Its provider, which makes the timelines as the library's does.
struct OwnChoiceProvider: AppIntentTimelineProvider {
  private let reader = PhotoReader(container: PhotoGroup.container)

  func placeholder(in context: Context) -> PhotoTimeline.Entry { photos(nil, context).entries[0] }

  func snapshot(for choice: OwnChoice, in context: Context) async -> PhotoTimeline.Entry {
    photos(choice, context).entries[0]
  }

  func timeline(for choice: OwnChoice, in context: Context) async -> Timeline<PhotoTimeline.Entry> {
    let timeline = photos(choice, context)
    return Timeline(
      entries: timeline.entries, policy: timeline.reload.map { .after($0) } ?? .never)
  }

  private func photos(_ choice: OwnChoice?, _ context: Context) -> PhotoTimeline {
    reader.timeline(album: choice?.album?.id, for: RenderFamily(context.family), from: .now)
  }
}

/// An app's model, which shows how far the guide's `addPhotos` is.
@MainActor final class OwnModel {
  private(set) var prepared = 0

  func add(_ files: [URL], to group: URL) async throws -> Int {
    try await addPhotos(files, to: group, codec: ImageIOCodec()) { self.prepared = $0 }.count
  }
}
