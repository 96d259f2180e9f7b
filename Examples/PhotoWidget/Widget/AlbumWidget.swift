import AppIntents
import PhotoWidgets
import SwiftUI
import WidgetKit

/// The photos of an album in turns; touched, it opens the app at the photo.
struct AlbumWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(
      kind: "Album", intent: ChooseAlbum.self, provider: AlbumTimelineProvider()
    ) { entry in
      PreparedPhoto(entry, scheme: "photowidget")
    }
    .configurationDisplayName("Album")
    .description("The photos of an album in turns.")
    .supportedFamilies(WidgetFamily.ofPhotos)
    .contentMarginsDisabled()
  }
}

@main
struct AlbumWidgets: WidgetBundle {
  var body: some Widget { AlbumWidget() }
}

/// Lets the system find the widget's intent in the library.
struct WidgetIntentsInLibraries: AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { [PhotoWidgetsPackage.self] }
}
