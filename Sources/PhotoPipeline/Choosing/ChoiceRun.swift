internal import Foundation
package import PhotoCatalog
package import PhotoStore
internal import SmartCrop
package import SystemPackage

/// The options of `photoprep album make --best`.
package struct ChoiceRequest: Sendable {
  /// How the chosen photos are prepared; its inputs are the folders to choose from, or none for the store's own
  /// photos.
  ///
  /// In a dry run nothing is prepared and no album is written.
  package var preparing: PrepRequest
  package var wish: ChoiceWish
  /// The album's name and how it changes; the name must be set.
  package var album: AlbumSettings
  /// A package to write with a design that shows the album, if any.
  package var package: FilePath?
  package var replacesPackage = false

  package init(_ preparing: PrepRequest, _ wish: ChoiceWish, album: AlbumSettings) {
    (self.preparing, self.wish, self.album) = (preparing, wish, album)
  }
}

package enum ChoiceEvent: Sendable {
  /// So many photos will be assessed.
  case planned(Int)
  /// A photo was assessed, now or before.
  case assessed(FilePath)
  /// A photo cannot be read.
  case rejected(Rejection)
  case preparing(PrepEvent)
  /// A photo was chosen, with the reasons.
  case picked(ChosenPhoto)
  /// A photo was not chosen, with the reason.
  case passedOver(PassedPhoto)
  /// One package is not enough: how many photos each package gets.
  case split([Int])
  case packed(ExportedPackage)
}

/// A photo that was not chosen.
package struct PassedPhoto: Sendable {
  /// Where it is or was; the name of its record if that is unknown.
  package let path: FilePath
  /// The name of the reason.
  package let reason: String
  /// Its score, 0…1.
  package let score: Double
  /// Whether it was assessed from its thumbnail, so that the score is an upper bound.
  package let isEstimate: Bool
  /// The photo that represents its stack.
  package let standing: FilePath?
  /// Whether the album had it.
  package let isLeaving: Bool
}

/// A photo of a choice, and why it was chosen.
package struct ChosenPhoto: Sendable {
  /// Where it is or was; the name of its record if that is unknown.
  package let path: FilePath
  package let photo: PhotoID
  /// Its places in the album and by score, from 1.
  package let place, rank: Int
  /// How many photos are in its stack, including itself.
  package let stackSize: Int
  /// The terms of its score and their sum, each 0…1, by name.
  package let score: [String: Double]
  /// The day it was taken, as `2026-01-05`.
  package let day: String
  /// The stars that a person gave it; `nil` for none.
  package let stars: Int?
  /// Whether the album existed before, without it.
  package let isNew: Bool
}

package struct ChoiceSummary: Hashable, Sendable {
  /// How many photos of an album are new, and how many left it.
  package struct Changes: Hashable, Sendable {
    package let new, left: Int
  }

  package internal(set) var album = ""
  package internal(set) var candidates = 0
  /// How many of them this run read and assessed.
  package internal(set) var assessed = 0
  /// How many the program chose.
  package internal(set) var chosen = 0
  /// How many a person had added to the album.
  package internal(set) var kept = 0
  /// How many that were chosen before stay because their files were not found and their folder may not be mounted.
  package internal(set) var unseen = 0
  package internal(set) var count = 0
  /// Of how many days its photos are, without those that were not found, and all photos that might have been chosen.
  package internal(set) var (days, allDays) = (0, 0)
  /// What changed in the album; `nil` if there was none.
  package internal(set) var changes: Changes?
  /// Whether there was nothing to choose; then an existing album stays as it is, and none is made.
  package internal(set) var foundNothing = false
  /// How many stacks of several photos there are.
  package internal(set) var stacks = 0
  /// How many were not chosen, by the reason's name.
  package internal(set) var passedOver: [String: Int] = [:]
  package internal(set) var rejected = 0
  /// The files and folders below the given ones that were not looked at.
  package internal(set) var skipped = SkippedFiles()
  /// People to leave out whom no photo and no file beside one names, each with the most similar name.
  package internal(set) var unknownPeople: [String: String?] = [:]
  /// The files beside photos that are there and cannot be read, each with the fact.
  package internal(set) var unreadNotes: [FilePath: String] = [:]
  /// How many photos lack the file of Google Takeout that others in their folder have.
  package internal(set) var withoutTakeout = 0
  package internal(set) var seconds = 0.0
  package internal(set) var wasInterrupted = false
  /// Where in the trash records are that could not be read and that new ones replaced.
  package internal(set) var unreadableRecords: [FilePath] = []
  /// What this system does not protect worker processes from.
  package internal(set) var isolationGaps: [String] = []
}

