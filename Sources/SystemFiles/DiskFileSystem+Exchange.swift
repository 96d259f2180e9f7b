import CFiles
package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension DiskFileSystem {
  package func place(_ path: FilePath, at target: FilePath) throws(SystemError) {
    try attempt(.rename, target) { () throws(Errno) in
      try repeated {
        path.withPlatformString { from in
          target.withPlatformString { to in photoprep_rename_to_free_name(from, to) }
        }
      }
    }
  }

  package func link(_ path: FilePath, to target: FilePath) throws(SystemError) {
    try attempt(.link, target) { () throws(Errno) in
      try repeated {
        path.withPlatformString { from in
          // Without `AT_SYMLINK_FOLLOW` a symbolic link gets the name, not what it leads to.
          target.withPlatformString { to in linkat(AT_FDCWD, from, AT_FDCWD, to, 0) }
        }
      }
    }
  }

  /// Swaps the names of two files or folders in one step, so that neither is ever missing.
  ///
  /// - Throws: `system` where the file system cannot do it.
  package func exchange(_ path: FilePath, with target: FilePath) throws(SystemError) {
    try attempt(.rename, target) { () throws(Errno) in
      try repeated {
        path.withPlatformString { first in
          target.withPlatformString { second in photoprep_exchange(first, second) }
        }
      }
    }
  }
}
