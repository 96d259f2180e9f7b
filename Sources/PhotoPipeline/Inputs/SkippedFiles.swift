internal import SystemFiles
internal import SystemPackage

/// How many files below the given folders were skipped, and why.
public struct SkippedFiles: Hashable, Sendable {
  /// Hidden files and folders.
  public var hidden = 0
  /// Symbolic links, and folders that were visited already.
  public var links = 0
  /// FIFOs, sockets and devices.
  public var special = 0
  /// Files that are not photos by name or content, by the ending of their names: `MOV`; the empty text for names
  /// without a usual ending.
  public private(set) var kinds: [String: Int] = [:]

  /// Files that are not photos by name or content.
  public var other: Int { kinds.values.reduce(0, +) }

  /// Stores, and containers of the published app: their pictures are made from photos.
  public var stores = 0

  /// Every file and folder that was skipped.
  public var total: Int { hidden + links + special + other + stores }

  /// The most kinds that are counted separately, and the longest ending; our choice.
  private static let (kindLimit, endingLimit) = (100, 8)

  /// Counts a file that is not a photo.
  mutating func add(other path: FilePath) {
    let ending = (path.extension ?? "").uppercased()
    let isUsual =
      ending.utf8.count <= Self.endingLimit
      && ending.utf8.allSatisfy(Self.lettersAndDigits.contains)
    let isTold = isUsual && (kinds[ending] != nil || kinds.count < Self.kindLimit)
    kinds[isTold ? ending : "", default: 0] += 1
  }

  private static let lettersAndDigits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

  mutating func add(_ walk: FileWalk.Skipped) {
    hidden += walk.hidden
    links += walk.symbolicLinks + walk.loops
    special += walk.special
    stores += walk.excluded
  }
}

extension SkippedFiles: CustomStringConvertible {
  /// The most kinds of files in a description.
  private static let namedKinds = 6

  /// The counts that are not zero, for example `3 hidden, 2 MOV, 1 PSD`.
  public var description: String {
    let known = kinds.filter { !$0.key.isEmpty }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.namedKinds)
    let unnamed = other - known.reduce(0) { $0 + $1.value }
    let parts =
      [
        (hidden, "hidden"), (links, links == 1 ? "symbolic link" : "symbolic links"),
        (special, special == 1 ? "pipe or device" : "pipes or devices"),
      ]
      + known.map { ($0.value, $0.key) }
      + [
        (unnamed, unnamed == 1 ? "other file" : "other files"),
        (stores, stores == 1 ? "store" : "stores"),
      ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
