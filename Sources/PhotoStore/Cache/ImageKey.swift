public import Foundation

/// What an ``ImageCache`` knows an image by: where its file is and which version of it was decoded.
///
/// A cache holds one version of a file; asking for another one drops it. A key is made of hashes:
/// it reads the path once and is then 24 bytes that are copied and compared without any text. The
/// hashes are of this process and mean nothing elsewhere.
public struct ImageKey: Hashable, Sendable {
  /// What stands for the path.
  @usableFromInline let slot: Slot
  /// What stands for path and version together: 62 bits of a keyed hash, a one and a zero.
  ///
  /// A rewritten file has the check of the version before with a chance of 2⁻⁶².
  @usableFromInline let check: UInt64

  /// Makes a key.
  public init(path: String, version: FileVersion) {
    var hasher = Hasher()
    hasher.combine(path)
    // The state of SipHash has 256 bits: one byte more gives 64 that do not follow from the first.
    var second = hasher
    second.combine(UInt8(1))
    var third = hasher
    third.combine(version)
    slot = Slot(high: hasher.word, low: second.word)
    check = Self.check(third.word)
  }

  /// Makes a key of hashes, for tests of those that meet.
  package init(path: (high: UInt64, low: UInt64), version: UInt64) {
    slot = Slot(high: path.high, low: path.low)
    check = Self.check(version)
  }

  private static func check(_ word: UInt64) -> UInt64 { word & ~3 | 2 }

  /// Makes the key of a file as it is now; `nil` when there is no regular file.
  public init?(_ file: URL) {
    guard let version = FileVersion(of: file) else { return nil }
    self.init(path: file.path, version: version)
  }

  /// Feeds the path's and the version's hash to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(check) }
}

extension ImageKey {
  /// A path as 128 bits of a keyed hash, so that a request reads no text.
  ///
  /// The hash is SipHash with a key of the process's own, so nobody can choose two paths that meet;
  /// by chance two of a million do with a probability of n² ÷ 2¹²⁹, below 10⁻²⁶.
  @usableFromInline
  package struct Slot: Hashable, Sendable {
    @usableFromInline let high: UInt64
    @usableFromInline let low: UInt64

    @inlinable init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }
  }
}

extension Hasher {
  /// The hash of everything combined so far.
  fileprivate var word: UInt64 {
    let copy = self
    return UInt64(bitPattern: Int64(copy.finalize()))
  }
}
