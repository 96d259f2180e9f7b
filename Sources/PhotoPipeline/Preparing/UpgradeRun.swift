internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import PhotoWriting
internal import SystemFiles
internal import SystemPackage

/// Crops again what older rules have cropped in a store, and nothing else (decision 0708).
public struct UpgradeRun {
  private let run: StoreRun

  /// Makes a run on this machine's files.
  ///
  /// - Parameters:
  ///   - request: The store, how to read photos, and which: without inputs all of the store's. Every
  ///     photo keeps its own frames, background, zoom and focus, whatever the request says.
  ///   - interruption: Ends the run early.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  package init(
    _ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment
  ) {
    run = StoreRun(request: request, interruption: interruption, environment: environment)
  }

  /// Crops photos again, in the order of their names, and returns how it went.
  ///
  /// A photo is taken from where the store last saw it, or from the inputs; where that is not the same
  /// photo any more, from its master. Its older record and files stay.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts and the time.
  /// - Throws: What `report` throws; a `PhotoprepError` when the store cannot be opened or written; an
  ///   ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no thread can. Photos
  ///   that were reported stay prepared.
  public func run(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    // A recipe that gives way to each photo's own.
    let recipe = Recipe(algorithmVersion: run.environment.generation.algorithmVersion)
    return try run.run(by: recipe, opening: { try run.open(for: run.access) }, report) {
      job, inputs, report in
      let places = try places(for: UpgradeJob(job: job), inputs, report)
      try upgrade(UpgradeJob(job: job, places: places), report)
    }
  }

  /// Where photos are said to be: in the files that a person named, or in all that the catalog remembers.
  private func places(
    for job: UpgradeJob, _ inputs: InputFiles, _ report: (PrepEvent) throws -> Void
  ) throws -> [PhotoID: [FilePath]] {
    if !job.isNamed {
      return try FormerPhotos(of: job.job.store, in: run.environment.fileSystem).files()
        .mapValues { $0.map(\.path) }
    }
    var places: [PhotoID: Set<SourceName>] = [:]
    try run.request.threads.run(over: inputs.lazy.prefix { _ in isWanted }) { item in
      job.job.interruption.isRequested ? nil : Result { try job.identify(item) }
    } consume: { found in
      do {
        if let (photo, path) = try found?.get() {
          places[photo, default: []].insert(SourceName(bytes: path.bytes))
        }
      } catch let rejection as Rejection {
        try report(.rejected(rejection))
      }
    }
    return places.mapValues { $0.sorted().map(\.path) }
  }

  private func upgrade(_ job: UpgradeJob, _ report: (PrepEvent) throws -> Void) throws {
    let isNamed = job.isNamed
    var strangers = isNamed ? job.places : [:]
    let walk = try OlderCrops(in: job.job.store, by: run.environment.generation) { photo in
      !isNamed || strangers.removeValue(forKey: photo) != nil
    }
    let items = walk.lazy.filter { item in
      if case .current = item { isNamed } else { true }
    }.prefix { _ in isWanted }
    if run.request.isDryRun {
      try run.request.threads.run(over: items, work: job.upgrade) { try $0.show(report) }
    } else {
      var committer = Committer(job: job.job)
      try committer.run(over: items, on: run.request.threads, work: { [job.upgrade($0)] }, report)
    }
    let unknown = strangers.values.joined().map { SourceName(bytes: $0.bytes) }.sorted()
    for name in unknown where isWanted { try report(.rejected(.notPrepared(name.path))) }
  }

  private var isWanted: Bool { !run.interruption.isRequested }
}

extension PhotoJob.Outcome {
  /// Reports an outcome of which nothing is to be written.
  fileprivate func show(_ report: (PrepEvent) throws -> Void) throws {
    if case .failed(let error) = self { throw error }
    try eventOnceDurable.map(report)
  }
}

/// The work for one photo that older rules have cropped; called on any thread.
struct UpgradeJob: Sendable {
  let job: PhotoJob
  var places: [PhotoID: [FilePath]] = [:]
  /// Whether a person named the places, so that they are names of the photos as well.
  var isNamed: Bool { !job.request.inputs.isEmpty }

  /// Finds out which photo a named file is.
  ///
  /// - Throws: A ``Rejection``; errors of the store, which end the run.
  func identify(_ item: InputFiles.Item) throws -> (photo: PhotoID, path: FilePath) {
    let file = try item.get()
    let place = job.environment.absolute(file.path)
    if let known = try job.store.photo(at: place, file.status) { return (known, file.path) }
    let contents = try job.environment.fileSystem.readPhoto(
      file.path, limits: job.request.reading.limits)
    return (PhotoID(ContentDigest(of: contents.bytes)), file.path)
  }

