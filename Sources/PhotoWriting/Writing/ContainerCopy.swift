public import Foundation
import PhotoGeometry
public import PhotoStore

/// Brings what `photoprep` has prepared elsewhere into an app's container: out of the app's bundle, out of a folder
/// that a person chose in the Files app, or out of a download.
///
/// Pictures come first and records last, each file whole, so that a widget may read meanwhile; what is there already
/// is not copied again, so that a copy which was cut off is ended by the next. A photo comes only with all its pictures.
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
  /// Of a photo that is there the newer crops count, and of those that a person framed the later ones, as `store merge`
  /// does it. Nothing is removed.
  ///
  /// - Parameters:
  ///   - source: A container, for example one that was made by `photoprep prep --store Container`.
  ///   - updating: Whether designs and albums of the source take the place of others of their names; without it these
  ///     stay as they are: a person may have changed them.
  /// - Returns: How many records were added.
  /// - Throws: `store-missing` where the source is no folder, or none with photos, and what else opening it throws;
  ///   `unreadable-document` for a folder that cannot be read; `not-written`; `photos-incomplete` once all others are
  ///   there, where photos of the source lack pictures or cannot be read.
  @discardableResult
  public func add(from source: URL, updating: Bool = false) throws(PhotoprepError) -> Int {
    let other = try PhotoContainer(url: source)
    guard source.appending(path: other.layout.photos).isFolder else {
      throw .containerMissing(path: source.path)
    }
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    var incomplete: [String] = []
    var records: [PhotoRecord] = []
    for id in try other.recordIDs() {
      do { records.append(try other.record(id)) } catch { incomplete.append(id.fileName) }
    }
    let sizes = Dictionary(
      records.flatMap(\.preparation.allFiles).map { ($0.name.description, $0.byteCount) },
      uniquingKeysWith: { size, _ in size })
    try copy(other.layout.images, of: other, to: container.layout.images, staging) { name, file in
      let present = place(name, in: container.layout.images).plainFileSize
      return file.plainFileSize == sizes[name, default: file.plainFileSize ?? 0]
        && present != file.plainFileSize
    }
    for (from, to) in [
      (other.layout.designs, container.layout.designs),
      (other.layout.albums, container.layout.albums),
    ] {
      try copy(from, of: other, to: to, staging) { name, file in
        let present = place(name, in: to)
        return present.plainFileSize == nil
          || updating
            && !FileManager.default.contentsEqual(atPath: file.path, andPath: present.path)
      }
    }
    var count = 0
    for record in records {
      guard container.hasWhole(record.preparation.allFiles) else {
        incomplete.append(record.id.fileName)
        continue
      }
      let present = try? container.record(record.id)
      let joined = present.map { record.merged(over: $0) } ?? record
      if joined != present { try staging.place(joined) }
      if present == nil { count += 1 }
    }
    if !incomplete.isEmpty { throw .photosIncomplete(source, incomplete) }
    return count
  }

  /// Copies the plain files of a folder that are wanted.
  private func copy(
    _ from: String, of other: PhotoContainer, to target: String, _ staging: StagedFiles,
    where isWanted: (String, URL) -> Bool
  ) throws(PhotoprepError) {
    for name in try other.fileNames(in: from) where FileNameRule.isUsable(name) {
      let file = other.url.appending(path: from).appending(path: name)
      guard file.plainFileSize != nil, isWanted(name, file) else { continue }
      try staging.place(copyOf: file, in: target)
    }
  }

  private func place(_ name: String, in folder: String) -> URL {
    container.url.appending(path: folder).appending(path: name)
  }
}

extension PhotoContainer {
  /// Whether some pictures are there, with all their bytes.
  func hasWhole(_ files: [StoredFile]) -> Bool {
    files.allSatisfy { imageURL($0.name.description)?.plainFileSize == $0.byteCount }
  }
}

extension URL {
  /// The bytes of a plain file; `nil` for a folder, a link, or nothing.
  fileprivate var plainFileSize: Int? {
    let values = try? resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    return values?.isRegularFile == true ? values?.fileSize : nil
  }

  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}

extension PhotoprepError {
  fileprivate static func photosIncomplete(_ source: URL, _ names: [String]) -> PhotoprepError {
    let example = "\(names[0])\(names.count == 1 ? "" : ", for example")"
    return PhotoprepError(
      .photosIncomplete, path: source.path,
      message: names.count == 1
        ? "One of its photos lacks pictures or cannot be read: \(example)."
        : "\(names.count) of its photos lack pictures or cannot be read: \(example).",
      remedy: "Get the folder again, whole; all other photos are there.")
  }
}
