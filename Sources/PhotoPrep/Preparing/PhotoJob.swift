internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// The work for one input, up to files that are staged; called on any thread.
struct PhotoJob: Sendable {
  /// What came of one input.
  enum Outcome: Sendable {
    /// Nothing is left to do but to report it.
    case settled(PrepEvent)
    /// The photo is not prepared; whoever claimed it gives the claim up.
    case rejected(Rejection, PhotoID?)
    /// The store holds the photo; its file was read to find that out.
    case seenAgain(PreparedFile, SourceObservation)
    /// The photo's files are staged.
    case staged(PreparedFile, PhotoCommit)
    /// Somebody works on the same photo at this moment.
    case claimed(InputFile, SourceObservation)
    /// The store failed, which ends the run.
    case failed(StoreError)
  }

  let store: Store
  let pipeline: PhotoPipeline
  let recipeID: RecipeID
  let isForced: Bool
  let environment: RunEnvironment
  let claims = Claims()

  /// Works on one input.
  func callAsFunction(_ item: InputFiles.Item) -> Outcome {
    switch item {
    case .rejected(let rejection): .rejected(rejection, nil)
    case .file(let file): outcome(of: file)
    }
  }

  private func outcome(of file: InputFile) -> Outcome {
    do throws(StoreError) {
      if let outcome = try known(file) { return outcome }
      return try identified(file)
    } catch {
      return .failed(error)
    }
  }

  /// The outcome of a file that was read in an earlier run and has not changed since.
  private func known(_ file: InputFile) throws(StoreError) -> Outcome? {
    if isForced { return nil }
    guard let photo = try store.photo(of: identity(of: file.path, file.status)),
      let prepared = try store.prepared(photo, with: recipeID)
    else { return nil }
    return .settled(.unchanged(PreparedFile(file.path, prepared)))
  }

  /// Reads a file to find out which photo it is, and prepares it if need be.
  private func identified(_ file: InputFile) throws(StoreError) -> Outcome {
    let contents: PhotoFile
    do throws(Rejection) {
      contents = try pipeline.times.measure("read") { () throws(Rejection) in
        try PhotoFile.read(
          file.path, limits: pipeline.reading.limits, in: environment.fileSystem)
      }
    } catch {
      return .rejected(error, nil)
    }
    let digest = pipeline.times.measure("digest") { ContentDigest(of: contents.bytes) }
    let photo = PhotoID(digest)
    let observation = SourceObservation(
      identity: identity(of: file.path, contents.status), photo: photo)
    guard claims.claim(photo) else { return .claimed(file, observation) }
    if !isForced, let prepared = try store.prepared(photo, with: recipeID) {
      claims.release(photo)
      return .seenAgain(PreparedFile(file.path, prepared), observation)
    }
    return prepared(file, contents.bytes, digest, observation)
  }

  /// The outcome of a file whose photo somebody else worked on, now that they are done.
  func outcome(
    ofClaimed file: InputFile, _ observation: SourceObservation
  ) throws(StoreError) -> Outcome {
    if let prepared = try store.prepared(observation.photo, with: recipeID) {
      return .seenAgain(PreparedFile(file.path, prepared), observation)
    }
    return try identified(file)
  }

  private func prepared(
    _ file: InputFile, _ bytes: [UInt8], _ digest: ContentDigest, _ observation: SourceObservation
  ) -> Outcome {
    let photo = PhotoID(digest)
    let pictures: PhotoPictures
    do throws(ImagingError) {
      pictures = try pipeline.pictures(from: bytes, name: file.path.displayText)
    } catch {
      return .rejected(Rejection(file.path, error), photo)
    }
    do throws(StoreError) {
      let staged = try pipeline.times.measure("stage") { () throws(StoreError) in
        try store.stage(pictures.files(of: RecordID(photo: photo, recipe: recipeID)))
      }
      let preparation = PhotoPreparation(
        digest: digest, recipe: pipeline.recipe, recipeID: recipeID,
        sources: [SourceName(bytes: file.path.bytes)], pictures: pictures, staged: staged)
      let commit = PhotoCommit(
        record: PhotoRecord(preparation, preparedAt: environment.clock()), staged: staged,
        observations: [observation])
      let prepared = PreparedFile(
        path: file.path, id: preparation.id, flags: preparation.flags)
      return .staged(prepared, commit)
    } catch {
      return .failed(error)
    }
  }

  private func identity(of path: FilePath, _ status: FileStatus) -> SourceIdentity {
    SourceIdentity(
      path: environment.workingFolder.pushing(path).lexicallyNormalized(), status: status,
      observedAt: environment.clock())
  }
}

extension PreparedFile {
  fileprivate init(_ path: FilePath, _ photo: PreparedPhoto) {
    self.init(path: path, id: photo.id, flags: photo.flags)
  }
}
