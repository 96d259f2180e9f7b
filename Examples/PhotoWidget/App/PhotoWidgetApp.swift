import AppIntents
import PhotoWidgets
import SwiftUI

/// An app whose widget shows photos that `photoprep` has prepared, or that the app prepares itself.
@main
struct PhotoWidgetApp: App {
  var body: some Scene {
    WindowGroup { PhotosView() }
  }
}

/// Lets the system find the widget's intent in the library.
struct AppIntentsInLibraries: AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { [PhotoWidgetsPackage.self] }
}
