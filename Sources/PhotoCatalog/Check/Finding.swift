import PhotoStore
package import SystemPackage

/// One result of a check.
package struct Finding: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// Something is missing or wrong.
    case damage
    /// Something a person may want to know; nothing is lost.
    case note
  }

  package let code: Code
  package let path: FilePath
  /// The fact, in one sentence that ends with a full stop.
  package let message: String
  /// What to do about it, or `nil` when nothing need be done.
  package let remedy: String?

  package var severity: Severity { code.severity }

  init(_ code: Code, _ path: FilePath, _ message: String, remedy: String? = nil) {
    (self.code, self.path, self.message, self.remedy) = (code, path, message, remedy)
  }

  /// The kinds of finding, with the same names in every release.
  package enum Code: String, CaseIterable, CustomStringConvertible, Sendable {
    /// A record's file is not there, or is not a regular file.
    case missingFile = "missing-file"
    /// A file has fewer bytes than its record says.
    case truncatedFile = "truncated-file"
    /// A file has more bytes than its record says.
    case wrongSize = "wrong-size"
    /// An image has other dimensions than its record says.
    case wrongDimensions = "wrong-dimensions"
    /// An image's bytes do not begin as a JPEG's.
    case notAJPEG = "not-a-jpeg"
    /// A file's bytes have another SHA-256 than its record says.
    case digestMismatch = "digest-mismatch"
    /// A file holds the bytes of another one.
    case swappedFile = "swapped-file"
    case unreadableFile = "unreadable-file"
    case unreadableRecord = "unreadable-record"
    /// A record is about another photo or recipe than its file name says.
    case recordNameMismatch = "record-name-mismatch"
    /// A record contradicts itself.
    case recordInconsistent = "record-inconsistent"
    /// The catalog knows a record that is not there.
    case rowWithoutRecord = "row-without-record"
    /// A design, an album or preferences cannot be read, so nothing can be cleaned.
    case unreadableDocument = "unreadable-document"
    /// A design, an album or a pin names a file that is not there.
    case danglingReference = "dangling-reference"
    /// The catalog does not know a record; `rebuild` adds it.
    case recordWithoutRow = "record-without-row"
    /// The catalog knows an older state of a record; it is not used.
    case staleRow = "stale-row"
    /// The catalog cannot be read; where it is damaged, the next run makes it again.
    case catalogUnusable = "catalog-unusable"
    /// A file that a run staged and did not commit; the next run removes it.
    case strayStagedFile = "stray-staged-file"
    /// A commit that a run did not end; the next run ends it, or sets it aside.
    case unfinishedCommit = "unfinished-commit"
    /// A commit that could not be ended and is out of the way, with what was staged for it.
    case setAsideCommit = "set-aside-commit"
    /// A master or render without a record, or another image of this software that nothing names.
    case orphanImage = "orphan-image"
    /// A design or an album shows another render than its photo does since a person framed it.
    case olderRender = "older-render"
    /// A photo was cropped by older rules than today's, or has no render for a widget that its device has.
    case olderCrop = "older-crop"
    /// A render that a person framed and later replaced by another; it stays with its photo.
    case replacedRender = "replaced-render"
    /// A render has more pixels than the device's widgets archive; `PreparedPhoto` reduces it.
    case overArchiveLimit = "over-archive-limit"
    /// A file this software did not make.
    case foreignFile = "foreign-file"
    /// A file that a cleanup moved to the trash.
    case trashedFile = "trashed-file"
    /// The published app's "Clean Up" would remove images of prepared photos.
    case appCleanup = "app-cleanup"

    package var description: String { rawValue }

    package var severity: Severity {
      switch self {
      case .missingFile, .truncatedFile, .wrongSize, .wrongDimensions, .notAJPEG, .digestMismatch,
        .swappedFile, .unreadableFile, .unreadableRecord, .recordNameMismatch, .recordInconsistent,
        .rowWithoutRecord, .unreadableDocument, .danglingReference:
        .damage
      case .recordWithoutRow, .staleRow, .catalogUnusable, .strayStagedFile, .unfinishedCommit,
        .setAsideCommit, .orphanImage, .olderRender, .olderCrop, .replacedRender, .overArchiveLimit,
        .foreignFile, .trashedFile, .appCleanup:
        .note
      }
    }
  }
}

package struct CheckSummary: Hashable, Sendable {
  package internal(set) var photos = 0
  /// Files that records name.
  package internal(set) var files = 0
  /// Imported images, and images of the app, that designs name.
  package internal(set) var designImages = 0
  package internal(set) var damages = 0
  package internal(set) var notes = 0
  /// Photos cropped by older rules, or without a widget that their device has; each is one of the notes.
  package internal(set) var olderCrops = 0
  /// Files in the trash; each is one of the notes.
  package internal(set) var trashed = 0

  package var findings: Int { damages + notes }
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
