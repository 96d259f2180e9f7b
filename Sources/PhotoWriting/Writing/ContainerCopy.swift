public import Foundation
import PhotoGeometry
public import PhotoStore

/// Copies photos that `photoprep` has prepared elsewhere into an app's container: from the app's bundle, from a folder
/// that a person chose in the Files app, or from a download.
///
/// A photo's pictures come before its record, and designs and albums last, each file whole, so a widget may read
/// meanwhile. Existing files are not copied again, so the next copy completes one that was cut off. Photos, designs and
/// albums come only with all their pictures. A copy takes a while: call it off the main actor.
public struct ContainerCopy: Sendable {
  private let container: PhotoContainer

  /// Opens the container to copy into, and makes missing folders.
  ///
  /// - Throws: `store-missing` where there is no folder; `store-too-new`, `store-settings`; `unreadable-document` where
  ///   a folder in it is a symbolic link; `not-written`.
  public init(into container: URL) throws(PhotoprepError) {
    self.container = try PhotoContainer(url: container)
    try self.container.makeFolders()
  }

  /// Copies photos with their pictures, other pictures, designs and albums.
  ///
  /// If a photo is there already, the newest crops and the latest framing by hand count. Nothing is removed; a damaged
  /// record that another replaces goes to the trash of `photoprep`, in `.photoprep/trash`.
  ///
  /// - Parameters:
  ///   - source: A container, for example one that was made by `photoprep prep --store Container`.
  ///   - updating: Whether designs and albums of the source replace existing ones of the same name; otherwise those
  ///     stay as they are, as a person may have changed them.
  /// - Returns: How many records were added.
  /// - Throws: `store-missing` where the source is no folder, or none with photos, and what else opening it throws;
  ///   `unreadable-document` for a folder that cannot be read; `not-written`; after all else is copied,
  ///   `document-too-new` or `unreadable-document` for a photo that is there already and whose record a newer version
  ///   wrote or cannot be opened, and `photos-incomplete` if something of the source lacks pictures or cannot be read.
  @discardableResult
  public func add(from source: URL, updating: Bool = false) throws(PhotoprepError) -> Int {
    guard source.appending(path: container.layout.photos).isFolder else {
      throw .photosMissing(path: source.path)
    }
    let other = try PhotoContainer(url: source)
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    var (count, incomplete) = (0, [String]())
    var refusal: PhotoprepError?
    for id in try other.recordIDs() {
      let present: PhotoRecord?
      do { present = try container.readable(id) } catch {
        refusal = refusal ?? error
        continue
      }
      guard let record = try? other.record(id), record.isOnly(about: id, like: present),
        try bring(record, of: other, over: present, staging)
      else {
        incomplete.append(id.fileName)
        continue
      }
      if present == nil { count += 1 }
    }
    // Each picture without a record has a unique name, made from its bytes or at random.
    let images = (from: other.layout.images, to: container.layout.images)
    for (name, file) in try other.plainFiles(in: images.from)
    where StoredFileName(name) == nil && place(name, in: images.to).plainFileSize == nil {
      if isReadable(file) {
        try staging.place(copyOf: file, in: images.to)
      } else {
        incomplete.append(name)
      }
    }
    for (kind, from, to) in [
      (StoreDocument.Kind.design, other.layout.designs, container.layout.designs),
      (.album, other.layout.albums, container.layout.albums),
    ] {
      for (name, file) in try other.plainFiles(in: from) {
        // For one document, so that nothing waits for all of them.
        let lock = try container.lock(to)
        defer { try? lock.close() }
        let present = place(name, in: to)
        let isSame = FileManager.default.contentsEqual(atPath: file.path, andPath: present.path)
        if present.plainFileSize != nil, isSame || !updating { continue }
        if isWhole(file, kind) {
          try staging.place(copyOf: file, in: to)
        } else {
          incomplete.append(name)
        }
      }
    }
    // Of what iCloud keeps there may be only a hidden file that stands for it.
    for folder in [other.layout.photos, other.layout.designs, other.layout.albums] {
      incomplete += try other.fileNames(in: folder).filter { $0.hasEnding(".icloud") }
    }
    if let refusal { throw refusal }
    if !incomplete.isEmpty { throw .photosIncomplete(source, incomplete) }
    return count
  }

