import Foundation
public import PhotoGeometry
import PhotoStore

/// A folder for one call's files that are not in their places yet.
///
/// It is in the staging folder of `photoprep`, so files that a killed process left behind are removed like those of
/// any run.
struct StagedFiles {
  private let container: PhotoContainer
  private let folder: URL

  /// Makes a folder, and removes those that were left behind.
  init(in container: PhotoContainer) throws(PhotoprepError) {
    self.container = container
    let staging = container.url.appending(path: ContainerLayout.privateFolder)
      .appending(path: "staging")
    try PhotoContainer.requireNoLink(staging)
    folder = staging.appending(path: ContainerLayout.appStagingPrefix + UUID().uuidString)
    let folder = folder
    try container.writing(folder) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for other in (try? FileManager.default.contentsOfDirectory(atPath: staging.path)) ?? []
    where other.hasPrefix(ContainerLayout.appStagingPrefix) {
      let place = staging.appending(path: other)
      let changed = try? place.resourceValues(forKeys: [.contentModificationDateKey])
        .contentModificationDate
      if let changed, changed.timeIntervalSinceNow < -ContainerLayout.appStagingPatience {
        try? FileManager.default.removeItem(at: place)
      }
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Writes the bytes of another file to its name's place, as ``place(_:named:in:)`` does.
  ///
  /// `copyItem` would give the copy its original's protection (`copyfile.c` of Darwin), not that of this container: a
  /// widget could not read it on a locked phone.
  func place(copyOf file: URL, in folderName: String) throws(PhotoprepError) {
    let bytes = try container.writing(container.url.appending(path: folderName)) {
      try Data(contentsOf: file)
    }
    try place(bytes, named: file.lastPathComponent, in: folderName)
  }

  /// Writes a complete file, synchronises it, and moves it to its place over any other of its name.
  func place(_ bytes: Data, named name: String, in folderName: String) throws(PhotoprepError) {
    let staged = folder.appending(path: name)
    let target = container.url.appending(path: folderName)
    let place = target.appending(path: name)
    try container.writing(place) {
      try bytes.write(to: staged)
      let file = try PlainFile.open(staged)
      try file.synchronize()
      try file.close()
      guard rename(staged.path, place.path) == 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
      }
      try PlainFile.synchronize(folder: target)
    }
  }

  /// Puts a record in its place, joined with the one that is there; a file there that is no record goes to the trash.
  ///
  /// - Returns: The record in place.
  @discardableResult
  func place(_ new: PhotoRecord) throws(PhotoprepError) -> PhotoRecord {
    // Otherwise what another process writes into the record meanwhile would be lost.
    let lock = try container.lock(container.layout.photos)
    defer { try? lock.close() }
    let record = try container.makeWay(for: new.id).map(new.merged(over:)) ?? new
    try place(
      Data(record.bytesReadBack()), named: record.id.fileName, in: container.layout.photos)
    return record
  }
}

extension PhotoContainer {
  /// Makes the folders and the settings where they are missing.
  func makeFolders() throws(PhotoprepError) {
    try Self.requireNoLink(url.appending(path: ContainerLayout.privateFolder))
    for name in layout.folders {
      let folder = url.appending(path: name)
      try Self.requireNoLink(folder)
      try writing(folder) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
    }
    let settings = url.appending(path: ContainerLayout.privateFolder)
      .appending(path: ContainerLayout.settingsFile)
    if FileManager.default.fileExists(atPath: settings.path) { return }
    let staging = try StagedFiles(in: self)
    defer { staging.remove() }
    try staging.place(
      Data(layout.settings), named: ContainerLayout.settingsFile,
      in: ContainerLayout.privateFolder)
  }

  /// Takes the lock that each writer of a folder's documents holds from reading one to replacing it; closing the handle
  /// gives it back.
  func lock(_ folder: String) throws(PhotoprepError) -> FileHandle {
    let place = url.appending(path: folder)
    return try writing(place) { try PlainFile.lock(folder: place) }
  }

  /// Runs a write, and turns its error into `not-written`.
  func writing<Result>(
    _ place: URL, _ body: () throws -> Result
  ) throws(PhotoprepError) -> Result {
    do { return try body() } catch { throw .notWritten(place, error) }
  }
}

extension PhotoprepError.Code {
  /// A file or folder of a container could not be written.
  public static let notWritten = Self("not-written")
  /// A photo has a size that cannot be cropped and described.
  public static let photoUnusable = Self("photo-unusable")
  /// Photos of a container lack pictures, or cannot be read.
  public static let photosIncomplete = Self("photos-incomplete")
}

extension PhotoprepError {
  static func notWritten(_ place: URL, _ error: any Error) -> PhotoprepError {
    PhotoprepError(
      .notWritten, path: place.path, message: "It could not be written.",
      remedy: "Free some space, and check that the app has the App Group.", detail: "\(error)")
  }

  static func photoUnusable(_ name: String, _ size: PixelSize) -> PhotoprepError {
    PhotoprepError(
      .photoUnusable, path: name, message: "It has \(size) pixels, which no widget can show.",
      remedy: "Choose another photo.")
  }
}
