internal import Imaging
internal import PhotoCatalog
public import PhotoStore
public import SystemPackage

/// What `photoprep prep` should do.
public struct PrepRequest: Sendable {
  /// Photos and folders of photos.
  public var inputs: [FilePath]
  /// The folder that holds the store; it is made when there is none.
  public var store: FilePath
  /// The size of every family's render.
  public var frames: WidgetFrames
  /// The JPEG quality with which encoding masters begins, within `Recipe.qualities`.
  public var masterQuality = Recipe.Master().quality
  /// The JPEG quality with which encoding renders begins, within `Recipe.qualities`.
  public var renderQuality = Recipe.standardRenders.small.quality
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
  /// Where photos are shown whole; `nil` for nowhere.
  public var fit: Recipe.Fit?
  /// The filter over the renders; `nil` for none.
  public var filter: PhotoFilterSpec?
  /// Whether pictures carry their part of a photo's gain map.
  public var gainMaps = false
  /// What every crop of every photo must keep; when empty, each photo's sidecar is asked.
  public var focus: [FocusArea]
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
    self.frames = frames
    self.jobs = jobs
    self.isForced = isForced
    self.reading = reading
    self.focus = focus
  }
}

extension PrepRequest {
  /// What photos are prepared by, for the first device.
  func recipe(by generation: CropGeneration) -> Recipe {
    Recipe(
      algorithmVersion: generation.algorithmVersion, frames: frames,
      master: Recipe.Master(quality: masterQuality),
      renders: Recipe.standardRenders(
        of: frames.families, quality: renderQuality),
      background: reading.background.description,
      subjects: reading.analysis.subjects,
      analysis: generation.name(of: reading.analysis),
      focus: focus,
      zooms: reading.zooms, text: reading.text, filter: filter,
      fit: fit, gainMaps: gainMaps)
  }

  /// A recipe for each device that is else like another.
  func recipes(like recipe: Recipe) -> [Recipe] {
    [recipe] + otherFrames.map(recipe.with)
  }

  /// How many photos are worked on at the same time.
  var jobCount: Int { jobs ?? JobCount.standard }

  /// Two threads a job: each job has one photo that is worked on and one that waits for the device.
  var threads: WorkerThreads { WorkerThreads(count: 2 * jobCount) }
}

extension Recipe {
  /// What tells a preparation of a photo from others of the same photo, for people: the device, then
  /// all that is not as usual.
  public var variant: String {
    let asked = [
      focus.isEmpty ? nil : "focus " + focus.map(\.words).joined(separator: " and "),
      background == RGBColour.black.description ? nil : "on \(background)",
      zooms ? "zoomed" : nil,
      fit.map { $0 == .always ? "shown whole" : "whole where heads are cut" },
      text.map { "text at \($0.rect.words)" },
      gainMaps ? "with gain maps" : nil,
      filter.map { $0.intensity == 1 ? "\($0.token)" : "\($0.token) \($0.intensity)" },
      analysis == Self.heuristicAnalysis ? "cues alone" : nil,
      codec.map { "by \($0)" },
      hasStandardQualities ? nil : "quality \(master.quality) and \(renders.small.quality)",
      algorithmVersion < CropGeneration.today.algorithmVersion ? "older rules" : nil,
    ]
    return ([device] + asked.compactMap(\.self)).joined(separator: ", ")
  }

  /// The newest device with these frames, or else the frames.
  private var device: String {
    guard let screen = WidgetScreen.having(frames) else {
      return frames.values.map(\.description).joined(separator: " ")
    }
    return screen.devices.last ?? screen.identifier
  }

  private var hasStandardQualities: Bool {
    master == Master() && renders == Self.standardRenders(of: frames.families)
  }
}

extension FocusArea {
  fileprivate var words: String { isPoint ? "\(rect.x),\(rect.y)" : rect.words }
}

extension NormalizedRect {
  fileprivate var words: String { [x, y, width, height].map(\.description).joined(separator: ",") }
}
