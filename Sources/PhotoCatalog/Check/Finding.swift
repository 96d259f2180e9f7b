import PhotoStore
package import SystemPackage

/// One result of a check.
package struct Finding: Hashable, Sendable {
  /// How bad a finding is.
  package enum Severity: String, Hashable, Sendable {
    /// Something is missing or wrong.
    case damage
    /// Something a person may want to know; nothing is lost.
    case note
  }

  /// The kind of finding.
  package let code: Code
  /// The file.
  package let path: FilePath
  /// The fact, in one sentence that ends with a full stop.
  package let message: String
  /// What to do about it, or `nil` when nothing need be done.
  package let remedy: String?

  /// How bad it is.
  package var severity: Severity { code.severity }

  init(_ code: Code, _ path: FilePath, _ message: String, remedy: String? = nil) {
    (self.code, self.path, self.message, self.remedy) = (code, path, message, remedy)
  }

  /// The kinds of finding, with the same names in every release.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name.
    package let description: String
    /// How bad every finding of this kind is.
    package let severity: Severity

    private init(_ description: String, _ severity: Severity) {
      (self.description, self.severity) = (description, severity)
    }

    /// A record's file is not there, or is not a regular file.
    package static let missingFile = Code("missing-file", .damage)
    /// A file has fewer bytes than its record says.
    package static let truncatedFile = Code("truncated-file", .damage)
    /// A file has more bytes than its record says.
    package static let wrongSize = Code("wrong-size", .damage)
    /// An image has other dimensions than its record says.
    package static let wrongDimensions = Code("wrong-dimensions", .damage)
    /// An image's bytes do not begin as a JPEG's.
    package static let notAJPEG = Code("not-a-jpeg", .damage)
    /// A file's bytes have another SHA-256 than its record says.
    package static let digestMismatch = Code("digest-mismatch", .damage)
    /// A file holds the bytes of another one.
    package static let swappedFile = Code("swapped-file", .damage)
    /// A file cannot be read.
    package static let unreadableFile = Code("unreadable-file", .damage)
    /// A record cannot be read.
    package static let unreadableRecord = Code("unreadable-record", .damage)
    /// A record is about another photo or recipe than its file name says.
    package static let recordNameMismatch = Code("record-name-mismatch", .damage)
    /// A record contradicts itself.
    package static let recordInconsistent = Code("record-inconsistent", .damage)
    /// The catalog knows a record that is not there.
    package static let rowWithoutRecord = Code("row-without-record", .damage)
    /// A design, an album or preferences cannot be read, so nothing can be cleaned.
    package static let unreadableDocument = Code("unreadable-document", .damage)
    /// A design, an album or a pin names a file that is not there.
    package static let danglingReference = Code("dangling-reference", .damage)
    /// The catalog does not know a record; `rebuild` adds it.
    package static let recordWithoutRow = Code("record-without-row", .note)
    /// The catalog knows an older state of a record; it is not used.
    package static let staleRow = Code("stale-row", .note)
    /// The catalog cannot be read; where it is damaged, the next run makes it again.
    package static let catalogUnusable = Code("catalog-unusable", .note)
    /// A file that a run staged and did not commit; the next run removes it.
    package static let strayStagedFile = Code("stray-staged-file", .note)
    /// A commit that a run did not end; the next run ends it, or sets it aside.
    package static let unfinishedCommit = Code("unfinished-commit", .note)
    /// A commit that could not be ended and is out of the way, with what was staged for it.
    package static let setAsideCommit = Code("set-aside-commit", .note)
    /// A master or render without a record, or another image of this software that nothing names.
    package static let orphanImage = Code("orphan-image", .note)
    /// A design or an album shows another render than its photo does since a person framed it.
    package static let olderRender = Code("older-render", .note)
    /// A photo was cropped by older rules than today's, or has no render for a widget that its device has.
    package static let olderCrop = Code("older-crop", .note)
    /// A render that a person framed and later replaced by another; it stays with its photo.
    package static let replacedRender = Code("replaced-render", .note)
    /// A render has more pixels than the device's widgets archive; `PreparedPhoto` reduces it.
    package static let overArchiveLimit = Code("over-archive-limit", .note)
    /// A file this software did not make.
    package static let foreignFile = Code("foreign-file", .note)
    /// A file that a cleanup moved to the trash.
    package static let trashedFile = Code("trashed-file", .note)
    /// The published app's "Clean Up" would remove images of prepared photos.
    package static let appCleanup = Code("app-cleanup", .note)

    /// Every kind.
    package static let all: [Code] = [
      missingFile, truncatedFile, wrongSize, wrongDimensions, notAJPEG, digestMismatch, swappedFile,
      unreadableFile, unreadableRecord, recordNameMismatch, recordInconsistent,
      rowWithoutRecord, unreadableDocument, danglingReference, recordWithoutRow, staleRow,
      catalogUnusable, strayStagedFile, unfinishedCommit, setAsideCommit, orphanImage, olderRender,
      olderCrop, replacedRender, overArchiveLimit, foreignFile, trashedFile, appCleanup,
    ]
  }
}

/// How much `check` looked at and found.
package struct CheckSummary: Hashable, Sendable {
  /// Records.
  package internal(set) var photos = 0
  /// Files that records name.
  package internal(set) var files = 0
  /// Imported images, and images of the app, that designs name.
  package internal(set) var designImages = 0
  /// Findings of something missing or wrong.
  package internal(set) var damages = 0
  /// Findings where nothing is lost.
  package internal(set) var notes = 0

  /// Photos cropped by older rules, or without a widget that their device has; each is one of the notes.
  package internal(set) var olderCrops = 0

  /// Files in the trash; each is one of the notes.
  package internal(set) var trashed = 0

  /// All findings.
  package var findings: Int { damages + notes }
  /// Whether nothing is missing or wrong.
  package var isSound: Bool { damages == 0 }
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
