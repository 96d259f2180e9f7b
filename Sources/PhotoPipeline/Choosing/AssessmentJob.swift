internal import FocusReading
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// Assesses one photo, from stored facts or from its file; called on any thread.
struct AssessmentJob: Sendable {
  /// A photo that was assessed, now or before; whether the catalog is to take the assessment; and what was seen of its
  /// file, if that was read.
  typealias Outcome = (candidate: ChoiceCandidate, isNew: Bool, seen: SourceObservation?)

  /// The store; `nil` if there is none yet and none is made.
  let store: Store?
  /// How chosen photos will be prepared.
  let request: PrepRequest
  /// The recipe with which they will be prepared.
  let recipe: Recipe
  let environment: RunEnvironment
  let interruption: Interruption
  let workers: PhotoWorkers?
  /// Whether the thumbnail in a file is enough.
  var mayEstimate = false
  private let folders = FolderNotes()

  @Sendable func assess(_ item: InputFiles.Item) -> Result<Outcome, any Error> {
    Result {
      if interruption.isRequested { throw WorkStop.abandoned }
      return try outcome(of: item.get())
    }
  }

  private func outcome(of file: InputFile) throws -> Outcome {
    let (place, now) = (environment.absolute(file.path), environment.clock())
    if let photo = try store?.photo(at: place, file.status),
      let (assessed, isNew) = try known(photo)
    {
      return (candidate(photo, file, assessed), isNew, nil)
    }
    let bytes = try environment.fileSystem.readPhoto(file.path, limits: request.reading.limits)
      .bytes
    let areas = try Rejection.about(file.path) {
      try FocusSidecar.areas(request.recipe.focus, beside: file.path, in: environment.fileSystem)
    }
    let photo = PhotoID(ContentDigest(of: bytes))
    let observation = SourceObservation(of: photo, at: place, file.status, observedAt: now)
    let former = try store.flatMap {
      try FormerPhotos(of: $0, in: environment.fileSystem).replaced(by: observation)
    }
    let known = try known(photo)?.0
    let assessed = try known ?? judge(bytes, file.path, keeping: areas)
    // Another photo under the same name has nothing of the former one.
    let isEdit = try store.map { try assessed.isEdit(of: former, in: $0) } ?? false
    let made = candidate(photo, file, assessed, isEdit ? former : nil)
    return (made, known == nil, observation)
  }

  /// Assesses bytes that were read.
  func judge(
    _ bytes: [UInt8], _ path: FilePath, keeping areas: [FocusArea] = []
  ) throws -> AssessedPhoto {
    var recipe = recipe
    recipe.focus = areas
    let steps = StepTimes()
    defer { request.times?.add(steps) }
    return try AssessmentRequest(recipe: recipe, photo: bytes, mayEstimate: mayEstimate).product(
      in: workers, reading: request.reading, path: path, times: steps)
  }

  /// The assessment from the catalog, or from the photo's newest record, where the catalog has none.
  private func known(_ photo: PhotoID) throws -> (AssessedPhoto, isNew: Bool)? {
    guard let store else { return nil }
    let versions = [AssessedPhoto.version] + (mayEstimate ? [AssessedPhoto.estimateVersion] : [])
    for version in versions {
      if let bytes = try Assessments(of: store).assessment(of: photo, version: version),
        let assessed = AssessedPhoto(bytes: bytes)
      {
        return (assessed, false)
      }
    }
    guard let record = try? store.record(RecordID(photo: photo, recipe: recipe.id)) else {
      return nil
    }
    return AssessedPhoto(record.preparation).map { ($0, true) }
  }

  private func candidate(
    _ photo: PhotoID, _ file: InputFile, _ assessed: AssessedPhoto, _ former: PhotoID? = nil
  ) -> ChoiceCandidate {
    let notes = PhotoNotes(
      beside: environment.absolute(file.path), folders: folders, in: environment.fileSystem
    ).rated(else: assessed.capture)
    return ChoiceCandidate(
      photo: photo, path: file.path, assessed: assessed,
      date: PhotoDate(assessed.capture, notes, path: file.path, modified: file.status.modified),
      notes: notes, former: former)
  }

  /// A photo that was assessed, and whether its file was read for it.
  typealias Judged = (candidate: ChoiceCandidate, isNew: Bool)

  /// How many assessments are written together; ours: one transaction costs as much as a thousand rows.
  private static let groupSize = 256

  /// Assesses photos, and saves new assessments unless this is a dry run; `take` gets each photo, or why it cannot be
  /// read.
  func run(
    over inputs: some Sequence<InputFiles.Item>,
    take: (Result<Judged, Rejection>) throws -> Void
  ) throws {
    var new: [ChoiceCandidate] = []
    var observations: [SourceObservation] = []
    var lookedInto: Set<FilePath> = []
    func flush() throws {
      guard let store, !request.isDryRun else { return }
      for isEstimate in [false, true] {
        try Assessments(of: store).keep(
          new.filter { $0.isEstimate == isEstimate }.map { ($0.photo, $0.assessed.bytes) },
          version: isEstimate ? AssessedPhoto.estimateVersion : AssessedPhoto.version)
      }
      try FormerPhotos(of: store, in: environment.fileSystem)
        .forgetMissing(beside: observations, but: &lookedInto)
      try store.remember(observations.filter { try !isEdit($0, in: store) })
      (new, observations) = ([], [])
    }
    try request.threads.run(over: inputs, work: assess) { outcome in
      switch outcome {
      case .success((let candidate, let isNew, let seen)):
        if isNew { new.append(candidate) }
        if let seen { observations.append(seen) }
        if max(new.count, observations.count) >= Self.groupSize { try flush() }
        try take(.success((candidate, isNew && seen != nil)))
      case .failure(let rejection as Rejection): try take(.failure(rejection))
      case .failure(is WorkStop): break
      case .failure(let error): throw error
      }
    }
    try flush()
  }

  /// Whether a file held another, prepared photo before: `prep` replaces that photo by this one, and needs its record.
  private func isEdit(_ observation: SourceObservation, in store: Store) throws -> Bool {
    let former = FormerPhotos(of: store, in: environment.fileSystem)
    return try former.replaced(by: observation).map { try !store.recordIDs(of: $0).isEmpty }
      ?? false
  }
}
