internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// The work for one input, up to files that are staged; called on any thread.
struct PhotoJob: Sendable {
  enum Outcome: Sendable {
    /// Nothing is left to do but to report it.
    case settled(PrepEvent)
    /// The photo is not prepared; its claim, if any, ends.
    case rejected(Rejection, RecordID?)
    /// The store holds the photo; its file was read to find that out.
    case seenAgain(PreparedFile, PhotoSighting)
    case staged(PreparedFile, PhotoCommit)
    /// Another thread works on the same photo at this moment, and ends the claim.
    case claimed(FilePath, PhotoSighting, Claim)
    /// The run was told to stop before the photo was prepared; its claim, if any, ends.
    case abandoned(RecordID?)
    /// The store or the workers failed, which ends the run.
    case failed(any Error)
  }

  let store: Store
  let recipes: DeviceRecipes
  let request: PrepRequest
  let environment: RunEnvironment
  let interruption: Interruption
  /// Where pictures are made; `nil` for this process.
  let workers: PhotoWorkers?
  let semaphore: JobSemaphore
  let claims = Claims()
  /// Which files are other photos now.
  var edits = EditedFiles()

  /// Works on one input, once the semaphore lets this thread; one outcome for each device, or one for all.
  ///
  /// The permit is released where only the device is still waited for, so that other threads work meanwhile.
  @Sendable func prepare(_ item: InputFiles.Item) -> [Outcome] {
    let permit = semaphore.acquire()
    defer { permit.release() }
    if interruption.isRequested { return [.abandoned(nil)] }
    do {
      let file = try item.get()
      let recipes = try recipes.beside(file.path, in: environment.fileSystem)
      return try known(file, recipes) ?? identified(file, recipes, permit)
    } catch let rejection as Rejection {
      return [.rejected(rejection, nil)]
    } catch {
      return [.failed(error)]
    }
  }

  /// The outcome of a file that was read in an earlier run and has not changed since.
  private func known(_ file: InputFile, _ recipes: DeviceRecipes) throws -> [Outcome]? {
    if request.isForced { return nil }
    guard let photo = try store.photo(at: environment.absolute(file.path), file.status) else {
      return nil
    }
    if let outcomes = try removed(file, recipes, photo) { return outcomes }
    let prepared = try recipes.records(of: photo).compactMap(store.prepared)
    guard prepared.count == recipes.ids.count else { return nil }
    return prepared.map { .settled(.unchanged(PreparedFile(file.path, $0))) }
  }

  /// Reads a file to find out which photo it is, and prepares it if need be.
  private func identified(
    _ file: InputFile, _ recipes: DeviceRecipes, _ permit: JobPermit
  ) throws -> [Outcome] {
    let times = StepTimes()
    defer { request.times?.add(times) }
    let material = try PhotoMaterial.read(
      file.path, in: environment, request.reading.limits, times)
    if let outcomes = try removed(file, recipes, material.photo) { return outcomes }
    if request.isDryRun { return try planned(material, recipes) }
    let former = FormerPhotos(of: store, in: environment.fileSystem)
    if let observation = material.observation,
      let photo = try former.replaced(by: observation)
    {
      edits.note(EditedFiles.Edit(observation: observation, former: photo))
    }
    var outcomes = try found(material, recipes)
    let due = outcomes.indices.filter { outcomes[$0] == nil }
    if due.isEmpty { return outcomes.compactMap(\.self) }
    let made = prepared(material, by: recipes.only(due), times, permit)
    for (place, outcome) in zip(due, made) { outcomes[place] = outcome }
    return outcomes.compactMap(\.self)
  }

  /// What is said of a photo that a person removed; `nil` for others, and where they are wanted again.
  private func removed(
    _ file: InputFile, _ recipes: DeviceRecipes, _ photo: PhotoID
  ) throws -> [Outcome]? {
    let removed = RemovedPhotos(of: store)
    guard try removed.contains(photo) else { return nil }
    if request.isAgain {
      if !request.isDryRun { try removed.forget([photo]) }
      return nil
    }
    return zip(recipes.all, recipes.records(of: photo)).map { recipe, id in
      // The families that every photo has; nothing keeps what else a removed one had.
      let files = recipe.fileNames(of: id).prefix(1 + RenderFamily.always.count)
      return .settled(
        .removed(PreparedFile(path: file.path, id: id, files: Array(files), flags: [])))
    }
  }