/// Chooses the best of many photos, prepares them, and makes an album of them.
package struct ChoiceRun {
  private let request: ChoiceRequest
  private let interruption: Interruption
  private let environment: RunEnvironment
  private var summary = ChoiceSummary()
  private var candidates: [ChoiceCandidate] = []
  /// The files that could not be read, and the folders.
  private var unread: Set<FilePath> = []

  /// Makes a run on this machine's files.
  package init(_ request: ChoiceRequest, interruption: Interruption = Interruption()) {
    var request = request
    // A smaller photo would be enlarged in each of the device's widgets, whatever the crop.
    request.wish.leastSide = request.preparing.frames.small.shortEdge
    (self.request, self.interruption) = (request, interruption)
    environment = .machine()
  }

  /// Assesses the photos, chooses, prepares the chosen ones and writes the album.
  ///
  /// If the album was chosen before, it is chosen again: photos that a person added stay in it, and photos that a
  /// person took out stay out.
  ///
  /// - Throws: `album-exists` for an album that a person made; `no-photos` and `not-found` for a folder without photos;
  ///   errors of ``PrepRun`` and `report`.
  package mutating func run(_ report: (ChoiceEvent) throws -> Void) throws -> ChoiceSummary {
    let start = ContinuousClock.now
    let asked = try Album.fileName(named: request.album.name ?? "")
    if let package = request.package {
      try PackageExchange.checkPackage(package, replacing: request.replacesPackage)
    }
    try requirePhotos()
    let place = try openStore()
    let name = try place.store.flatMap { try Albums(of: $0).existing(asked) } ?? asked
    summary.album = name
    var earlier = ChosenAlbum()
    var choice = PhotoChoice(among: [], request.wish)
    var files: [PhotoID: [(path: FilePath, modified: Int64)]] = [:]
    do {
      earlier = try ChosenAlbum(named: name, in: place.store)
      let workers = run.workers
      defer { workers?.close() }
      // Before new files are remembered, as they let missing ones be forgotten.
      if earlier.exists, let store = place.store { files = try former(store).files() }
      try gather(place, workers, report)
      if let store = place.store {
        earlier.drop(try gone(from: store), removed: try RemovedPhotos(of: store).all())
        earlier.refuseEdits(among: candidates)
      }
      choice = try choose(place, workers, keeping: earlier, report)
      earlier.stay(
        unseen(earlier, of: files),
        upTo: request.wish.count - earlier.kept.count - choice.picks.count)
      summary.isolationGaps = workers?.protection?.gaps ?? []
      try place.store?.close()
    } catch {
      try? place.store?.close()
      throw error
    }
    summary.wasInterrupted = interruption.isRequested
    if summary.wasInterrupted { return finished(start) }
    let isEmpty = choice.picks.isEmpty && earlier.kept.count < request.wish.count
    let leaving = isEmpty ? [] : leaving(choice, earlier)
    try tell(choice, earlier, leaving, files, report)
    (summary.kept, summary.chosen) = (earlier.kept.count, choice.picks.count)
    summary.unseen = earlier.unseen.count
    summary.count = summary.kept + summary.chosen + summary.unseen
    if earlier.exists {
      let new = choice.picks.count { !candidates[$0.index].isIn(earlier.photos) }
      summary.changes = ChoiceSummary.Changes(new: new, left: leaving.count)
    }
    countDays(choice, earlier)
    if isEmpty { leave(earlier) }
    if request.preparing.isDryRun || summary.foundNothing { return finished(start) }
    let prepared = try prepare(choice, keeping: earlier, of: place, report)
    if summary.wasInterrupted { return finished(start) }
    try write(choice, prepared, name, keeping: earlier.chosen, report)
    return finished(start)
  }

  /// Refuses a path that is missing or has no photo below it, as when a disk is not mounted: otherwise the photos
  /// chosen from it would leave the album.
  private func requirePhotos() throws {
    for path in request.preparing.inputs {
      let inputs = InputFiles(
        [path], excluding: request.preparing.store, in: environment.fileSystem)
      var rejection: Rejection?
      let hasPhoto = inputs.contains { item in
        if case .failure(let new) = item { rejection = rejection ?? new }
        return (try? item.get()) != nil
      }
      if hasPhoto { continue }
      let error =
        rejection.map { $0.error.about($0.path.string) }
        ?? .noPhotos(path, of: 1, skipped: inputs.skipped)
      throw error.leavingAlbum
    }
  }

  /// Records that there was nothing to choose.
  private mutating func leave(_ album: ChosenAlbum) {
    summary.foundNothing = true
    (summary.chosen, summary.unseen, summary.count) = (0, 0, album.count)
    summary.changes = nil
  }

  private mutating func countDays(_ choice: PhotoChoice, _ earlier: ChosenAlbum) {
    let kept = earlier.keptPhotos
    let shown = Set(choice.picks.map(\.index)).union(
      candidates.indices.filter { candidates[$0].isIn(kept) })
    let ranked = candidates.indices.filter {
      choice.reasons[$0] == .rank || choice.reasons[$0] == .spread
    }
    summary.days = Set(shown.map { candidates[$0].date.day }).count
    summary.allDays = Set(shown.union(ranked).map { candidates[$0].date.day }).count
  }

  /// The photos that leave an album.
  private func leaving(_ choice: PhotoChoice, _ earlier: ChosenAlbum) -> Set<PhotoID> {
    let picked = choice.picks.map { candidates[$0.index] }
    return earlier.photos.subtracting(
      picked.flatMap { [$0.photo] + [$0.former].compactMap(\.self) }
    ).subtracting(earlier.keptPhotos).subtracting(earlier.chosen)
  }

  /// The photos whose files are gone from the folders to choose from.
  private func gone(from store: Store) throws -> Set<PhotoID> {
    Set(try former(store).gone(from: request.preparing.inputs.map(environment.absolute)).gone.keys)
  }

  private func former(_ store: Store) -> FormerPhotos {
    FormerPhotos(of: store, in: environment.fileSystem)
  }

  /// The photos that the last choice took and this one did not find, although their files may still be there; `files`
  /// are those that photos were read from before this run.
  ///
  /// A folder in which no photo was found that was known there before says nothing, as its disk may not be mounted, or
  /// another one may be in its place (decision 0804). A file that could not be read says nothing either. What lies in a
  /// folder that is set aside now was passed over on purpose (decision 0812).
  private func unseen(
    _ earlier: ChosenAlbum, of files: [PhotoID: [(path: FilePath, modified: Int64)]]
  ) -> Set<PhotoID> {
    let folders = request.preparing.inputs.map(environment.absolute).flatMap {
      [$0, (try? environment.fileSystem.realPath(of: $0)) ?? $0]
    }
    let found = Set(candidates.map(\.photo))
    let edited = Set(candidates.compactMap(\.former))
    let there = found.flatMap { files[$0] ?? [] }.map(\.path).filter {
      (try? environment.fileSystem.status(of: $0, followingLinks: true)) != nil
    }
    let mounted = Set(there.map { $0.removingLastComponent() })
    let before = earlier.unseenBefore(from: request.preparing.inputs)
    return earlier.chosen.subtracting(found).subtracting(edited).filter { photo in
      guard let paths = files[photo]?.map(\.path) else { return before.contains(photo) }
      return paths.contains { path in
        folders.contains {
          path.starts(with: $0)
            && !SetAsideFolder.holds(path, below: $0, in: environment.fileSystem)
        }
          && (!mounted.contains(path.removingLastComponent())
            || unread.contains { path.starts(with: $0) })
      }
    }
  }

  private func finished(_ start: ContinuousClock.Instant) -> ChoiceSummary {
    var summary = summary
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    return summary
  }

  /// The store, `nil` if there is none and none is made, and the photos to choose from.
  private typealias Place = (store: Store?, inputs: InputFiles)

  private var run: StoreRun {
    StoreRun(
      request: request.preparing, interruption: interruption, environment: environment)
  }

  private func openStore() throws -> Place {
    let inputs = run.makeInputs()
    do { return (try run.openOrMake(), inputs) } catch let error as PhotoprepError {
      guard error.code == .storeMissing, !request.preparing.inputs.isEmpty else { throw error }
      return (nil, inputs)
    }
  }

  private func job(_ place: Place, _ workers: PhotoWorkers?) -> AssessmentJob {
    AssessmentJob(
      store: place.store, request: request.preparing,
      recipe: request.preparing.recipe(by: environment.generation), environment: environment,
      interruption: interruption, workers: workers)
  }

  private mutating func gather(
    _ place: Place, _ workers: PhotoWorkers?, _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let job = job(place, workers)
    if request.preparing.inputs.isEmpty, let store = place.store {
      try gatherPrepared(store, job, report)
    } else {
      try gatherFiles(place, job, report)
    }
    // Stars from the store override those of files.
    let stars = try place.store?.starsByHand() ?? [:]
    for index in candidates.indices {
      guard let own = stars[candidates[index].photo] else { continue }
      candidates[index].notes.stars = own > 0 ? own : nil
    }
    summary.candidates = candidates.count
    for candidate in candidates {
      summary.unreadNotes.merge(candidate.notes.unread) { first, _ in first }
    }
    if !request.preparing.inputs.isEmpty {
      let exports = Set(
        candidates.filter(\.notes.isOfTakeout).map { $0.path.removingLastComponent() })
      summary.withoutTakeout = candidates.count {
        !$0.notes.isOfTakeout && exports.contains($0.path.removingLastComponent())
      }
    }
    let people = Set(candidates.flatMap(\.notes.people))
    for name in request.wish.absentPeople
    where !candidates.contains(where: { $0.names(name) }) {
      summary.unknownPeople[name] = .some(Nearness.nearest(to: name, among: people))
    }
  }

  /// The fewest photos for each chosen one from which thumbnails are assessed first; ours.
  private static let photosForEach = 4

  private mutating func gatherFiles(
    _ place: Place, _ job: AssessmentJob, _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let isWanted = { [interruption] in !interruption.isRequested }
    let count = place.inputs.count(upTo: PrepRun.countedInputs, while: isWanted)
    if let count { try report(.planned(count)) }
    var job = job
    // A small face in the photo is not visible in its thumbnail.
    job.mayEstimate =
      !request.wish.wantsFaces
      && (count ?? .max) / Self.photosForEach >= max(1, request.wish.count)
    var places: [PhotoID: Int] = [:]
    let inputs = place.inputs.lazy.prefix { _ in isWanted() }
    try job.run(over: inputs) { taken in
      switch taken {
      case .success(let judged):
        let candidate = judged.candidate
        if let place = places[candidate.photo] {
          candidates[place].join(candidate)
        } else {
          places[candidate.photo] = candidates.count
          candidates.append(candidate)
        }
        if judged.isNew { summary.assessed += 1 }
        try report(.assessed(candidate.path))
      case .failure(let rejection):
        try requireFolders(of: place, above: rejection.path)
        summary.rejected += 1
        unread.insert(environment.absolute(rejection.path))
        try report(.rejected(rejection))
      }
    }
    if isWanted() { try requireFolders(of: place) }
    summary.skipped = place.inputs.skipped
  }

  /// Refuses to choose from a folder that is gone meanwhile.
  private func requireFolders(of place: Place, above path: FilePath? = nil) throws {
    do { try place.inputs.requireFolders(above: path) } catch { throw error.leavingAlbum }
  }

  /// Chooses; photos that were assessed from thumbnails are assessed from their own pixels if they may be among the
  /// chosen (decision 0809).
  ///
  /// The upper bounds of all others are below the scores of the chosen.
  private mutating func choose(
    _ place: Place, _ workers: PhotoWorkers?, keeping earlier: ChosenAlbum,
    _ report: (ChoiceEvent) throws -> Void
  ) throws -> PhotoChoice {
    let job = job(place, workers)
    var wish = request.wish
    let kept = earlier.keptPhotos
    wish.count = max(0, wish.count - kept.count)
    while true {
      let choice = PhotoChoice(
        among: candidates, wish,
        keeping: kept.union(candidates.filter { $0.isIn(kept) }.map(\.photo)),
        refusing: earlier.refused, removed: earlier.removed)
      let places = choice.picks.flatMap { [$0.index] + (choice.stacks[$0.index] ?? []) }
      let doubtful = places.filter { candidates[$0].isEstimate }
      if doubtful.isEmpty || interruption.isRequested { return choice }
      try look(at: doubtful, of: place, by: job, report)
    }
  }

  /// Assesses photos from their own pixels; those that cannot be decoded are removed from the candidates.
  private mutating func look(
    at places: [Int], of place: Place, by job: AssessmentJob, _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let indices = Dictionary(places.map { (candidates[$0].path, $0) }) { first, _ in first }
    var damaged: Set<Int> = Set(places)
    let files = InputFiles(
      places.map { candidates[$0].path }, excluding: nil, in: environment.fileSystem)
    try job.run(over: files) { taken in
      switch taken {
      case .success(let judged):
        guard let index = indices[judged.candidate.path] else { return }
        damaged.remove(index)
        candidates[index].assessed = judged.candidate.assessed
      case .failure(let rejection):
        try requireFolders(of: place, above: rejection.path)
        summary.rejected += 1
        try report(.rejected(rejection))
      }
    }
    if interruption.isRequested { return }
    for index in damaged.sorted(by: >) { candidates.remove(at: index) }
  }

  /// Adds the store's own photos, from the catalog where it has them.
  private mutating func gatherPrepared(
    _ store: Store, _ job: AssessmentJob, _ report: (ChoiceEvent) throws -> Void
  ) throws {
    var known: [PhotoID: AssessedPhoto] = [:]
    let assessments = Assessments(of: store)
    try assessments.forEach(version: AssessedPhoto.version) { photo, bytes in
      known[photo] = AssessedPhoto(bytes: bytes)
    }
    var new: [(photo: PhotoID, facts: [UInt8])] = []
    // Of several preparations, the last by name is assessed; the finder decides which one is shown.
    let ids = Dictionary(try store.recordIDs().map { ($0.photo, $0) }) { _, last in last }
    let (files, folders) = (try former(store).files(), FolderNotes())
    for id in ids.values.sorted() {
      if interruption.isRequested { break }
      var assessed = known[id.photo]
      if assessed == nil, let record = try? store.record(id) {
        assessed = try self.assessed(record.preparation, store, job)
        if let assessed { new.append((id.photo, assessed.bytes)) }
      }
      guard let assessed else { continue }
      let files = files[id.photo] ?? []
      let path = files.first?.path ?? FilePath(id.description)
      let notes = PhotoNotes(
        beside: files.map(\.path), folders: folders, in: environment.fileSystem)
      candidates.append(
        ChoiceCandidate(
          photo: id.photo, path: path, record: id, assessed: assessed,
          // The name of a record is not a file's name, even if its digits look like a date.
          date: PhotoDate(
            assessed.capture, notes, path: files.first?.path ?? FilePath(),
            modified: files.first?.modified ?? 0),
          notes: notes.rated(else: assessed.capture)))
      try report(.assessed(path))
    }
    if !request.preparing.isDryRun { try assessments.keep(new, version: AssessedPhoto.version) }
  }

  /// The assessment in a record; without one, that of its master.
  private func assessed(
    _ preparation: PhotoPreparation, _ store: Store, _ job: AssessmentJob
  ) throws -> AssessedPhoto? {
    if let assessed = AssessedPhoto(preparation) { return assessed }
    guard let bytes = try store.wholeBytes(of: preparation.master) else { return nil }
    do {
      let made = try job.judge(bytes, store.place(of: preparation.master.name))
      return AssessedPhoto(
        size: preparation.uprightSize, capture: preparation.capture, assessment: made.assessment)
    } catch let error where error is Rejection || error is WorkStop {
      return nil
    }
  }

  private mutating func tell(
    _ choice: PhotoChoice, _ earlier: ChosenAlbum, _ leaving: Set<PhotoID>,
    _ files: [PhotoID: [(path: FilePath, modified: Int64)]],
    _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let before = earlier.photos
    summary.stacks = choice.stacks.count
    for reason in choice.reasons.values { summary.passedOver[reason.rawValue, default: 0] += 1 }
    var standing: [Int: Int] = [:]
    for (best, others) in choice.stacks { for other in others { standing[other] = best } }
    for (index, reason) in choice.reasons.sorted(by: { $0.key < $1.key }) {
      let candidate = candidates[index]
      let name = reason == .kind ? candidate.kind.rawValue : reason.rawValue
      try report(
        .passedOver(
          PassedPhoto(
            path: candidate.path, reason: name, score: candidate.score,
            isEstimate: candidate.isEstimate,
            standing: standing[index].map { candidates[$0].path },
            isLeaving: candidate.isIn(leaving))))
    }
    let found = candidates.flatMap { [$0.photo, $0.former].compactMap(\.self) }
    for photo in leaving.subtracting(found).sorted() {
      try report(
        .passedOver(
          PassedPhoto(
            path: files[photo]?.first?.path ?? FilePath(photo.description), reason: "absent",
            score: earlier.score(of: photo), isEstimate: false, standing: nil, isLeaving: true)))
    }
    // Last, as the others may be thousands.
    for (place, pick) in choice.picks.enumerated() {
      let candidate = candidates[pick.index]
      try report(
        .picked(
          ChosenPhoto(
            path: candidate.path, photo: candidate.photo, place: place + 1, rank: pick.rank,
            stackSize: pick.stackSize, score: candidate.assessed.assessment.score.named,
            day: candidate.date.dayText, stars: candidate.notes.stars,
            isNew: earlier.exists && !candidate.isIn(before))))
    }
  }

  /// Prepares the chosen, and what a person added and has edited since; returns the records by photo.
  private mutating func prepare(
    _ choice: PhotoChoice, keeping earlier: ChosenAlbum, of place: Place,
    _ report: (ChoiceEvent) throws -> Void
  ) throws -> [PhotoID: RecordID] {
    if request.preparing.inputs.isEmpty { return [:] }
    let kept = earlier.keptPhotos
    let edits = candidates.filter { $0.former.map(kept.contains) ?? false }
    var preparing = request.preparing
    preparing.inputs = choice.picks.map { candidates[$0.index].path } + edits.map(\.path)
    if preparing.inputs.isEmpty { return [:] }
    var prepared: [PhotoID: RecordID] = [:]
    let result = try PrepRun(preparing, interruption: interruption).run { event in
      switch event {
      case .prepared(let file), .unchanged(let file):
        if !file.isForFurtherDevice { prepared[file.id.photo] = file.id }
      case .rejected(let rejection):
        try requireFolders(of: place, above: rejection.path)
        summary.rejected += 1
      case .planned, .due, .removed, .gone: break
      }
      try report(.preparing(event))
    }
    summary.wasInterrupted = result.wasInterrupted
    summary.unreadableRecords = result.unreadableRecords
    return prepared
  }

  private mutating func write(
    _ choice: PhotoChoice, _ prepared: [PhotoID: RecordID], _ name: String,
    keeping unseen: Set<PhotoID>, _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let store = try run.open()
    let frames = request.preparing.inputs.isEmpty ? nil : request.preparing.frames
    try store.closing { store in
      var finder = try PhotoFinder(store, frames: frames, in: environment)
      var chosen: [(record: PhotoRecord, why: JSONValue)] = []
      for pick in choice.picks {
        let candidate = candidates[pick.index]
        let id = prepared[candidate.photo] ?? candidate.record
        let path = id.map { FilePath($0.description) } ?? candidate.path
        guard case .success(let record)? = try finder.photos(path).first else { continue }
        chosen.append((record, pick.why(candidate)))
      }
      // Read again, as it now shows photos that were edited in their present state.
      let earlier = try ChosenAlbum(named: name, in: store)
      if chosen.isEmpty, !choice.picks.isEmpty { return leave(earlier) }
      let gone = try gone(from: store)
      func chosenAlbum(in place: ChosenAlbum) -> Album {
        var place = place
        place.drop(gone)
        place.refuseEdits(among: candidates)
        place.stay(unseen, upTo: unseen.count)
        return place.album(
          choosing: chosen, settings: request.album, from: request.preparing.inputs,
          at: environment.clock())
      }
      var album = chosenAlbum(in: earlier)
      if let package = request.package { try pack(album, name, package, store, report) }
      let albums = Albums(of: store)
      if earlier.exists {
        // Another process may have changed it while photos were packed.
        try albums.change(name) { present in
          present = chosenAlbum(in: ChosenAlbum(present))
          album = present
        }
      } else {
        try albums.add(album, named: name)
      }
      summary.count = album.entries.count
    }
  }

  /// Packs the album, in several packages if one is not enough; writes nothing if none of its photos has a record.
  private func pack(
    _ album: Album, _ name: String, _ package: FilePath, _ store: Store,
    _ report: (ChoiceEvent) throws -> Void
  ) throws {
    let records = album.entries.compactMap { $0.record.flatMap { try? store.record($0) } }
    if records.isEmpty { return }
    let exchange = PackageExchange(of: store)
    try AlbumParts(of: album, named: name, records, title: package.stem ?? name, in: exchange)
      .export(
        by: exchange, to: package, replacing: request.replacesPackage,
        onSplit: { try report(.split($0)) }, onPackage: { try report(.packed($0)) })
  }
}

extension PhotoprepError {
  /// The same error, which also says that no album was written.
  fileprivate var leavingAlbum: PhotoprepError {
    PhotoprepError(
      code, path: path,
      message: "\(message) Nothing was written: an album of this name stays as it is.",
      remedy: remedy, detail: detail)
  }
}

extension ChoiceCandidate {
  /// Whether it is one of some photos, or what its file held before was.
  fileprivate func isIn(_ photos: Set<PhotoID>) -> Bool {
    photos.contains(photo) || former.map(photos.contains) ?? false
  }
}

extension PhotoDate {
  /// The day as `2026-01-05`.
  var dayText: String {
    Date(timeIntervalSince1970: seconds).formatted(
      Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
  }
}

extension PhotoChoice.Pick {
  /// The reasons for a choice that an album stores.
  fileprivate func why(_ candidate: ChoiceCandidate) -> JSONValue {
    var why: [String: JSONValue] = [
      "score": .double((candidate.score * 1e4).rounded() / 1e4), "rank": .integer(rank),
      "stack": .integer(stackSize), "day": .string(candidate.date.dayText),
    ]
    why["stars"] = candidate.notes.stars.map { .integer($0) }
    return .object(why)
  }
}
