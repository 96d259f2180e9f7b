internal import PhotoCatalog
internal import PhotoStore
public import SystemPackage

/// One thing that a merge did, or did not do and why.
public struct StoreMergeEvent: Sendable {
  let event: MergeEvent
  /// The store it is about.
  public let source: FilePath

  init(_ event: MergeEvent, from source: FilePath) { (self.event, self.source) = (event, source) }

  /// Whether something stayed where it is, because it would contradict what is there.
  public var isConflict: Bool { if case .conflict = event { true } else { false } }
}

extension StoreMergeEvent: CustomStringConvertible {
  /// The event on one line, for people.
  public var description: String {
    switch event {
    case .added(let kind, let name): "added \(kind.rawValue) \(name.displayText)"
    case .joined(let name): "joined names of photo \(name)"
    case .conflict(let kind, _, let error):
      "conflict \(kind.rawValue) \(error.code): \(error.description.displayText)"
    }
  }
}

extension StoreMergeEvent {
  /// Returns the event as the one JSON line that `store merge --json` prints.
  public func jsonLine() throws -> String {
    switch event {
    case .added(let kind, let name):
      try JSONLine.encode(Form("added", source, kind.rawValue, name, nil))
    case .joined(let name):
      try JSONLine.encode(Form("joined", source, MergeEvent.Kind.photo.rawValue, name, nil))
    case .conflict(let kind, let name, let error):
      try JSONLine.encode(Form("conflict", source, kind.rawValue, name, error))
    }
  }

  private struct Form: Encodable {
    let event, source, kind, name: String
    let sourceBytes, code, path, message, remedy: String?

    init(
      _ event: String, _ source: FilePath, _ kind: String, _ name: String, _ error: StoreError?
    ) {
      let shown = JSONPath(source)
      (self.source, sourceBytes) = (shown.text, shown.percentEncoded)
      (self.event, self.kind, self.name) = (event, kind, name)
      code = error?.code.description
      (path, message, remedy) = (error?.path, error?.message, error?.recovery)
    }
  }
}

/// What a merge did, in numbers.
public struct StoreMergeSummary: Sendable {
  private let summary: MergeSummary

  init(_ summary: MergeSummary) { self.summary = summary }

  /// What contradicts something in the store, and stayed where it is.
  public var conflicts: Int { summary.conflicts }
  /// Whether somebody asked to stop; running it again goes on.
  public var wasInterrupted: Bool { summary.wasInterrupted }
}

extension StoreMergeSummary: CustomStringConvertible {
  /// The summary on one line, for people.
  public var description: String {
    var parts = [
      "\(counted(summary.photosAdded, "photo")) added, \(summary.photosPresent) there already, "
        + "\(summary.photosJoined) joined",
      "\(counted(summary.imagesAdded, "image")), \(counted(summary.albumsAdded, "album")) and "
        + "\(counted(summary.designsAdded, "design")) added",
    ]
    if summary.pinsAdded > 0 { parts.append("\(counted(summary.pinsAdded, "pin")) set") }
    parts.append(counted(summary.conflicts, "conflict"))
    if summary.unreferenced > 0 {
      parts.append("\(counted(summary.unreferenced, "image")) that nothing names left behind")
    }
    if wasInterrupted { parts.append("interrupted; run it again to go on") }
    return parts.joined(separator: "; ")
  }
}

extension StoreMergeSummary {
  /// Returns the summary as the last JSON line that `store merge --json` prints.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(summary)) }

  private struct Form: Encodable {
    var event = "summary"
    let photosAdded, photosPresent, photosJoined, imagesAdded, albumsAdded, designsAdded: Int
    let pinsAdded: Int
    let othersPresent, conflicts, unreferenced: Int

    init(_ summary: MergeSummary) {
      (photosAdded, photosPresent) = (summary.photosAdded, summary.photosPresent)
      (photosJoined, imagesAdded) = (summary.photosJoined, summary.imagesAdded)
      (albumsAdded, designsAdded) = (summary.albumsAdded, summary.designsAdded)
      pinsAdded = summary.pinsAdded
      (othersPresent, conflicts) = (summary.othersPresent, summary.conflicts)
      unreferenced = summary.unreferenced
    }
  }
}
