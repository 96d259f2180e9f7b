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

/// An app's model, which shows how far the guide's `addPhotos` is.
@MainActor final class OwnModel {
  private(set) var prepared = 0

  func add(_ files: [URL], to group: URL) async throws -> Int {
    try await addPhotos(files, to: group, codec: ImageIOCodec()) { self.prepared = $0 }.count
  }
}
