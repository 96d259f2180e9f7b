internal import PhotoCatalog
public import SystemPackage

/// One thing that `photoprep clean` does, or would do.
public struct CleaningEvent: Hashable, Sendable {
  /// `orphan`, `kept`, `needed` or `expired` for a plan; `trashed`, `restored` or `purged` for what
  /// was done.
  public let name: String
  /// The file.
  public let path: FilePath
  /// The number of its bytes.
  public let byteCount: Int
  /// Why, in stable kebab case.
  public let reason: String

  /// Whether the plan said so before, or the file stays as it is.
  public var isRepetition: Bool {
    name == "trashed" || reason == "young" || reason == "hand-made"
      || ["restored", "purged"].contains(name) && ["referenced", "expired"].contains(reason)
  }

  init(_ event: CleanupEvent) {
    let item: CleanupItem
    switch event {
    case .orphan(let file): (name, item) = ("orphan", file)
    case .kept(let file): (name, item) = ("kept", file)
    case .needed(let file): (name, item) = ("needed", file)
    case .expired(let file): (name, item) = ("expired", file)
    case .trashed(let file): (name, item) = ("trashed", file)
    case .restored(let file): (name, item) = ("restored", file)
    case .purged(let file): (name, item) = ("purged", file)
    }
    (path, byteCount, reason) = (item.path, item.byteCount, item.reason.rawValue)
  }
}

extension CleaningEvent: CustomStringConvertible {
  /// The event on one line, for people.
  public var description: String {
    "\(name)  \(path.displayText)  \(ByteText.text(byteCount))  \(Self.sentence[reason] ?? reason)"
  }

  private static let sentence = [
    "unreferenced": "nothing names it",
    "young": "nothing names it, and it is younger than the grace period",
    "hand-made": "nothing names it, and a person framed a render of its photo",
    "changed": "it changed after the plan was made",
    "referenced": "something names it again",
    "expired": "it was in the trash for a week",
    "asked": "as asked",
    "occupied": "a file of this name is in its place; it stays in the trash",
  ]
}

extension CleaningEvent {
  /// Returns the event as one JSON line.
  public func jsonLine() throws -> String {
    let shown = JSONPath(path)
    return try JSONLine.encode(
      Form(
        event: name, path: shown.text, pathBytes: shown.percentEncoded, bytes: byteCount,
        reason: reason))
  }

  private struct Form: Encodable {
    let event, path: String
    let pathBytes: String?
    let bytes: Int
    let reason: String
  }
}

/// How much a cleanup found and did.
public struct CleaningSummary: Hashable, Sendable {
  private let summary: CleanupSummary
  private let isDryRun: Bool

  init(_ summary: CleanupSummary, isDryRun: Bool) {
    (self.summary, self.isDryRun) = (summary, isDryRun)
  }

  /// Whether something was left undone because somebody asked to stop.
  public var wasInterrupted: Bool { summary.wasInterrupted }
  /// Why the catalog was not brought up to date, or `nil`.
  public var catalogTrouble: String? { summary.catalogTrouble }
}

extension CleaningSummary: CustomStringConvertible {
  /// The summary on one line, for people.
  public var description: String {
    func part(_ count: CleanupSummary.Count, _ word: String) -> String? {
      count.files == 0 ? nil : "\(count.files) \(word) (\(ByteText.text(count.bytes)))"
    }
    let done = [
      part(summary.trashed, "moved to the trash"), part(summary.restored, "brought back"),
      part(summary.purged, "removed for good"),
    ]
    let planned = [
      part(summary.orphans, "would go to the trash"), part(summary.needed, "would come back"),
      part(summary.expired, "would go for good"),
    ]
    let rest = [part(summary.kept, "kept"), part(summary.referenced, "in use")]
    let end = wasInterrupted ? "interrupted; run it again to go on" : nil
    let parts = ((isDryRun ? planned : done) + rest + [end]).compactMap(\.self)
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
  }
}

extension CleaningSummary {
  /// Returns the summary as the last JSON line.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(summary, isDryRun)) }

  private struct Form: Encodable {
    var event = "summary"
    let dryRun: Bool
    let documents, referenced, orphans, kept, trashed, restored, purged, foreign: Int
    let bytes: Bytes
    let interrupted: Bool
    let catalogTrouble: String?

    init(_ summary: CleanupSummary, _ isDryRun: Bool) {
      dryRun = isDryRun
      (documents, foreign) = (summary.documents, summary.foreign)
      (referenced, orphans) = (summary.referenced.files, summary.orphans.files)
      (kept, trashed) = (summary.kept.files, summary.trashed.files)
      (restored, purged) = (summary.restored.files, summary.purged.files)
      (bytes, interrupted) = (Bytes(summary), summary.wasInterrupted)
      catalogTrouble = summary.catalogTrouble
    }
  }

  private struct Bytes: Encodable {
    let referenced, orphans, kept, trashed, restored, purged: Int

    init(_ summary: CleanupSummary) {
      (referenced, orphans) = (summary.referenced.bytes, summary.orphans.bytes)
      (kept, trashed) = (summary.kept.bytes, summary.trashed.bytes)
      (restored, purged) = (summary.restored.bytes, summary.purged.bytes)
    }
  }
}

/// A number of bytes as people read it.
enum ByteText {
  /// Returns `412 B`, `38 kB`, `1.4 MB` or `2.3 GB`; a kilobyte is a thousand bytes.
  static func text(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1000) kB" }
    let isLarge = bytes >= 1_000_000_000
    let value = Double(bytes) / (isLarge ? 1e9 : 1e6)
    return "\(value.rounded(toPlaces: 1)) \(isLarge ? "GB" : "MB")"
  }
}
