public import PhotoStore
import SystemFiles
import SystemPackage

/// Files of one photo that are written and synchronised, and not in the store yet.
public struct StagedPhoto: Sendable {
  /// The files, in the order they were given.
  public let files: [StagedFile]
}

/// One file that is written and synchronised, and not in the store yet.
public struct StagedFile: Sendable {
  /// The name it will have.
  public let name: StoredFileName
  /// The number of its bytes.
  public let byteCount: Int
  /// The SHA-256 of its bytes.
  public let digest: ContentDigest
  /// The name it has in this run's staging folder.
  let stagedName: String
}

extension Store {
  /// Writes a photo's files into this run's staging folder and returns once they are on the device.
  ///
  /// May be called from several threads at once. Nothing stays behind when it throws.
  ///
  /// - Parameters:
  ///   - files: The names the files will have, and their bytes.
  ///   - whenWritten: Called once when only the device is still waited for; not when it throws before.
  /// - Returns: What ``commit(_:)`` needs, and the digests that the record needs.
  /// - Throws: `not-open-for-writing`; the codes of file calls, `no-space` among them.
  public func stage(
    _ files: [(name: StoredFileName, bytes: [UInt8])], whenWritten: () -> Void = {}
  ) throws -> StagedPhoto {
    try requireWriting()
    try makeStagingFolder()
    let staged = files.map { name, bytes in
      StagedFile(
        name: name, byteCount: bytes.count, digest: ContentDigest(of: bytes),
        stagedName: "\(nextNumber())-\(name)")
    }
    let places = zip(staged, files).map { (stagingFolder.appending($0.stagedName), $1.bytes) }
    try fileSystem.createFiles(places, whenWritten: whenWritten)
    return StagedPhoto(files: staged)
  }

  /// Removes the staged files of a photo that will not be committed.
  ///
  /// What cannot be removed now goes when the store is closed, or when the next run begins.
  public func discard(_ photo: StagedPhoto) {
    for file in photo.files {
      try? fileSystem.removeFile(at: stagingFolder.appending(file.stagedName))
    }
  }

  func write(_ bytes: [UInt8], staged name: String) throws {
    try fileSystem.createFile(at: stagingFolder.appending(name), bytes: bytes)
  }

  /// Returns a number this run has not used before.
  func nextNumber() -> Int {
    usage.withLock { usage in
      usage.counter += 1
      return usage.counter
    }
  }

  func makeStagingFolder() throws {
    if usage.withLock(\.hasStaging) { return }
    try fileSystem.createDirectory(at: stagingFolder)
    usage.withLock { $0.hasStaging = true }
  }
}
