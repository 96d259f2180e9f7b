internal import Foundation
package import PhotoCatalog
internal import PhotoStore
package import SystemPackage

/// The work of the `photoprep album` commands.
package enum AlbumKeeping {
  /// Makes an album of prepared photos; all of them are in it, in this order and each photo once, or there is none
  /// (decision 0505).
  ///
  /// With `package` a package is written too, with a design that shows the album: `split` gets the number of photos of
  /// each file, if one is not enough, and `report` each file once it is written.
  ///
  /// - Throws: An ``AlbumRefusal``; a `PhotoprepError`, `album-exists` and `name-invalid` among them.
  package static func make(
    _ settings: AlbumSettings, of photos: AlbumPhotos, in path: FilePath,
    interruption: Interruption = Interruption(), package: FilePath? = nil,
    replacing: Bool = false,
    onSplit split: ([Int]) throws -> Void = { _ in },
    onPackage report: (ExportedPackage) throws -> Void = { _ in }
  ) throws -> AlbumChange {
    let run = RunEnvironment.machine()
    let name = try settings.name.map(Album.fileName(named:)) ?? Album.fileName(UUID())
    return try writing(path, run, interruption) { store in
      let albums = Albums(of: store)
      try albums.requireFree(albums.alike(name).first ?? name)
      var album = Album(
        sourceID: Album.standardSourceID,
        rotationIntervalMinutes: settings.intervalMinutes ?? Album.standardIntervalMinutes)
      let (records, unprepared) = try records(photos, for: settings, store, run)
      let added = album.add(records)
      album.rotate(to: run.clock())
      if let package {
        let exchange = PackageExchange(of: store)
        try AlbumParts(of: album, named: name, records, title: package.stem ?? name, in: exchange)
          .export(
            by: exchange, to: package, replacing: replacing, onSplit: split, onPackage: report)
      }
      try albums.add(album, named: name)
      return AlbumChange(
        name: name, path: albums.path(of: name), added: added, count: album.entries.count,
        unprepared: unprepared)
    }
  }

  /// Adds prepared photos to the end of an album, in this order; all of them, or none.
  ///
  /// Photos that are in it already stay where they are, are shown as they were prepared last for the same device, or for
  /// the device that is asked for, and as a person has framed them since, and are a person's choice from now on. With
  /// `minutes` each photo is shown as long as that, the one that is shown now too, and 0 is for ever.
  ///
  /// - Throws: An ``AlbumRefusal``; a `PhotoprepError`, `not-found` among them.
  package static func add(
    _ photos: AlbumPhotos, to name: String, every minutes: Int? = nil, in path: FilePath,
    interruption: Interruption = Interruption()
  ) throws -> AlbumChange {
    let run = RunEnvironment.machine()
    let asked = try Album.fileName(named: name)
    return try writing(path, run, interruption) { store in
      let albums = Albums(of: store)
      let name = try albums.require(asked, in: path)
      _ = try albums.album(name)
      let (records, unprepared) = try records(photos, store, run)
      return try albums.change(name) { album in
        let reframed = album.reframe(records)
        let kept = album.keepByHand(Set(records.map(\.id.photo)))
        let renewed = album.show(records) { former, record in
          // Photos of another device that nothing asked for must not come into an album.
          guard photos.frames == nil, let old = try? store.record(former) else { return true }
          return record.preparation.recipe.frames.cover(old.preparation.recipe.frames)
        }
        // The photo that is shown now stays; turns are counted over all photos.
        var larger = album
        larger.rotate(to: run.clock())
        let added = larger.add(records)
        let interval = minutes == album.rotationIntervalMinutes ? nil : minutes
        if let interval {
          (larger.rotationIntervalMinutes, larger.nextChangeDate) = (interval, nil)
          larger.rotate(to: run.clock())
        }
        if added > 0 || interval != nil { album = larger }
        return AlbumChange(
          name: name, path: albums.path(of: name), added: added, reframed: reframed,
          renewed: renewed, kept: kept, count: album.entries.count, interval: interval,
          unprepared: unprepared)
      }
    }
  }

  /// Takes photos out of an album, all of them or none; they stay in the store.
  ///
  /// They are named as ``AlbumPhotos`` names them, or by the album's names for its entries.
  ///
  /// - Throws: An ``AlbumRefusal``; a `PhotoprepError`, `not-found` among them.
  package static func remove(
    _ paths: [FilePath], from name: String, in path: FilePath,
    interruption: Interruption = Interruption()
  ) throws -> AlbumChange {
    let run = RunEnvironment.machine()
    let asked = try Album.fileName(named: name)
    return try writing(path, run, interruption) { store in
      let albums = Albums(of: store)
      let name = try albums.require(asked, in: path)
      let entries = Set(try albums.album(name).entries.map(\.id))
      let isEntry = { (path: FilePath) in entries.contains(path.string) }
      var (ids, rejections) = try NamedPhotos.records(paths.filter { !isEntry($0) }, in: store)
      let photos = Set(ids.map(\.photo))
      let unwanted = entries.filter { id in
        let photo = RecordID(id)?.photo
        return paths.contains { $0.string == id } || photo.map(photos.contains) == true
      }
      if unwanted.isEmpty, rejections.isEmpty {
        rejections = [
          Rejection(
            path: paths[0], code: "not-in-album",
            message: "The album \(name) does not have this photo.",
            remedy: "'photoprep album show \(ShellWord.quoted(name))' lists its photos.")
        ]
      }
      guard rejections.isEmpty else {
        throw AlbumRefusal(rejections: rejections, asked: paths.count)
      }
      return try albums.change(name) { album in
        let entries = album.entries.filter { unwanted.contains($0.id) }
        album.refuse(Set(entries.compactMap { $0.record?.photo }))
        album.rotate(to: run.clock())
        let removed = album.remove { unwanted.contains($0.id) }
        return AlbumChange(
          name: name, path: albums.path(of: name), removed: removed, count: album.entries.count)
      }
    }
  }

  /// Moves an album to the trash, from where `clean --restore` brings it back, and returns where it was; its photos stay.
  ///
  /// - Throws: A `PhotoprepError`, `not-found` and `in-use` among them.
  package static func remove(
    _ name: String, in path: FilePath, interruption: Interruption = Interruption()
  ) throws -> FilePath {
    let asked = try Album.fileName(named: name)
    return try writing(path, .machine(), interruption) { store in
      let albums = Albums(of: store)
      let name = try albums.require(asked, in: path)
      try albums.remove(name)
      return albums.path(of: name)
    }
  }

  /// Gives an album another name, and returns where it is now.
  ///
  /// - Throws: A `PhotoprepError`: `not-found`, `album-exists`, `in-use`, `name-invalid` among them.
  package static func rename(
    _ name: String, to newName: String, in path: FilePath,
    interruption: Interruption = Interruption()
  ) throws -> FilePath {
    let (asked, newName) = (try Album.fileName(named: name), try Album.fileName(named: newName))
    return try writing(path, .machine(), interruption) { store in
      let albums = Albums(of: store)
      let name = try albums.require(asked, in: path)
      try albums.rename(name, to: newName)
      return albums.path(of: newName)
    }
  }

  /// Lists every album, in the order of their names; returns how many cannot be read or name images that are not there.
  ///
  /// - Throws: A `PhotoprepError` when there is no store or it cannot be listed; errors of `report`.
  package static func list(
    _ path: FilePath, _ report: (AlbumSummary) throws -> Void
  ) throws -> Int {
    let run = RunEnvironment.machine()
    let store = try Store.open(at: path, for: .read, in: run.storeEnvironment)
    return try store.closing { store in
      var troubled = 0
      for name in try Albums(of: store).names() {
        let summary = try Self.summary(of: name, in: store, at: run.clock())
        if summary.isTroubled { troubled += 1 }
        try report(summary)
      }
      return troubled
    }
  }

  private static func summary(
    of name: String, in store: Store, at time: Date
  ) throws -> AlbumSummary {
    let albums = Albums(of: store)
    do {
      let album = try albums.album(name)
      var facts = AlbumFacts(
        album, name: name, path: albums.path(of: name), at: time,
        missing: try store.missingImages(album.allReferencedFileNames))
      let shown = facts.shown.flatMap(RecordID.init(_:))
      // A photo that came with a package has no record, and a damaged record does not affect the album.
      let record = shown.flatMap { try? store.record($0) }
      facts.shownFile = record?.preparation.presentFile
      return .album(facts)
    } catch let error as PhotoprepError {
      return .unreadable(name: name, albums.path(of: name), error)
    }
  }
}

