import CoreGraphics
import Foundation
import ImageIODecoding
import ImageIOWriting
import PhotoStore
import PhotoWidgets
import PhotoWriting
import WidgetKit

/// What the app does with the container that it shares with its widget.
actor Library {
  static let shared = Library()

  private let reader = PhotoReader(container: PhotoGroup.container)
  private let loader = ImageLoader(decoder: ImageIODecoder(), limits: .app)

  /// The names of all prepared photos.
  func photos() -> [RecordID] { (try? reader.container?.recordIDs()) ?? [] }

  /// The small render of a photo.
  func image(of photo: RecordID) -> CGImage? {
    reader.photo(photo, for: .small).file.flatMap { try? loader.imageNow(at: $0) }
  }

  /// Copies the folder `Container` that was put into the app when it was built, at its first launch.
  func installBundledPhotos() throws {
    guard let bundled = Bundle.main.url(forResource: "Container", withExtension: nil) else {
      return
    }
    try add(containerAt: bundled)
  }

  /// Copies what `photoprep prep` has made, from the bundle or from a folder of the Files app.
  func add(containerAt folder: URL) throws {
    let isScoped = folder.startAccessingSecurityScopedResource()
    defer { if isScoped { folder.stopAccessingSecurityScopedResource() } }
    let added = try ContainerCopy(into: try group()).add(from: folder)
    if added > 0 { WidgetCenter.shared.reloadAllTimelines() }
  }

  /// Prepares a photo on the phone.
  func add(_ photo: Data, named name: String) throws {
    let writer = try PhotoStoreWriter(container: try group(), codec: ImageIOCodec())
    try writer.add(photo, named: name, toAlbum: "Chosen")
    WidgetCenter.shared.reloadAllTimelines()
  }

  private func group() throws -> URL {
    guard let container = PhotoGroup.container else { throw CocoaError(.fileNoSuchFile) }
    return container
  }
}
