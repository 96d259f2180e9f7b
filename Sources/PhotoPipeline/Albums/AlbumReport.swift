public import Foundation
public import PhotoStore
public import SystemPackage

/// What became of an album that was made or changed.
public struct AlbumChange: Hashable, Sendable {
  /// Its file name in the folder of albums.
  public let name: String
  /// Its file.
  public let path: FilePath
  /// How many photos came in.
  public let added: Int
  /// How many photos were in it already and are shown as a person has framed them since.
  public let reframed: Int
  /// How many photos it has now.
  public let count: Int
}

extension AlbumChange: CustomStringConvertible {
  /// The change on one line, for people.
  public var description: String {
    let reframed = reframed > 0 ? ", \(reframed) framed anew" : ""
    return "\(name.displayText): \(added) added\(reframed), \(count) photos"
  }
}

extension AlbumChange {
  /// Returns the change as the one JSON line that `album make --json` and `album add --json` print.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(self)) }

  private struct Form: Encodable {
    var event = "album"
    let album, path: String
    let pathBytes: String?
    let added, reframed, photos: Int

    init(_ change: AlbumChange) {
      let shown = JSONPath(change.path)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      (album, photos) = (change.name, change.count)
      (added, reframed) = (change.added, change.reframed)
    }
  }
}

/// What a list says about an album.
public struct AlbumFacts: Hashable, Sendable {
  /// Its file name in the folder of albums.
  public let name: String
  /// Its file.
  public let path: FilePath
  /// The album.
  public let album: Album
  /// What its current photo is known by; `nil` when none is prepared.
  public let shown: String?
  /// When the next photo is shown; `nil` when it does not change by itself.
  public let nextChange: Date?
  /// Images it names that are not in the store.
  public let missing: [String]

  init(_ album: Album, name: String, path: FilePath, at date: Date, missing: [String]) {
    self.name = name
    self.path = path
    self.album = album
    shown = album.entry(at: date)?.id
    nextChange = album.nextChange(after: date)
    self.missing = missing
  }
}

/// One line of a list of albums.
public enum AlbumSummary: Sendable {
  /// An album.
  case album(AlbumFacts)
  /// An album that cannot be read, and why.
  case unreadable(name: String, FilePath, StoreError)

  /// Whether a widget may have nothing to show.
  public var isTroubled: Bool {
    switch self {
    case .album(let facts): !facts.missing.isEmpty
    case .unreadable: true
    }
  }
}

extension AlbumSummary: CustomStringConvertible {
  /// The album on one line, for people.
  public var description: String {
    switch self {
    case .unreadable(_, _, let error): return error.description
    case .album(let facts):
      var parts = ["\(facts.album.entries.count) photos"]
      let waiting = facts.album.entries.count - facts.album.preparedIndices.count
      if waiting > 0 { parts.append("\(waiting) not prepared") }
      if !facts.missing.isEmpty { parts.append("\(facts.missing.count) files missing") }
      parts.append(
        facts.album.rotationInterval == nil
          ? "does not change" : "every \(facts.album.rotationIntervalMinutes) min")
      if let shown = facts.shown { parts.append("shows \(shown)") }
      if let next = facts.nextChange { parts.append("until \(next.formatted(.iso8601))") }
      return "\(FilePath(facts.name).displayText)  \(parts.joined(separator: ", "))"
    }
  }
}

extension AlbumSummary {
  /// Returns the album as the one JSON line that `album list --json` prints.
  public func jsonLine() throws -> String {
    switch self {
    case .album(let facts): try JSONLine.encode(AlbumForm(facts))
    case .unreadable(let name, let path, let error):
      try JSONLine.encode(
        UnreadableForm(
          album: name, code: error.code.description, path: path.string, message: error.message))
    }
  }

  private struct AlbumForm: Encodable {
    var event = "album"
    let album, path, sourceID: String
    let photos, prepared, intervalMinutes: Int
    let entries, missing: [String]
    let shown, nextChange: String?

    init(_ facts: AlbumFacts) {
      (album, path, sourceID) = (facts.name, facts.path.string, facts.album.sourceID)
      (photos, prepared) = (facts.album.entries.count, facts.album.preparedIndices.count)
      intervalMinutes = facts.album.rotationIntervalMinutes
      entries = facts.album.entries.map(\.id)
      (shown, missing) = (facts.shown, facts.missing)
      nextChange = facts.nextChange?.formatted(.iso8601)
    }
  }

  private struct UnreadableForm: Encodable {
    var event = "unreadable"
    let album, code, path, message: String
  }
}
