internal import PhotoCatalog
internal import PhotoStore
internal import PhotoWriting
internal import SystemFiles
internal import SystemPackage

/// The work for one photo that older rules have cropped; called on any thread.
struct UpgradeJob: Sendable {
  /// Which photo a named file is.
  enum Identified: Sendable {
    case photo(PhotoID, FilePath)
    case rejected(Rejection)
    case failed(any Error)
    /// The run was told to stop before.
    case abandoned
  }

  let job: PhotoJob
  let places: SourcePlaces
  /// Whether a person named the places, so that they are names of the photos as well.
  let isNamed: Bool
  let isDryRun: Bool

  /// Finds out which photo a named file is.
  func identify(_ item: InputFiles.Item) -> Identified {
    if job.interruption.isRequested { return .abandoned }
    switch item {
    case .failure(let rejection): return .rejected(rejection)
    case .success(let file):
      do {
        let identity = job.environment.identity(of: file.path, file.status)
        if let known = try job.store.photo(of: identity) { return .photo(known, file.path) }
      } catch {
        return .failed(error)
      }
      return read(file.path)
    }
  }

  private func read(_ path: FilePath) -> Identified {
    do {
      let contents = try job.environment.fileSystem.readPhoto(path, limits: job.reading.limits)
      return .photo(PhotoID(ContentDigest(of: contents.bytes)), path)
    } catch {
      return .rejected(error)
    }
  }

  /// Works on what the walk over the store came upon.
  @Sendable func upgrade(_ item: OlderCrops.Item) -> PhotoJob.Outcome {
    if job.interruption.isRequested { return .abandoned(nil) }
    do {
      switch item {
      case .older(let crop): return try upgraded(crop)
      case .current(let record):
        let path = try places.places(of: record.id.photo).first
        return .settled(
          .unchanged(
            PreparedFile(
              path: path ?? job.store.place(of: record.preparation.master.name), id: record.id,
              files: record.preparation.files.map(\.name), flags: record.preparation.flags)))
      case .unreadable(let path, let error): return .rejected(Rejection(path, inStore: error), nil)
      case .failed(let error): return .failed(error)
      }
    } catch {
      return .failed(error)
    }
  }

  private func upgraded(_ crop: OlderCrop) throws -> PhotoJob.Outcome {
    let permit = job.semaphore.acquire()
    defer { permit.release() }
    let times = StepTimes()
    defer { job.times?.add(times) }
    var recipe = crop.today
    (recipe.encoderRevision, recipe.codec) = (Recipe.currentEncoderRevision, nil)
    recipe.subjects = AnalysisMethod(recipe).subjects
    let material: PhotoMaterial
    do {
      material = try furtherFamily(of: crop, recipe) ?? source(of: crop, times)
    } catch let rejection as Rejection {
      return .rejected(rejection, nil)
    }
    let recipes = DeviceRecipes([recipe])
    // Another run may have come first.
    if let prepared = try job.store.prepared(crop.photo, with: recipes.ids[0]) {
      return .settled(.unchanged(PreparedFile(material.path, prepared)))
    }
    guard isDryRun else { return job.prepared(material, by: recipes, times, permit)[0] }
    let id = recipes.records(of: crop.photo)[0]
    return .settled(
      .due(
        PreparedFile(
          path: material.path, id: id, files: recipe.fileNames(of: id), flags: material.flags,
          origin: material.origin)))
  }
}

extension UpgradeJob {
  /// Returns the master, and the renders that stay, where nothing but a further family is to be made.
  ///
  /// The photo is not looked for: its master has the pixels, and what is there stays to the byte.
  private func furtherFamily(
    of crop: OlderCrop, _ recipe: Recipe
  ) -> PhotoMaterial? {
    for record in crop.records.map(\.preparation) where recipe.text == nil {
      guard recipe.with(frames: record.recipe.frames) == record.recipe,
        recipe.frames != record.recipe.frames
      else { continue }
      var kept: [RenderFamily: [UInt8]] = [:]
      for (family, file) in record.renders.all {
        kept[family] = try? job.store.wholeBytes(of: file)
      }
      guard kept.count == record.families.count,
        let bytes = try? job.store.wholeBytes(of: record.master)
      else { continue }
      return PhotoMaterial(
        path: job.store.place(of: record.master.name), bytes: bytes, digest: record.digest,
        sources: crop.sources, observations: [], origin: .master(.furtherFamily), earlier: record,
        kept: kept)
    }
    return nil
  }

  /// Returns the photo where it is still to be had, otherwise its master; neither is a rejection.
  private func source(of crop: OlderCrop, _ times: StepTimes) throws -> PhotoMaterial {
    let places = try places.places(of: crop.photo)
    var reason = PhotoOrigin.Reason.unknownPlace
    for place in places {
      do { return try photo(of: crop, at: place, times) } catch let loss as PhotoLoss {
        reason = loss.reason
      }
    }
    for record in crop.records {
      // A master that cannot be read is as good as none: another record may have one.
      guard let bytes = try? job.store.wholeBytes(of: record.preparation.master) else { continue }
      return PhotoMaterial(
        path: job.store.place(of: record.preparation.master.name), bytes: bytes,
        digest: record.preparation.digest, sources: crop.sources, observations: [],
        origin: .master(reason), earlier: record.preparation)
    }
    throw Rejection.nothingToCrop(crop, job.store, places.first, reason)
  }

  private struct PhotoLoss: Error { let reason: PhotoOrigin.Reason }

  private func photo(
    of crop: OlderCrop, at place: FilePath, _ times: StepTimes
  ) throws -> PhotoMaterial {
    let contents: FileContents
    do {
      contents = try times.measure("read") {
        try job.environment.fileSystem.readPhoto(place, limits: job.reading.limits)
      }
    } catch let rejection as Rejection {
      throw PhotoLoss(reason: rejection.code == "not-found" ? .missing : .unreadable)
    }
    let digest = times.measure("digest") { ContentDigest(of: contents.bytes) }
    guard digest == crop.records[0].preparation.digest else { throw PhotoLoss(reason: .changed) }
    let observation = SourceObservation(
      identity: job.environment.identity(of: place, contents.status), photo: crop.photo)
    return PhotoMaterial(
      path: place, bytes: contents.bytes, digest: digest,
      sources: crop.sources + (isNamed ? [SourceName(bytes: place.bytes)] : []),
      observations: [observation], origin: .photo)
  }
}

extension OlderCrop {
  /// Every name the photo was found under.
  fileprivate var sources: [SourceName] { records.flatMap(\.preparation.sources) }
}

extension Rejection {
  fileprivate static func nothingToCrop(
    _ crop: OlderCrop, _ store: Store, _ place: FilePath?, _ reason: PhotoOrigin.Reason
  ) -> Rejection {
    Rejection(
      path: place ?? store.place(of: crop.records[0].preparation.master.name),
      code: "no-photo-nor-master",
      message: "There is nothing to crop \(crop.photo) from: \(reason), "
        + "and its master is missing or damaged.",
      remedy: "Name the photo, wherever it is: photoprep prep --upgrade PHOTO --store DIR.")
  }

  /// A named file that the store knows nothing of.
  static func notPrepared(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "not-prepared", message: "The store holds no record of this photo.",
      remedy: "Prepare it without --upgrade.")
  }
}