  /// The report of a dry run for a photo that was read.
  private func planned(
    _ material: PhotoMaterial, _ recipes: DeviceRecipes
  ) throws -> [Outcome] {
    try recipes.due(material).map { file in
      if !request.isForced, let prepared = try store.prepared(file.id) {
        return .settled(.unchanged(PreparedFile(file.path, prepared)))
      }
      return .settled(.due(file))
    }
  }

  /// What came of a photo's records without any work; `nil` for those that are claimed now.
  private func found(
    _ material: PhotoMaterial, _ recipes: DeviceRecipes
  ) throws -> [Outcome?] {
    let (path, ids) = (material.path, recipes.records(of: material.photo))
    return try zip(ids, claims.claim(ids)).map { id, other in
      var sighting = PhotoSighting(
        of: id, as: SourceName(bytes: path.bytes), material.observation)
      if let other { return .claimed(path, sighting, other) }
      do {
        // A row may tell of a record that cannot be read any more; then the photo is prepared again, as where a merged
        // record is about bytes of the same name.
        guard let record = try store.readable(id), record.preparation.digest == material.digest,
          !request.isForced, let prepared = try store.prepared(id)
        else { return nil }
        let known = PreparedFile(path, prepared)
        claims.end(id, as: .stored(known))
        sighting.record = record
        return .seenAgain(known, sighting)
      } catch let error as PhotoprepError where error.isOfOneRecord {
        return .rejected(Rejection(path, inStore: error), id)
      }
    }
  }

  /// Makes a photo's pictures and stages them; the permit is released when only the disk has work left.
  func prepared(
    _ material: PhotoMaterial, by recipes: DeviceRecipes, _ times: StepTimes, _ permit: JobPermit
  ) -> [Outcome] {
    let ids = recipes.records(of: material.photo)
    do {
      let pictures = try pictures(of: material, by: recipes, times)
      return try zip(recipes.all, pictures).map { recipe, pictures in
        try staged(pictures, recipe, material, times, permit)
      }
    } catch let rejection as Rejection {
      // Said once, however many devices there are.
      return [.rejected(rejection, ids[0])] + ids.dropFirst().map(Outcome.abandoned)
    } catch is WorkStop {
      return ids.map(Outcome.abandoned)
    } catch {
      return ids.map { _ in .failed(error) }
    }
  }

  private func staged(
    _ pictures: PhotoPictures, _ recipe: Recipe, _ material: PhotoMaterial, _ times: StepTimes,
    _ permit: JobPermit
  ) throws -> Outcome {
    let id = RecordID(photo: material.photo, recipe: recipe.id)
    let carried = try store.olderHandWork(of: id.photo, for: recipe)
    let assessed = AssessedPhoto(
      size: pictures.uprightSize, capture: pictures.capture, assessment: pictures.assessment)
    let commit: PhotoCommit
    do {
      commit = try times.measure("stage") {
        var preparation = PhotoPreparation(material, recipe: recipe, as: id, pictures: pictures)
        preparation.hand = carried?.work
        return try store.stage(
          PhotoRecord(preparation, preparedAt: environment.clock()),
          pictures.files(of: id) + (carried?.files ?? []),
          observations: [material.observation].compactMap(\.self),
          assessment: (AssessedPhoto.version, assessed.bytes)
        ) { permit.release() }
      }
    } catch let error as PhotoprepError where error.code == .unreadableDocument {
      return .rejected(Rejection(material.path, inStore: error), id)
    }
    let preparation = commit.record.preparation
    var prepared = PreparedFile(
      path: material.path, id: id, files: preparation.files.map(\.name), flags: preparation.flags,
      time: times.processor, origin: material.origin)
    prepared.needsLook = preparation.needsLook
    return .staged(prepared, commit)
  }

  private func pictures(
    of material: PhotoMaterial, by recipes: DeviceRecipes, _ times: StepTimes
  ) throws -> [PhotoPictures] {
    let made = try PicturesRequest(
      recipes: recipes.all, photo: material.bytes, regions: material.regions,
      hasFreeCore: semaphore.hasFree
    ).product(in: workers, reading: request.reading, path: material.path, times: times)
    guard let earlier = material.earlier else { return made }
    return made.map {
      let own = $0.asPictures(of: earlier, master: material.bytes)
      return material.kept.isEmpty ? own : own.keeping(material.kept, of: earlier)
    }
  }
}