extension PhotoPreparation {
  /// The first of the photo's files that is there, as a photo that was moved has its former names too; else the first.
  var presentFile: FilePath? {
    let files = sources.map(\.path)
    return files.first { FileManager.default.fileExists(atPath: $0.string) } ?? files.first
  }
}

extension Albums {
  /// The album that a person's name means: the one with that name, else the only one whose accents are written
  /// otherwise, else the only one that differs in case.
  ///
  /// - Returns: Its file name; `nil` where there is none.
  /// - Throws: The codes of file calls.
  func existing(_ fileName: String) throws -> String? {
    let alike = try alike(fileName)
    let exact = alike.filter { $0.utf8.elementsEqual(fileName.utf8) }
    let choices = [exact, alike.filter { $0 == fileName }, alike]
    return choices.first { $0.count == 1 }?.first
  }

  /// The album with a given name; the word need not be a valid name of an album.
  func existing(called word: String) throws -> String? {
    guard let name = try? Album.fileName(named: word) else { return nil }
    return try existing(name)
  }

  /// The album that a person means by a name.
  ///
  /// - Throws: `not-found` with the albums that there are; the codes of file calls.
  func require(_ fileName: String, in path: FilePath) throws -> String {
    if let name = try existing(fileName) { return name }
    let alike = try alike(fileName)
    if !alike.isEmpty {
      throw PhotoprepError(
        .notFound, path: path.string,
        message: "Several albums have this name but for capitals or for how accents are written: "
          + alike.joined(separator: ", ") + ".",
        remedy: "Copy the name of one from 'photoprep album list'.")
    }
    let (names, named) = (try names(), Self.namedAlbums)
    let more = names.count > named ? " and \(names.count - named) more" : ""
    throw PhotoprepError(
      .notFound, path: path.string,
      message: names.isEmpty
        ? "There is no album \(fileName), and no other one."
        : "There is no album \(fileName). The store has "
          + "\(names.prefix(named).joined(separator: ", ") + more).",
      remedy: names.isEmpty ? "Make one with 'photoprep album make'." : "Name one of these.")
  }

