import PhotoStore
public import SystemPackage

/// One result of a check.
public struct Finding: Hashable, Sendable {
  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable {
    /// Something is missing or wrong.
    case damage
    /// Something a person may want to know; nothing is lost.
    case note
  }

  /// The kind of finding.
  public let code: Code
  /// The file.
  public let path: FilePath
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What to do about it, or `nil` when nothing need be done.
  public let remedy: String?

  /// How bad it is.
  public var severity: Severity { code.severity }

  init(_ code: Code, _ path: FilePath, _ message: String, remedy: String? = nil) {
    (self.code, self.path, self.message, self.remedy) = (code, path, message, remedy)
  }

  /// The kinds of finding, with the same names in every release.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name.
    public let description: String
    /// How bad every finding of this kind is.
    public let severity: Severity

    private init(_ description: String, _ severity: Severity) {
      (self.description, self.severity) = (description, severity)
    }

    /// A record's file is not there, or is not a regular file.
    public static let missingFile = Code("missing-file", .damage)
    /// A file has fewer bytes than its record says.
    public static let truncatedFile = Code("truncated-file", .damage)
    /// A file has more bytes than its record says.
    public static let wrongSize = Code("wrong-size", .damage)
    /// An image has other dimensions than its record says.
    public static let wrongDimensions = Code("wrong-dimensions", .damage)
    /// An image's bytes do not begin as a JPEG's.
    public static let notAJPEG = Code("not-a-jpeg", .damage)
    /// A file's bytes have another SHA-256 than its record says.
    public static let digestMismatch = Code("digest-mismatch", .damage)
    /// A file holds the bytes of another one.
    public static let swappedFile = Code("swapped-file", .damage)
    /// A file cannot be read.
    public static let unreadableFile = Code("unreadable-file", .damage)
    /// A record cannot be read.
    public static let unreadableRecord = Code("unreadable-record", .damage)
    /// A record is about another photo or recipe than its file name says.
    public static let recordNameMismatch = Code("record-name-mismatch", .damage)
    /// A record contradicts itself.
    public static let recordInconsistent = Code("record-inconsistent", .damage)
    /// The catalog knows a record that is not there.
    public static let rowWithoutRecord = Code("row-without-record", .damage)
    /// A design, an album or preferences cannot be read, so nothing can be cleaned.
    public static let unreadableDocument = Code("unreadable-document", .damage)
    /// A design, an album or a pin names a file that is not there.
    public static let danglingReference = Code("dangling-reference", .damage)
    /// The catalog does not know a record; `rebuild` adds it.
    public static let recordWithoutRow = Code("record-without-row", .note)
    /// The catalog knows an older state of a record; it is not used.
    public static let staleRow = Code("stale-row", .note)
    /// The catalog cannot be read; where it is damaged, the next run makes it again.
    public static let catalogUnusable = Code("catalog-unusable", .note)
    /// A file that a run staged and did not commit; the next run removes it.
    public static let strayStagedFile = Code("stray-staged-file", .note)
    /// A commit that a run did not end; the next run ends it, or sets it aside.
    public static let unfinishedCommit = Code("unfinished-commit", .note)
    /// A commit that could not be ended and is out of the way, with what was staged for it.
    public static let setAsideCommit = Code("set-aside-commit", .note)
    /// A master or render without a record, or another image of this software that nothing names.
    public static let orphanImage = Code("orphan-image", .note)
    /// A design or an album shows another render than its photo does since a person framed it.
    public static let olderRender = Code("older-render", .note)
    /// A photo was cropped by older rules than today's, or has no render for a widget that its device has.
    public static let olderCrop = Code("older-crop", .note)
    /// A render that a person framed and later replaced by another; it stays with its photo.
    public static let replacedRender = Code("replaced-render", .note)
    /// A render has more pixels than the device's widgets archive; `PreparedPhoto` reduces it.
    public static let overArchiveLimit = Code("over-archive-limit", .note)
    /// A file this software did not make.
    public static let foreignFile = Code("foreign-file", .note)
    /// A file that a cleanup moved to the trash.
    public static let trashedFile = Code("trashed-file", .note)
    /// The published app's "Clean Up" would remove images of prepared photos.
    public static let appCleanup = Code("app-cleanup", .note)

    /// Every kind.
    public static let all: [Code] = [
      missingFile, truncatedFile, wrongSize, wrongDimensions, notAJPEG, digestMismatch, swappedFile,
      unreadableFile, unreadableRecord, recordNameMismatch, recordInconsistent,
      rowWithoutRecord, unreadableDocument, danglingReference, recordWithoutRow, staleRow,
      catalogUnusable, strayStagedFile, unfinishedCommit, setAsideCommit, orphanImage, olderRender,
      olderCrop, replacedRender, overArchiveLimit, foreignFile, trashedFile, appCleanup,
    ]
  }
}

/// How much `check` looked at and found.
public struct CheckSummary: Hashable, Sendable {
  /// Records.
  public internal(set) var photos = 0
  /// Files that records name.
  public internal(set) var files = 0
  /// Imported images, and images of the app, that designs name.
  public internal(set) var designImages = 0
  /// Findings of something missing or wrong.
  public internal(set) var damages = 0
  /// Findings where nothing is lost.
  public internal(set) var notes = 0

  /// Photos cropped by older rules, or without a widget that their device has; each is one of the notes.
  public internal(set) var olderCrops = 0

  /// Files in the trash; each is one of the notes.
  public internal(set) var trashed = 0

  /// All findings.
  public var findings: Int { damages + notes }
  /// Whether nothing is missing or wrong.
  public var isSound: Bool { damages == 0 }
}

/// One file that is not what its record says.
struct FileDamage {
  let record: RecordID
  let name: String
  let code: Finding.Code
  let message: String
  /// The SHA-256 the record gives; `nil` for a render whose record gives none.
  let wanted: ContentDigest?
  /// The SHA-256 of the file as it is; `nil` if it cannot be read.
  let found: ContentDigest?
  /// The file whose bytes these are, when it is one of the damaged ones.
  var rightName: String?
}

/// Every damaged file of a store.
///
/// Which files were swapped is known only once all of them are listed.
struct DamageList {
  private var damages: [String: FileDamage] = [:]
  /// The damaged files that hold the bytes with a digest, and those that should hold them.
  private var holders: [ContentDigest: Set<String>] = [:]
  private var owners: [ContentDigest: Set<String>] = [:]

  mutating func add(_ damage: FileDamage) {
    damages[damage.name] = damage
    if let digest = damage.found { holders[digest, default: []].insert(damage.name) }
    if let digest = damage.wanted { owners[digest, default: []].insert(damage.name) }
  }

  /// Returns the name of a damaged file that holds the bytes with a digest.
  func holder(of digest: ContentDigest) -> String? { holders[digest]?.min() }

  /// Visits the files in the order of their records and names.
  func forEach(_ visit: (FileDamage) throws -> Void) rethrows {
    let sorted = damages.values.sorted {
      ($0.record.fileName, $0.name) < ($1.record.fileName, $1.name)
    }
    for var damage in sorted {
      let right = damage.found.flatMap { owners[$0] } ?? []
      damage.rightName = right.filter { $0 != damage.name }.min()
      try visit(damage)
    }
  }
}
