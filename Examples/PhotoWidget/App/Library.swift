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

  /// All prepared photos, each once, also while others are being added.
  @concurrent nonisolated func photos() async -> [RecordID] { reader.photos }

  /// The small render of a photo.
  @concurrent nonisolated func image(of photo: RecordID) async -> CGImage? {
    guard let file = reader.photo(photo, for: .small).file else { return nil }
    return try? await loader.image(at: file)
  }

  /// Copies the folder `Container` that was put into the app when it was built, at each launch what is new in it.
  func installBundledPhotos() throws {
    guard let bundled = Bundle.main.url(forResource: "Container", withExtension: nil) else {
      return
    }
    try add(containerAt: bundled, updating: true)
  }

  /// Copies a folder that was chosen in the Files app.
  func add(containerFromFilesAt folder: URL) throws {
    let isScoped = folder.startAccessingSecurityScopedResource()
    defer { if isScoped { folder.stopAccessingSecurityScopedResource() } }
    var failure: NSError?
    var added = Result<Void, any Error>.success(())
    NSFileCoordinator().coordinate(readingItemAt: folder, error: &failure) { folder in
      added = Result { try add(containerAt: folder) }
    }
    if let failure { throw failure }
    try added.get()
  }

  private func add(containerAt folder: URL, updating: Bool = false) throws {
    // Also where some photos could not come, and where none is new but an album.
    defer { WidgetCenter.shared.reloadAllTimelines() }
    try ContainerCopy(into: try group()).add(from: folder, updating: updating)
  }

  /// Prepares a photo on the phone.
  func add(_ photo: Data, named name: String) throws {
    let writer = try PhotoStoreWriter(container: try group(), codec: ImageIOCodec())
    try writer.add(photo, named: name, toAlbum: "Chosen")
    WidgetCenter.shared.reloadAllTimelines()
  }

  private func group() throws -> URL {
    guard let container = PhotoGroup.container else {
      throw PhotoprepError(
        .storeMissing, path: PhotoGroup.identifier ?? "PhotoAppGroup",
        message: "The app has no container of this App Group.",
        remedy: "Check the entitlements, and PhotoAppGroup in the Info.plist.")
    }
    return container
  }
}
