import CFiles
import Platform
package import SystemPackage

extension DiskFileSystem {
  package func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try move(path, to: target) { photoprep_rename_to_free_name($0, $1, $2, $3) }
  }

  package func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    // Without `AT_SYMLINK_FOLLOW` a symbolic link itself gets the name, not its target.
    try move(path, to: target, .link) { linkat($0, $1, $2, $3, 0) }
  }

  /// Exchanges the names of two files or folders in one step, so that neither is ever missing; in several steps if the
  /// file system cannot do that in one.
  package func exchange(_ path: FilePath, with target: FilePath) throws(PhotoprepError) {
    do {
      try move(path, to: target) { photoprep_exchange($0, $1, $2, $3) }
    } catch {
      guard error.code == .other else { throw error }
      try exchangeInSteps(path, with: target)
    }
  }

  /// Exchanges the names of two files or folders by three renames; the target's file is kept under a hidden name
  /// beside it meanwhile, and comes back if the next rename fails.
  package func exchangeInSteps(_ path: FilePath, with target: FilePath) throws(PhotoprepError) {
    let name = target.lastComponent?.string ?? ""
    let aside = target.removingLastComponent().appending(".\(name).old-\(getpid())")
    try rename(target, to: aside)
    do {
      try rename(path, to: target)
    } catch {
      try rename(aside, to: target)
      throw error
    }
    try rename(aside, to: path)
  }

  /// Makes a call with two names, each in a folder.
  func move(
    _ path: FilePath, to target: FilePath, _ call: SystemCall = .rename,
    _ body: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(PhotoprepError) {
    let error = try at(call, target) { targetFolder, targetName in
      try at(call, path) { folder, name -> Errno? in
        do { try repeated { body(folder, name, targetFolder, targetName) } } catch {
          return Errno(error)
        }
        return nil
      }
    }
    // The error is reported for the target, whichever name it is about.
    if let error { throw PhotoprepError(call, target, error) }
  }
}
