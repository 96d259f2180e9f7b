package import PhotoStore
import SystemFiles
package import SystemPackage

package struct Albums: StoreWork {
  let store: Store

  package init(of store: Store) { self.store = store }

  package func path(of fileName: String) -> FilePath { paths.albums.appending(fileName) }

  /// What an album's file is called among the documents that name a file.
  func label(of fileName: String) -> String { paths.label(of: path(of: fileName)) }

  /// The file names of all albums, in the order of their bytes.
  package func names() throws -> [String] {
    try StoreDocuments(of: store).names(of: .album)
  }

  /// The albums that have a name, whatever its capitals and however its accents are written: as one character, or as
  /// a letter and a mark.
  package func alike(_ fileName: String) throws -> [String] {
    // Equality knows both ways of writing accents as one; file systems mostly do not.
    try names().filter { $0.lowercased() == fileName.lowercased() }
  }

  /// - Throws: `not-found`, `unreadable-document`.
  package func album(_ fileName: String) throws -> Album {
    let place = path(of: fileName)
    return try Album(bytes: try fileSystem.readDocument(at: place), path: place.string)
  }

  /// Reads an album that is to be written again.
  ///
  /// - Throws: As ``album(_:)``; `unreadable-document` also for entries that writing would lose.
  func albumToChange(_ fileName: String) throws -> Album {
    let place = path(of: fileName)
    return try Album(toChange: try fileSystem.readDocument(at: place), path: place.string)
  }

  /// - Throws: `album-exists`.
  package func requireFree(_ fileName: String) throws {
    let place = path(of: fileName)
    if try fileSystem.hasFile(at: place) { throw PhotoprepError.albumExists(place) }
  }

  /// Adds an album; one of the same name stays as it is.
  ///
  /// The file is written whole under another name, synchronised and renamed.
  ///
  /// - Throws: `album-exists`.
  package func add(_ album: Album, named fileName: String) throws {
    let place = path(of: fileName)
    try changing {
      if try fileSystem.has(place) { throw PhotoprepError.albumExists(place) }
      try put(try stage(album), at: place)
    }
  }

  /// Changes an album; another process's change, also an app's, comes before or after, never in between.
  ///
  /// An album that `change` leaves as it is, is not written.
  ///
  /// - Throws: `not-found`, `unreadable-document`.
  package func change<Result>(
    _ fileName: String, _ change: (inout Album) -> Result
  ) throws -> Result {
    try changing {
      let before = try albumToChange(fileName)
      var album = before
      let result = change(&album)
      if album != before {
        try fileSystem.rename(try stage(album), to: path(of: fileName))
        try fileSystem.syncDirectory(at: paths.albums)
      }
      return result
    }
  }

  /// Gives an album another name; one that something names keeps its own, and no two have one name but for capitals.
  ///
  /// - Throws: `not-found`, `album-exists`, `in-use`.
  package func rename(_ fileName: String, to newName: String) throws {
    let remedy = "Use another name."
    _ = try album(fileName)
    try requireUnused(fileName)
    let others = try alike(newName).filter { !$0.utf8.elementsEqual(fileName.utf8) }
    if let other = others.first { throw PhotoprepError.albumExists(path(of: other), remedy) }
    try changing {
      try put(path(of: fileName), at: path(of: newName), orElse: remedy)
    }
  }

  /// Moves an album to the trash; one that something names stays, and so do its photos.
  ///
  /// - Throws: `not-found`, `in-use`.
  package func remove(_ fileName: String) throws {
    try requireUnused(fileName)
    try changing {
      let second = max(0, Int(store.environment.clock().timeIntervalSince1970))
      let trashed = TrashedFile(.albums, fileName, at: second)
      let place = try trashed.freePath(in: paths.trash, of: fileSystem)
      try fileSystem.place(path(of: fileName), at: place)
      for folder in [paths.trash, paths.albums] { try fileSystem.syncDirectory(at: folder) }
    }
  }

  private func changing<Result>(_ body: () throws -> Result) throws -> Result {
    // One transaction orders the program's writers of albums as it does those of records: decision 0301.
    try store.environment.waitForApps(in: paths.albums)
    return try store.requireWriting().write { _ in
      try store.environment.holdingLock(of: paths.albums, body)
    }
  }

  private func requireUnused(_ fileName: String) throws {
    let references = StoreReferences(of: store)
    _ = try references.list([fileName], onProblem: { if $0.stopsCleanup { throw $0 } }) { file in
      guard !file.documents.isEmpty else { return }
      throw PhotoprepError(
        .inUse, path: store.path.string,
        message: "The album \(fileName) is in use by \(file.documents.joined(separator: ", ")).",
        remedy: "Let that show another album, or remove it, first.")
    }
  }

  private func put(_ file: FilePath, at place: FilePath, orElse remedy: String? = nil) throws {
    do { try fileSystem.place(file, at: place) } catch {
      throw error.code == .exists ? .albumExists(place, remedy) : error
    }
    try fileSystem.syncDirectory(at: paths.albums)
  }

  private func stage(_ album: Album) throws -> FilePath {
    try store.makeStagingFolder()
    let staged = "\(store.nextNumber())-album.json"
    try store.write(album.bytes, staged: staged)
    return store.stagingFolder.appending(staged)
  }
}

extension PhotoprepError.Code {
  package static let albumExists = PhotoprepError.Code("album-exists")
}

extension PhotoprepError {
  static func albumExists(_ path: FilePath, _ remedy: String? = nil) -> PhotoprepError {
    let name = ShellWord.quoted(path.lastComponent?.string ?? "")
    return PhotoprepError(
      .albumExists, path: path.string, message: "There is an album of this name already.",
      remedy: remedy
        ?? "Use another name, or add photos to it with 'photoprep album add \(name) PHOTO'.")
  }
}

extension Album {
  /// Divides an album into parts, each with as many photos as fit.
  ///
  /// `makePart` makes a part of its number, from 1; `fits` says whether it is small enough, and then so is each first
  /// part of it. There is at least one part, and one photo at least in each where there is one.
  package func parts<Part>(
    _ makePart: (Int, ArraySlice<AlbumEntry>) throws -> Part, fits: (Part) throws -> Bool
  ) rethrows -> [Part] {
    var parts: [Part] = []
    var rest = entries[...]
    repeat {
      func part(_ count: Int) throws -> Part { try makePart(parts.count + 1, rest.prefix(count)) }
      var (fitting, most) = (min(1, rest.count), rest.count)
      while fitting < most {
        // A part is small beside thousands of photos, so its size is doubled before it is halved.
        let middle = most == rest.count ? min(most, 2 * fitting) : (fitting + most + 1) / 2
        if try fits(part(middle)) { fitting = middle } else { most = middle - 1 }
      }
      parts.append(try part(fitting))
      rest = rest.dropFirst(fitting)
    } while !rest.isEmpty
    return parts
  }

  /// The album with some of its photos; that the others are not in it is no person's doing.
  package func part(_ entries: ArraySlice<AlbumEntry>) -> Album {
    var part = self
    (part.entries, part.currentIndex) = (Array(entries), 0)
    let others = Set(self.entries.map(\.id)).subtracting(entries.map(\.id))
    part.changeChoice { others.contains($0) ? nil : $0 }
    return part
  }
}

extension String {
  package func partName(_ number: Int) -> String { "\(documentStem)-\(number)".documentName }
}
