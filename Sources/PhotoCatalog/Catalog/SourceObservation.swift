package import Foundation
import GRDB
public import PhotoStore
package import SystemFiles
public import SystemPackage

/// The status of a photo's file just before it is read.
public struct SourceIdentity: Hashable, Sendable {
  /// The file; an absolute path, so that it means the same in the next run.
  public let path: FilePath
  let status: FileStatus
  let observedAt: Date

  /// Makes the identity of a file.
  ///
  /// - Parameters:
  ///   - path: The file, as an absolute path.
  ///   - status: What the file system says about it.
  ///   - observedAt: The time just before the status was taken.
  package init(path: FilePath, status: FileStatus, observedAt: Date) {
    self.path = path
    self.status = status
    self.observedAt = observedAt
  }

  /// How old a change must be before the file's times can distinguish the next change from it, in seconds.
  ///
  /// File systems keep times in steps of up to 2 s (FAT); a file that changed within the step in which it was read may
  /// change again without its times showing it. Git calls such an entry racily clean.
  static let raceWindow = 2.0

  /// Whether the file may change again without its times showing it.
  var isRacy: Bool {
    let latest = Double(max(status.modified, status.changed)) / 1e9
    return latest > observedAt.timeIntervalSince1970 - Self.raceWindow
  }
}

/// A file that was read, and the photo that it holds.
public struct SourceObservation: Hashable, Sendable {
  /// The file.
  public let identity: SourceIdentity
  /// The photo that its bytes are.
  public let photo: PhotoID

  /// Makes an observation.
  public init(identity: SourceIdentity, photo: PhotoID) {
    self.identity = identity
    self.photo = photo
  }
}

extension SourceObservation {
  /// Stores the observation for later runs; if the file may have changed meanwhile, without a size, so that the next
  /// run reads it.
  func save(in database: Database) throws {
    var row = SourceRow(identity, photo)
    if identity.isRacy { row.forgetSize() }
    try row.insert(database)
  }
}
