package import Foundation
import Platform
import SystemPackage

/// The file system's facts about a file.
package struct FileStatus: Hashable, Sendable {
  /// The kinds of file that this package distinguishes.
  package enum Kind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A folder.
    case directory
    /// A symbolic link that was not followed.
    case symbolicLink
    /// A FIFO, a socket or a device.
    case special

    /// The kind with its article, for messages.
    package var phrase: String {
      switch self {
      case .regular: "a regular file"
      case .directory: "a folder"
      case .symbolicLink: "a symbolic link"
      case .special: "a FIFO, a socket or a device"
      }
    }
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of the bytes, in nanoseconds since 1970-01-01 UTC.
  ///
  /// A time before 1677 or after 2262 does not fit and becomes the earliest or the latest possible one, so one after
  /// 2262 is in the future.
  package let modified: Int64
  /// The time of the last change of bytes or attributes, as ``modified``.
  package let changed: Int64
  /// The file's number in its file system.
  package let inode: UInt64
  /// The file system's number.
  package let device: UInt64
  /// The number of the file's owner.
  package let owner: UInt32
  /// How many names the file has.
  package let nameCount: Int

  /// Makes a status from its parts; by default for a file of this process's user with one name.
  package init(
    kind: Kind, size: Int, modified: Int64, changed: Int64, inode: UInt64, device: UInt64,
    owner: UInt32 = currentUser, nameCount: Int = 1
  ) {
    (self.owner, self.nameCount, self.kind, self.size) = (owner, nameCount, kind, size)
    (self.modified, self.changed, self.inode, self.device) = (modified, changed, inode, device)
  }
}

extension FileStatus {
  /// The number of this process's user.
  package static var currentUser: UInt32 { geteuid() }

  /// Whether both are of the same file, under any names.
  package func isOfSameFile(as other: FileStatus) -> Bool {
    (inode, device) == (other.inode, other.device)
  }

  init(_ stat: Stat) {
    self.init(
      kind: Kind(stat.type), size: Int(stat.size), modified: stat.st_mtim.nanoseconds,
      changed: stat.st_ctim.nanoseconds, inode: UInt64(stat.inode.rawValue),
      device: UInt64(truncatingIfNeeded: stat.deviceID.rawValue), owner: stat.userID.rawValue,
      nameCount: stat.linkCount)
  }
}

extension FileStatus.Kind {
  fileprivate init(_ type: FileType) {
    switch type {
    case .regular: self = .regular
    case .directory: self = .directory
    case .symbolicLink: self = .symbolicLink
    default: self = .special
    }
  }
}

extension timespec {
  /// Makes a time from nanoseconds since 1970-01-01 UTC.
  init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // A time before 1970 has one whole second less and a positive rest.
    self.init(
      tv_sec: .init(rest < 0 ? seconds - 1 : seconds),
      tv_nsec: .init(rest < 0 ? rest + 1_000_000_000 : rest))
  }

  fileprivate var nanoseconds: Int64 { Int64(seconds: Int64(tv_sec), nanoseconds: Int64(tv_nsec)) }
}

extension Int64 {
  /// Makes a number of nanoseconds from seconds of either sign and a fraction of 0..<10⁹; the nearest possible one, to
  /// within a second, for times beyond 292 years.
  ///
  /// Times of files and dates in documents are untrusted, and must not crash the program.
  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    let nearest: Int64 = seconds < 0 ? .min : .max
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carries) = whole.addingReportingOverflow(nanoseconds)
    self = overflows || carries ? nearest : sum
  }
}

extension Date {
  /// The nanoseconds since 1970; for dates before 1677 and after 2262, as a wrong clock gives them, the nearest number
  /// that there is.
  package var nanoseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1e9).rounded(.towardZero)
    return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
  }
}