  /// Copies a record's pictures and then the record, joined with an existing one; returns whether all of them are
  /// there.
  private func bring(
    _ record: PhotoRecord, of other: PhotoContainer, over present: PhotoRecord?,
    _ staging: StagedFiles
  ) throws(PhotoprepError) -> Bool {
    var joined = record
    if let present {
      joined =
        record.preparedAt < present.preparedAt
        ? present.merged(over: record) : record.merged(over: present)
    }
    // Twice: a cleanup may have taken pictures away before the record came, and leaves them once it is there.
    for isRecordThere in [false, true] {
      let missing = joined.preparation.allFiles.filter { !container.hasWhole([$0]) }
      guard other.hasWhole(missing) else { return false }
      for file in missing {
        guard let place = other.imageURL(file.name.description), isReadable(place) else {
          return false
        }
        try staging.place(copyOf: place, in: container.layout.images)
      }
      if !isRecordThere, joined != present { try staging.place(joined) }
    }
    return true
  }

  /// Whether a file of the source can be read; an error of copying it would say that there is no room.
  private func isReadable(_ file: URL) -> Bool { (try? PlainFile.read(file, limit: 0)) != nil }

  /// Whether a document can be read, and every picture that it names exists.
  private func isWhole(_ file: URL, _ kind: StoreDocument.Kind) -> Bool {
    guard let bytes = try? PlainFile.read(file, limit: PhotoContainer.documentByteLimit),
      let document = try? StoreDocument(kind, bytes: [UInt8](bytes), path: file.path)
    else { return false }
    return document.references.filter(\.isImage).allSatisfy {
      container.imageURL($0.name)?.plainFileSize != nil
    }
  }

  private func place(_ name: String, in folder: String) -> URL {
    container.url.appending(path: folder).appending(path: name)
  }
}

extension PhotoContainer {
  /// The regular files of a folder with names that a container may have.
  fileprivate func plainFiles(in folder: String) throws(PhotoprepError) -> [(
    name: String, file: URL
  )] {
    try fileNames(in: folder).filter(FileNameRule.isUsable)
      .map { ($0, url.appending(path: folder).appending(path: $0)) }
      .filter { $0.1.plainFileSize != nil }
  }

  /// Whether some pictures exist, with all their bytes.
  func hasWhole(_ files: [StoredFile]) -> Bool {
    files.allSatisfy { imageURL($0.name.description)?.plainFileSize == $0.byteCount }
  }
}

extension PhotoRecord {
  /// Whether the record and all its files are a photo's, and of the same bytes as one that is there: what it is about
  /// is replaced, with what a person set in it.
  fileprivate func isOnly(about id: RecordID, like present: PhotoRecord?) -> Bool {
    self.id == id && preparation.allFiles.allSatisfy { $0.name.record == id }
      && (present.map { $0.preparation.digest == preparation.digest } ?? true)
  }
}

extension URL {
  /// The bytes of a regular file; `nil` for a folder, a link, or nothing.
  fileprivate var plainFileSize: Int? {
    let values = try? resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    return values?.isRegularFile == true ? values?.fileSize : nil
  }

  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}

extension PhotoprepError {
  fileprivate static func photosMissing(path: String) -> PhotoprepError {
    PhotoprepError(
      .storeMissing, path: path,
      message: "There is no folder 'Photos' here, or the app may not read it.",
      remedy:
        "Choose a folder that 'photoprep prep' made, or make this one a store with 'photoprep store init'. "
        + "Call startAccessingSecurityScopedResource() of a folder that a person chose.")
  }

  fileprivate static func photosIncomplete(_ source: URL, _ names: [String]) -> PhotoprepError {
    let example = "\(names[0])\(names.count == 1 ? "" : ", for example")"
    return PhotoprepError(
      .photosIncomplete, path: source.path,
      message: names.count == 1
        ? "Something in it lacks pictures, cannot be read or is about another photo: \(example)."
        : "\(names.count) files in it lack pictures, cannot be read or are about other photos: \(example).",
      remedy: "Get the folder again, whole; all else is there.")
  }
}
