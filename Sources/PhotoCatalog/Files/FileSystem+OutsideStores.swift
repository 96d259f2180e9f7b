import Foundation
public import PhotoStore
package import SystemFiles
package import SystemPackage

extension FileSystem {
  /// Returns where a file that a person named is to be put, which is in no folder that a store keeps its files in.
  ///
  /// - Throws: `in-store`; as ``outputPlace(for:)``.
  package func placeOutsideStores(for path: FilePath) throws(PhotoprepError) -> FilePath {
    let place = try outputPlace(for: path)
    let named = place.removingLastComponent()
    let folder = try realPath(of: named.isEmpty ? "." : named)
    let container = folder.removingLastComponent()
    let isPrivate = folder.components.contains { $0.string == ContainerLayout.privateFolder }
    if isPrivate { throw .isInStore(path) }
    let mark = container.appending(ContainerLayout.privateFolder)
    guard try status(of: mark, followingLinks: true)?.kind == .directory else { return place }
    // Of a store whose settings cannot be read the usual names count.
    let layout = (try? PhotoContainer(url: URL(filePath: container.string)))?.layout ?? .standard
    let isOfStore = folder.lastComponent.map { layout.folders.contains($0.string) } ?? false
    if isOfStore { throw .isInStore(path) }
    return place
  }
}

extension PhotoprepError.Code {
  /// The file would lie among a store's own.
  public static let inStore = PhotoprepError.Code("in-store")
}

extension PhotoprepError {
  fileprivate static func isInStore(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .inStore, path: path.string,
      message: "The file cannot be written: this is a folder of a store's own files.",
      remedy: "Name a file in another folder.")
  }
}