  /// Works on what the walk over the store came upon.
  @Sendable func upgrade(_ item: OlderCrops.Item) -> PhotoJob.Outcome {
    if job.interruption.isRequested { return .abandoned(nil) }
    do {
      switch item {
      case .older(let crop): return try upgraded(crop)
      case .current(let record):
        let path = places[record.id.photo]?.first
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
    defer { job.request.times?.add(times) }
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
    let id = recipes.records(of: crop.photo)[0]
    // Another run may have come first.
    if let prepared = try job.store.prepared(id) {
      return .settled(.unchanged(PreparedFile(material.path, prepared)))
    }
    guard job.request.isDryRun else { return job.prepared(material, by: recipes, times, permit)[0] }
    return .settled(
      .due(
        PreparedFile(
          path: material.path, id: id, files: recipe.fileNames(of: id), flags: material.flags,
          origin: material.origin)))
  }

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
        sources: crop.sources, origin: .master(.furtherFamily), earlier: record,
        kept: kept)
    }
    return nil
  }

  /// Returns the photo where it is still to be had, otherwise its master; neither is a rejection.
  private func source(of crop: OlderCrop, _ times: StepTimes) throws -> PhotoMaterial {
    let places = places[crop.photo] ?? []
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
        digest: record.preparation.digest, sources: crop.sources,
        origin: .master(reason), earlier: record.preparation)
    }
    throw Rejection.nothingToCrop(crop, job.store, places.first, reason)
  }

  private struct PhotoLoss: Error { let reason: PhotoOrigin.Reason }

  private func photo(
    of crop: OlderCrop, at place: FilePath, _ times: StepTimes
  ) throws -> PhotoMaterial {
    var material: PhotoMaterial
    do {
      material = try PhotoMaterial.read(
        place, in: job.environment, job.request.reading.limits, times)
    } catch let rejection as Rejection {
      throw PhotoLoss(reason: rejection.code == "not-found" ? .missing : .unreadable)
    }
    guard material.digest == crop.records[0].preparation.digest else {
      throw PhotoLoss(reason: .changed)
    }
    material.sources = crop.sources + (isNamed ? material.sources : [])
    material.origin = .photo
    return material
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

extension PhotoPictures {
  /// Returns pictures that were made from a master as those of the photo it was made of.
  ///
  /// The master stays to the byte. Rectangles are fractions, so that they hold for both; pixels are
  /// counted in the photo.
  func asPictures(of photo: PhotoPreparation, master: [UInt8]) -> PhotoPictures {
    let isOver = master.count > photo.recipe.master.byteLimit
    var own = self
    (own.format, own.uprightSize) = (photo.format, photo.uprightSize)
    own.master = EncodedPicture(photo.master, master, isOverLimit: isOver)
    own.crops = crops.map { $1.counted(in: photo.uprightSize) }
    own.notes = photo.flags(of: .reading)
    (own.capture, own.decoder) = (photo.capture, photo.decoder)
    return own
  }

  /// Returns the pictures with renders, crops and risks of an earlier preparation in the place of its families', and
  /// with what it says of the way its renders were made.
  func keeping(_ kept: [RenderFamily: [UInt8]], of photo: PhotoPreparation) -> PhotoPictures {
    var own = self
    own.renders = renders.map { family, picture in
      guard let bytes = kept[family], let file = photo.renders[family] else { return picture }
      let isOver = photo.crops[family]?.flags.contains(PhotoFlag.overByteLimit.rawValue) == true
      return EncodedPicture(file, bytes, isOverLimit: isOver)
    }
    own.crops = crops.map { kept[$0] == nil ? $1 : photo.crops[$0] ?? $1 }
    own.risk = risk.map { kept[$0] == nil ? $1 : photo.risk($0) ?? $1 }
    own.regions = photo.regions
    own.notes += photo.flags(of: .upgrading)
    own.assessment = photo.assessment ?? assessment
    return own
  }
}

extension PhotoPreparation {
  fileprivate func flags(of step: PhotoFlag.Step) -> [PhotoFlag] {
    flags.compactMap(PhotoFlag.init(rawValue:)).filter { $0.step == step }
  }
}

extension EncodedPicture {
  fileprivate init(_ file: StoredFile, _ bytes: [UInt8], isOverLimit: Bool) {
    self.init(
      bytes: bytes, format: file.name.format, size: file.size, quality: file.quality,
      isOverLimit: isOverLimit)
  }
}

extension FamilyCrop {
  fileprivate func counted(in photo: PixelSize) -> FamilyCrop {
    let width = (rect.width * Double(photo.width)).rounded()
    let height = (rect.height * Double(photo.height)).rounded()
    return FamilyCrop(
      rect: rect, pixelSize: PixelSize(width: max(1, Int(width)), height: max(1, Int(height))),
      score: score, flags: flags)
  }
}
