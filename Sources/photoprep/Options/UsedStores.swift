internal import Foundation
internal import SystemFiles
internal import SystemPackage

/// The stores that this user has named; settings that came with photos can use no others.
///
/// One path a line, in `photoprep/stores` of the folder for such state (XDG Base Directory
/// Specification: `XDG_STATE_HOME`, else `.local/state` of the home folder).
struct UsedStores {
  /// The most stores, the latest ones; our choice: more than a person has, and read quickly.
  private static let limit = 1000
  private static let byteLimit = 1 << 22

  private let file: FilePath?
  private let files = DiskFileSystem()

  init() {
    let state =
      Self.variable("XDG_STATE_HOME") ?? Self.variable("HOME").map { $0 + "/.local/state" }
    file = state.map { FilePath($0).appending("photoprep").appending("stores") }
  }

  /// This user's own folder, with links followed; `nil` if unknown.
  static var home: FilePath? {
    variable("HOME").flatMap { try? DiskFileSystem().realPath(of: FilePath($0)) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Whether a store was named before.
  func holds(_ store: String) -> Bool { paths.contains(place(of: FilePath(store))) }

  /// Remembers that a store was named; if it cannot be saved, the user is asked again.
  func note(_ store: String) {
    let place = place(of: FilePath(store))
    var paths = paths
    guard let file, !paths.contains(place), !place.contains("\n") else { return }
    paths = paths.suffix(Self.limit - 1) + [place]
    let draft = file.removingLastComponent().appending("stores-\(UUID().uuidString)")
    do {
      try files.createDirectories(at: file.removingLastComponent())
      try files.createFile(at: draft, bytes: Array(paths.map { $0 + "\n" }.joined().utf8))
      try files.rename(draft, to: file)
    } catch { try? files.removeFile(at: draft) }
  }

  private var paths: [String] {
    let contents = file.flatMap {
      try? files.readFile(at: $0, limit: Self.byteLimit, followingLinks: false)
    }
    return String(decoding: contents?.bytes ?? [], as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// The real path of a store, with links followed as far as it exists.
  private func place(of store: FilePath) -> String {
    var (known, rest) = (store, [FilePath.Component]())
    if known.isRelative {
      known = FilePath(FileManager.default.currentDirectoryPath).pushing(store)
    }
    while true {
      if var real = try? files.realPath(of: known) {
        for name in rest.reversed() { real.append(name) }
        return real.string
      }
      guard let name = known.lastComponent, known.removeLastComponent() else { return store.string }
      rest.append(name)
    }
  }
}
