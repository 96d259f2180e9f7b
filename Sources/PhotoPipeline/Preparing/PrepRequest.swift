internal import FocusReading
internal import Imaging
internal import PhotoCatalog
public import PhotoStore
internal import SystemFiles
public import SystemPackage

/// What `photoprep prep` should do.
public struct PrepRequest: Sendable {
  /// Photos and folders of photos.
  public var inputs: [FilePath]
  /// The folder that holds the store; it is made when there is none.
  public var store: FilePath
  /// The recipe for the first device.
  ///
  /// A run adds the version of the rules and what ``reading`` says. Without a focus each photo's sidecar is asked.
  public var recipe: Recipe
  /// The frames of further devices; each photo has a record, renders and a master for each.
  public var otherFrames: [WidgetFrames] = []
  /// How many photos to work on at once, within ``JobCount/range``; `nil` for one per core.
  public var jobs: Int?
  /// Whether photos that are prepared already are prepared again.
  public var isForced: Bool
  /// Whether nothing is changed, and what would be prepared is only reported.
  public var isDryRun = false
  /// Whether older preparations of the same photos stay that nothing names.
  public var keepsOlder = false
  /// Whether photos are prepared that a person removed.
  public var isAgain = false
  /// Folders whose photos go to the trash where their files are gone; none by default.
  public var pruned: [FilePath] = []
  /// What a photo may be and how it is read.
  public var reading: ReadingSettings
  /// The processes that decode and render; `nil` to do it in this process.
  public var isolation: IsolationSettings?
  /// Where the time of every step is added, if anywhere.
  public var times: StepTimes?

  /// Makes a request.
  public init(
    inputs: [FilePath], store: FilePath, frames: WidgetFrames = WidgetScreen.largestPhone.frames,
    jobs: Int? = nil, isForced: Bool = false, reading: ReadingSettings = ReadingSettings(),
    focus: [FocusArea] = []
  ) {
    self.inputs = inputs
    self.store = store
    recipe = Recipe(algorithmVersion: 0, frames: frames, focus: focus)
    self.jobs = jobs
    self.isForced = isForced
    self.reading = reading
  }

  /// The size of every family's render.
  public var frames: WidgetFrames {
    get { recipe.frames }
    set { recipe = recipe.with(frames: newValue) }
  }

  /// The complete recipe for the first device.
  func recipe(by generation: CropGeneration) -> Recipe {
    var recipe = reading.applied(to: recipe)
    recipe.algorithmVersion = generation.algorithmVersion
    recipe.subjects = reading.analysis.subjects
    recipe.analysis = generation.name(of: reading.analysis)
    return recipe
  }

  /// A recipe for each device that is else like another.
  func recipes(like recipe: Recipe) -> DeviceRecipes {
    DeviceRecipes([recipe] + otherFrames.map(recipe.with))
  }

  /// How many photos are worked on at the same time.
  var jobCount: Int { jobs ?? JobCount.standard }

  /// The photos and folders to prepare, to be walked.
  func files(in fileSystem: any FileSystem) -> InputFiles {
    InputFiles(inputs, excluding: store, in: fileSystem)
  }

  /// Two threads a job: each job has one photo that is worked on and one that waits for the device.
  var threads: WorkerThreads { WorkerThreads(count: 2 * jobCount) }
}

/// What a photo is prepared by: a recipe for each device, at least one, and their names.
struct DeviceRecipes: Sendable {
  let all: [Recipe]
  let ids: [RecipeID]

  /// Names recipes, which costs a digest each.
  init(_ recipes: [Recipe]) { self.init(recipes, recipes.map(\.id)) }

  private init(_ recipes: [Recipe], _ ids: [RecipeID]) { (all, self.ids) = (recipes, ids) }