extension PreparedFile {
  init(_ path: FilePath, _ photo: StoredPhoto) {
    self.init(path: path, id: photo.id, files: photo.files, flags: photo.flags)
  }

  /// The same photo, found in the store under another name.
  func named(_ path: FilePath) -> PreparedFile {
    PreparedFile(path: path, id: id, files: files, flags: flags)
  }
}

/// What a photo's pictures are made from: its own bytes, or its master where these are gone.
struct PhotoMaterial: Sendable {
  /// Where the photo is or was, as it was named.
  let path: FilePath
  let bytes: [UInt8]
  /// The SHA-256 of the photo itself.
  let digest: ContentDigest
  /// The names the photo was found under.
  var sources: [SourceName]
  /// The file that was read, unless it is a master.
  var observation: SourceObservation?
  /// What an upgrade took the bytes from; `nil` where the photo was given.
  var origin: PhotoOrigin?
  /// How the photo was prepared before; where the bytes are its master and nowhere else.
  var earlier: PhotoPreparation?
  /// The renders of ``earlier`` that stay to the byte; empty where all are made again.
  var kept: [RenderFamily: [UInt8]] = [:]

  var photo: PhotoID { PhotoID(digest) }

  /// The flags that the pictures themselves do not show.
  var flags: [String] {
    earlier == nil || !kept.isEmpty ? [] : [PhotoFlag.fromMaster.rawValue]
  }

  /// What the photo's metadata named as a master's no longer does.
  var regions: [FocusRegion] {
    earlier?.regions.filter { $0.origin == .metadata } ?? []
  }

  /// Reads a photo's file whole, once, and tells which photo it is.
  static func read(
    _ path: FilePath, in environment: RunEnvironment, _ limits: ImagingLimits, _ times: StepTimes
  ) throws -> PhotoMaterial {
    let start = environment.clock()
    let contents = try times.measure("read") {
      try environment.fileSystem.readPhoto(path, limits: limits)
    }
    let digest = times.measure("digest") { ContentDigest(of: contents.bytes) }
    return PhotoMaterial(
      path: path, bytes: contents.bytes, digest: digest,
      sources: [SourceName(bytes: path.bytes)],
      observation: SourceObservation(
        of: PhotoID(digest), at: environment.absolute(path), contents.status, observedAt: start))
  }
}

extension PhotoPictures {
  /// The pictures under the names they will have, master first.
  func files(of record: RecordID) -> [(name: StoredFileName, bytes: [UInt8])] {
    zip(StoredFileName.Role.all(renders.families), all).map { role, picture in
      (StoredFileName(role, of: record, as: picture.format), picture.bytes)
    }
  }
}

extension PhotoPreparation {
  init(_ material: PhotoMaterial, recipe: Recipe, as id: RecordID, pictures: PhotoPictures) {
    func file(_ role: StoredFileName.Role, _ picture: EncodedPicture) -> StoredFile {
      StoredFile(
        name: StoredFileName(role, of: id, as: picture.format), of: picture.bytes,
        size: picture.size, quality: picture.quality)
    }
    self.init(
      digest: material.digest, recipe: recipe, recipeID: id.recipe, sources: material.sources,
      uprightSize: pictures.uprightSize, format: pictures.format,
      master: file(.master, pictures.master),
      renders: pictures.renders.map { file(.render($0), $1) },
      crops: pictures.crops, flags: pictures.flags + material.flags,
      analysis: pictures.analysis)
    taken = pictures.capture.time?.text
    decoder = pictures.decoder
  }

  /// Whether any render has a flag that asks for a person.
  var needsLook: Bool { families.contains(where: needsLook) }

  /// The risk from which on a crop is worth a look: of ten such crops, three lose something that another place would
  /// keep.
  private static let askingRisk = 0.3

  /// Whether a family's render has a flag that asks for a person, or its crop was chosen at a high risk.
  private func needsLook(_ family: RenderFamily) -> Bool {
    if hand?.renders[family] == nil, risk(family) ?? 0 >= Self.askingRisk { return true }
    return shownFlags(family).contains { flag in
      switch PhotoFlag(rawValue: flag) {
      case .fitted, .lowResolution, .vanishesTinted, .gainMapUnread, .gainMapLeftOut: false
      default: true
      }
    }
  }

  func shownFlags(_ family: RenderFamily) -> [String] {
    hand?.renders[family]?.flags ?? crops[family]?.flags ?? []
  }
}
