import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

extension FileSystem {
  /// Whether an app may be adding photos by way of a folder in the staging folder: apps do not take the store's lock.
  func mayBeInUseByApp(_ folder: FilePath, at now: Date) throws(PhotoprepError) -> Bool {
    let isOfApp = folder.lastComponent?.string.hasPrefix(ContainerLayout.appStagingPrefix)
    guard isOfApp == true, let status = try status(of: folder, followingLinks: false) else {
      return false
    }
    let oldest = now.addingTimeInterval(-ContainerLayout.appStagingPatience).nanoseconds
    return status.kind == .directory && status.modified >= oldest
  }
}
