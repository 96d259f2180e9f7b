import Foundation
import PhotoStore
import SystemPackage

extension FilePath {
  /// Runs a body under the lock that each app in the container holds while it changes a document of this folder; inside
  /// a catalog transaction, and with no lock taken in the body (decision 0350).
  func holdingLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    // Where a file system has no such lock, as NFS has none for folders, no app could write either.
    let lock = try? PlainFile.lock(folder: URL(filePath: string))
    defer { try? lock?.close() }
    return try body()
  }
}
