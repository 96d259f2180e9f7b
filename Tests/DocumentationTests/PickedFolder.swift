#if canImport(ImageIO)
  import PhotoWriting
  import SwiftUI

  /// Copies a container that a person chose with the Files app, what `.fileImporter` gives; returns how many photos came.
  @concurrent
  func addPhotos(fromPicked folder: URL, to group: URL) async throws -> Int {
    let isScoped = folder.startAccessingSecurityScopedResource()
    defer { if isScoped { folder.stopAccessingSecurityScopedResource() } }
    var failure: NSError?
    var added = Result<Int, any Error>.success(0)
    NSFileCoordinator().coordinate(readingItemAt: folder, error: &failure) { folder in
      added = Result { try ContainerCopy(into: group).add(from: folder) }
    }
    if let failure { throw failure }
    return try added.get()
  }
#endif
