#if canImport(ImageIO)
  import Foundation
  import PhotoWriting

  /// Copies a container that a person chose with the Files app; what `.fileImporter` gives.
  func addPhotos(fromPicked folder: URL, to group: URL) throws {
    let isScoped = folder.startAccessingSecurityScopedResource()
    defer { if isScoped { folder.stopAccessingSecurityScopedResource() } }
    try ContainerCopy(into: group).add(from: folder)
  }
#endif
