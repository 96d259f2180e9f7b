public import Foundation
public import PhotoStore

/// Brings what `photoprep` has prepared elsewhere into an app's container: out of the app's bundle, out of a folder
/// that a person chose in the Files app, or out of a download.
///
/// Pictures come first and records last, each file whole, so that a widget may read meanwhile; what is there already
/// is not copied again, so that a copy which was cut off is ended by the next.
public struct ContainerCopy: Sendable {
  private let container: PhotoContainer

  /// Opens the container that is to have the photos, and makes its folders where they are missing.
  ///
  /// - Throws: `store-missing` where there is no folder; `store-too-new`, `store-settings`; `not-written`.
  public init(into container: URL) throws(PhotoprepError) {
    self.container = try PhotoContainer(url: container)
    try self.container.makeFolders()
  }

  /// Copies pictures, designs, albums and records.
  ///
  /// A design, an album and a record that are there stay as they are: a person may have changed them.
  ///
  /// - Parameter source: A container, for example one that was made by `photoprep prep --store Container`.
  /// - Returns: How many records were added.
  /// - Throws: `store-missing` where the source is no folder, and what else opening it throws; `unreadable-document`
  ///   for a folder that cannot be read; `not-written`.
  @discardableResult
  public func add(from source: URL) throws(PhotoprepError) -> Int {
    let other = try PhotoContainer(url: source)
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    func add(_ from: String, to target: String, replacing: Bool = false) throws(PhotoprepError)
      -> Int
    {
      var count = 0
      for name in try other.fileNames(in: from) where FileNameRule.isUsable(name) {
        let file = source.appending(path: from).appending(path: name)
        guard let size = file.plainFileSize else { continue }
        let present = container.url.appending(path: target).appending(path: name).plainFileSize
        if present == size || (present != nil && !replacing) { continue }
        try staging.place(copyOf: file, in: target)
        count += 1
      }
      return count
    }
    let (from, to) = (other.layout, container.layout)
    _ = try add(from.images, to: to.images, replacing: true)
    _ = try add(from.designs, to: to.designs)
    _ = try add(from.albums, to: to.albums)
    return try add(from.photos, to: to.photos)
  }
}

extension URL {
  /// The bytes of a plain file; `nil` for a folder, a link, or nothing.
  fileprivate var plainFileSize: Int? {
    let values = try? resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    return values?.isRegularFile == true ? values?.fileSize : nil
  }
}