  /// How many albums a message names; our choice, about a line.
  private static let namedAlbums = 8
}

extension AlbumKeeping {
  /// Finds a new album's photos; if the first one is probably the name meant for the album, the error says so of it.
  private static func records(
    _ photos: AlbumPhotos, for settings: AlbumSettings, _ store: Store, _ run: RunEnvironment
  ) throws -> (records: [PhotoRecord], unprepared: Int) {
    do { return try records(photos, store, run) } catch let refusal as AlbumRefusal {
      guard settings.name == nil, let first = photos.paths.first, first.extension == nil,
        photos.paths.count > 1 || photos.includesAll, refusal.rejections.first?.path == first,
        !FileManager.default.fileExists(atPath: first.string)
      else { throw refusal }
      let named = Rejection(
        path: first, code: Rejection.unpreparedCode, message: "This is not a prepared photo.",
        remedy: "If the album is to have this name, write --name \(first.string) instead.")
      throw AlbumRefusal(
        rejections: [named] + refusal.rejections.dropFirst(), refused: refusal.refused,
        asked: refusal.asked)
    }
  }

  /// Opens a store for writing, so that no cleanup runs between choosing photos and naming them.
  private static func writing<Result>(
    _ path: FilePath, _ run: RunEnvironment, _ interruption: Interruption,
    _ body: (Store) throws -> Result
  ) throws -> Result {
    try Store.open(at: path, for: .write, in: run.storeEnvironment.until(interruption))
      .closing(after: body)
  }

  private static func records(
    _ photos: AlbumPhotos, _ store: Store, _ run: RunEnvironment
  ) throws -> (records: [PhotoRecord], unprepared: Int) {
    var finder = try PhotoFinder(store, frames: photos.frames, in: run)
    var records: [PhotoRecord] = []
    var rejections: [Rejection] = []
    var unprepared: [FilePath: Set<FilePath>] = [:]
    for argument in photos.paths {
      for answer in try finder.photos(argument) {
        switch answer {
        case .success(let record): records.append(record)
        // A folder means its prepared photos.
        case .failure(let rejection) where rejection.isUnprepared && rejection.path != argument:
          unprepared[argument, default: []].insert(rejection.path)
        case .failure(let rejection): rejections.append(rejection)
        }
      }
    }
    for answer in photos.includesAll ? try finder.everything() : [] {
      do { records.append(try answer.get()) } catch { rejections.append(error) }
    }
    let left = unprepared.values.reduce(0) { $0 + $1.count }
    if records.isEmpty, left > 0 {
      // One line for each folder, as it may have thousands.
      let folders = unprepared.sorted { $0.key.string < $1.key.string }
      let count = rejections.count + left
      rejections += folders.map { .unprepared(in: $0.key, $0.value.count) }
      throw AlbumRefusal(rejections: rejections, refused: count, asked: count)
    }
    guard rejections.isEmpty else {
      throw AlbumRefusal(rejections: rejections, asked: rejections.count + records.count)
    }
    return (records, left)
  }
}

extension Rejection {
  fileprivate static func unprepared(in folder: FilePath, _ count: Int) -> Rejection {
    Rejection(
      path: folder, code: unpreparedCode,
      message: count == 1
        ? "The one photo in this folder is not prepared."
        : "None of the \(count) photos in this folder is prepared.",
      remedy: "Prepare the folder first with 'photoprep prep'.")
  }
}
