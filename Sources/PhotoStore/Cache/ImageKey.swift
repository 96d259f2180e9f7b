public import Foundation

/// What an ``ImageCache`` knows an image by: where its file is and which version of it was decoded.
///
/// A cache holds one version of a file; asking for another one drops it.
public struct ImageKey: Hashable, Sendable {
  /// Where the file is.
  public let path: String
  /// The version of the file.
  public let version: FileVersion
  /// What stands for the path in a cache.
  @usableFromInline let slot: Slot

  /// Makes a key.
  public init(path: String, version: FileVersion) {
    self.path = path
    self.version = version
    slot = Slot(path: path)
  }

  /// Makes the key of a file as it is now; `nil` when there is no regular file.
  public init?(_ file: URL) {
    guard let version = FileVersion(of: file) else { return nil }
    self.init(path: file.path, version: version)
  }

  /// Whether two keys mean the same version of the same file.
  public static func == (left: ImageKey, right: ImageKey) -> Bool {
    left.path == right.path && left.version == right.version
  }

  /// Feeds the path and the version to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot.high)
    hasher.combine(version)
  }
}

extension ImageKey {
  /// A path as 128 bits of a keyed hash, so that a request reads no text.
  ///
  /// The hash is SipHash with a key of the process's own, so nobody can choose two paths that meet;
  /// by chance two of a million do with a probability of n² ÷ 2¹²⁹, below 10⁻²⁶.
  @usableFromInline
  struct Slot: Hashable, Sendable {
    @usableFromInline let high: UInt64
    @usableFromInline let low: UInt64

    @inlinable init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    init(path: String) {
      var hasher = Hasher()
      hasher.combine(path)
      // The state of SipHash has 256 bits: one byte more gives 64 that do not follow from `high`.
      var second = hasher
      second.combine(UInt8(1))
      high = UInt64(bitPattern: Int64(hasher.finalize()))
      low = UInt64(bitPattern: Int64(second.finalize()))
    }

    /// What a ``SlotTable`` knows the slot by.
    @inlinable var tag: UInt32 { UInt32(truncatingIfNeeded: high >> 32) }
  }
}