  /// The same for one photo, in whose sidecar a person may have pointed at something.
  ///
  /// - Throws: The rejection of a photo whose sidecar is broken.
  func beside(_ photo: FilePath, in fileSystem: any FileSystem) throws -> DeviceRecipes {
    let given = all[0].focus
    let areas = try Rejection.about(photo) {
      try FocusSidecar.areas(given, beside: photo, in: fileSystem)
    }
    if areas == given { return self }
    return DeviceRecipes(
      all.map { recipe in
        var own = recipe
        own.focus = areas
        return own
      })
  }

  /// What a dry run says of a photo that is not prepared, for each device.
  ///
  /// - Throws: The rejection of a file that does not begin as a photo.
  func due(_ material: PhotoMaterial) throws -> [PreparedFile] {
    let path = material.path
    _ = try Rejection.about(path) { try PhotoFormat(of: material.bytes, named: path.displayText) }
    return zip(all, records(of: material.photo)).map { recipe, id in
      PreparedFile(path: path, id: id, files: recipe.fileNames(of: id), flags: [])
    }
  }

  /// What a photo is called in the store, for each device.
  func records(of photo: PhotoID) -> [RecordID] { ids.map { RecordID(photo: photo, recipe: $0) } }

  /// Those of some of the devices, by their places; at least one.
  func only(_ places: [Int]) -> DeviceRecipes {
    DeviceRecipes(places.map { all[$0] }, places.map { ids[$0] })
  }
}

/// What preparing and upgrading have in common: one store, the workers, and how it went.
struct StoreRun {
  let request: PrepRequest
  let interruption: Interruption
  let environment: RunEnvironment
  /// Workers that start when they are needed, and end with the run; `nil` where photos are decoded in this process.
  let workers: PhotoWorkers?

  init(request: PrepRequest, interruption: Interruption, environment: RunEnvironment) {
    (self.request, self.interruption, self.environment) = (request, interruption, environment)
    workers = request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
  }

  /// Opens the store while the first worker gets ready, does the work and returns how it went.
  ///
  /// `recipe` is what photos are prepared by for the first device; what `work` reports is counted.
  func run(
    by recipe: Recipe, opening open: () throws -> Store, _ report: (PrepEvent) throws -> Void,
    work: @escaping (PhotoJob, InputFiles, (PrepEvent) throws -> Void) throws -> Void
  ) throws -> PrepSummary {
    let start = ContinuousClock.now
    workers?.startAhead()
    var summary = PrepSummary()
    let inputs = makeInputs()
    try open().closing { store in
      let job = PhotoJob(
        store: store, recipes: request.recipes(like: recipe), request: request,
        environment: environment, interruption: interruption, workers: workers,
        semaphore: JobSemaphore(count: request.jobCount))
      try work(job, inputs) { event in
        if case .rejected(let rejection) = event {
          try inputs.requireFolders(above: rejection.path)
        }
        summary.count(event)
        try report(event)
      }
      if !interruption.isRequested { try inputs.requireFolders() }
      summary.unreadableRecords = store.unreadableRecords
    }
    summary.isolationGaps = workers?.protection?.gaps ?? []
    summary.skipped = inputs.skipped
    summary.wasInterrupted = interruption.isRequested
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    return summary
  }

  func makeInputs() -> InputFiles { request.files(in: environment.fileSystem) }

  /// Opens the store, or makes it if there is a photo to prepare: a misspelt path makes
  /// no store.
  func openOrMake() throws -> Store {
    do {
      return try open(for: access)
    } catch let error as PhotoprepError where error.code == .storeMissing && !request.isDryRun {
      guard makeInputs().findPhoto() else { throw error }
      try Store.create(at: request.store, in: environment.storeEnvironment)
      return try open()
    }
  }

  /// What the store is opened for: a dry run only reads it.
  var access: Store.Access { request.isDryRun ? .read : .write }

  /// Opens the store to be written or read, unless the run is interrupted meanwhile.
  func open(for access: Store.Access = .write) throws -> Store {
    try Store.open(at: request.store, for: access, in: storeEnvironment)
  }

  /// What a store takes from this run's world, with its worker processes.
  var storeEnvironment: StoreEnvironment {
    environment.storeEnvironment.readingPropertyLists(in: request.isolation, until: interruption)
  }
}
