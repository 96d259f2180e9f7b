public import PhotoStore
public import SystemPackage

/// The options of `photoprep crop`.
public struct CropRequest: Sendable {
  /// Photos and folders of photos.
  public var inputs: [FilePath]
  /// The shapes to crop to, at least one.
  public var aspects: [AspectRatio]
  /// The folder for one picture per photo that explains its crops; `nil` for none.
  public var explainFolder: FilePath?
  /// The pictures of the crops to write; `nil` for none.
  public var output: CropOutput?
  /// How many photos to work on at once, within ``JobCount/range``; `nil` for one per core.
  public var jobs: Int?
  /// Limits on photos and how they are read.
  public var reading: ReadingSettings
  /// Places that every crop of every photo must keep; when empty, each photo's sidecar is read.
  public var focus: [FocusArea]
  /// The processes that decode and analyse; `nil` to do it in this process.
  public var isolation: IsolationSettings?

  /// Makes a request.
  public init(
    inputs: [FilePath], aspects: [AspectRatio], explainFolder: FilePath? = nil, jobs: Int? = nil,
    reading: ReadingSettings = ReadingSettings(),
    focus: [FocusArea] = []
  ) {
    self.inputs = inputs
    self.aspects = aspects
    self.explainFolder = explainFolder
    self.jobs = jobs
    self.reading = reading
    self.focus = focus
  }
}
