import Foundation
package import PhotoStore
package import SystemFiles
package import SystemPackage

/// The former photos of files and the places of photos, from the catalog's memory of earlier runs.
package struct FormerPhotos {
  private let store: Store
  private let outside: any FileSystem

  package init(of store: Store, in fileSystem: any FileSystem) {
    (self.store, outside) = (store, fileSystem)
  }

  /// The photo that a file was when it was last read, if it is another one now.
  package func replaced(by observation: SourceObservation) throws -> PhotoID? {
    let former = try store.ask { try SourceObservation.last(at: observation.path, in: $0) } ?? nil
    return former == observation.photo ? nil : former
  }

  /// The files that photos were read from, as absolute paths in their order, and when each had been changed last, in
  /// nanoseconds since 1970; whether a file still is its photo is not looked at.
  package func files() throws -> [PhotoID: [(path: FilePath, modified: Int64)]] {
    var files: [PhotoID: [(path: FilePath, modified: Int64)]] = [:]
    try forEachRow { path, row in files[row.photo, default: []].append((path, row.modified)) }
    return files
  }

  /// Those of some photos that no file is any more, but for files, as absolute paths, that are other photos now.
  package func withoutFiles(
    _ photos: Set<PhotoID>, but changed: Set<FilePath>
  ) throws -> Set<PhotoID> {
    if photos.isEmpty { return [] }
    var gone = photos
    try forEachRow { path, row in
      if gone.contains(row.photo), !changed.contains(path), try isThere(path) {
        gone.remove(row.photo)
      }
    }
    return gone
  }

  /// The photos that were below some folders and that no file can be any more, each with a file that it was, but for
  /// photos that were just found.
  ///
  /// The folders are absolute paths, by whatever links they are named. A folder in which none of its photos is left
  /// says nothing, and neither does one that cannot be looked into: a disk that is not mounted looks like that. A photo
  /// that was in such a folder too stays.
  ///
  /// - Returns: Those photos, and those that stay though none of their files was found.
  package func gone(
    from folders: [FilePath], but present: Set<PhotoID> = []
  ) throws -> (gone: [PhotoID: FilePath], staying: [PhotoID: FilePath]) {
    let folders = folders + folders.compactMap { try? outside.realPath(of: $0) }
    var places: [FilePath: FilePath?] = [:]
    /// Where a file's folder is; `nil` where there is none.
    func folder(of path: FilePath) -> FilePath? {
      let named = path.removingLastComponent()
      if let known = places[named] { return known }
      let real = try? outside.realPath(of: named)
      places[named] = .some(real)
      return real
    }
    var (missing, kept) = ([(photo: PhotoID, path: FilePath)](), present)
    var mounted: Set<FilePath> = []
    try forEachRow { path, row in
      let isThere = (try? self.isThere(path)) ?? true
      guard isThere else { return missing.append((row.photo, path)) }
      kept.insert(row.photo)
      mounted.insert(path.removingLastComponent())
    }
    var (gone, staying) = ([PhotoID: FilePath](), [PhotoID: FilePath]())
    for (photo, path) in missing where !kept.contains(photo) {
      let folder = folder(of: path)
      let names = [path] + (path.lastComponent.flatMap { folder?.appending($0) }.map { [$0] } ?? [])
      let isAsked = folders.contains { asked in names.contains { $0.starts(with: asked) } }
      // A file known by another way to the folder is no sign: a link on this one may lead elsewhere now.
      if folder == nil || !mounted.contains(path.removingLastComponent()) {
        kept.insert(photo)
        if isAsked { staying[photo] = path }
      } else if isAsked {
        gone[photo] = path
      }
    }
    return (gone.filter { !kept.contains($0.key) }, staying)
  }

  /// The photos that were below a folder, as an absolute path, and that no file is any more.
  package func lost(with folder: FilePath) throws -> Set<PhotoID> {
    var photos: Set<PhotoID> = []
    try forEachRow { path, row in if path.starts(with: folder) { photos.insert(row.photo) } }
    return try withoutFiles(photos, but: [])
  }

  /// Forgets the missing files beside new ones where no file is left that was known before: another disk may be there
  /// now, and its files must not be taken for a sign that the former one is still mounted.
  ///
  /// The observed files are about to be remembered; `strangers` are those that were other photos before. `looked` has
  /// the folders that this was asked about before in the same run.
  package func forgetMissing(
    beside observations: [SourceObservation], strangers: [FilePath] = [],
    but looked: inout Set<FilePath>
  ) throws {
    let strangers = Set(strangers)
    for path in observations.map(\.file) {
      let folder = path.removingLastComponent()
      if looked.contains(folder) { continue }
      let isKnown =
        try store.ask { try SourceObservation.last(at: Data(path.bytes), in: $0) } ?? nil
      if isKnown != nil, !strangers.contains(path) { continue }
      looked.insert(folder)
      let missing = try Set([folder, (try? outside.realPath(of: folder)) ?? folder])
        .compactMap(missingFiles).joined()
      if missing.isEmpty { continue }
      try store.requireWriting().write { database in
        for path in missing {
          try SourceObservation.deleteOne(database, key: path)
        }
      }
    }
  }

  /// The files that were known in a folder and are not there; `nil` where one is there that was known before.
  private func missingFiles(in folder: FilePath) throws -> [Data]? {
    let slash = UInt8(ascii: "/")
    let start = Data(folder.bytes.last == slash ? folder.bytes : folder.bytes + [slash])
    var (last, missing) = (start, [Data]())
    while true {
      let rows = try store.ask { try SourceObservation.page(after: last, in: $0) } ?? []
      for row in rows {
        guard row.path.starts(with: start) else { return missing }
        let path = row.file
        if path.removingLastComponent() != folder { continue }
        do {
          guard let status = try outside.status(of: path, followingLinks: true) else {
            missing.append(row.path)
            continue
          }
          if row.isUnchanged(status) { return nil }
        } catch { continue }
      }
      guard let end = rows.last else { return missing }
      last = end.path
    }
  }

  private func forEachRow(_ visit: (FilePath, SourceObservation) throws -> Void) throws {
    try Pages.forEach(after: Data(), place: \.path) { last in
      try store.ask { try SourceObservation.page(after: last, in: $0) } ?? []
    } visit: { rows in
      for row in rows { try visit(row.file, row) }
    }
  }

  /// Whether a file is in place, or a symbolic link, which may lead to a disk that is not mounted, or what iCloud keeps.
  private func isThere(_ path: FilePath) throws -> Bool {
    try outside.status(of: path, followingLinks: true)?.kind == .regular
      || outside.status(of: path, followingLinks: false)?.kind == .symbolicLink
      || outside.has(path.placeInCloud)
  }
}
