internal import ArgumentParser
internal import PhotoGeometry
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// The options of every command that reads photos.
struct PhotoOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Photos and folders of photos.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Also take the paths listed in this file, '-' for standard input: one a line, or separated by \
      NUL if the file has any; relative paths count from the current folder.
      """,
      valueName: "file", visibility: .hidden))
  var filesFrom: String?

  @OptionGroup(title: "Reading photos") var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      """
      Keep this point in every crop, as near its middle as possible: fractions from the photo's \
      top left; may be given several times. Without it, PHOTO.focus.json beside a photo counts.
      """,
      valueName: "x,y"), transform: FocusArgument.init)
  var focus: [FocusArgument] = []

  @OptionGroup var parallel: JobsOption

  mutating func validate() throws {
    guard focus.count <= FocusArgument.most else {
      throw ValidationError(
        "--focus is given \(focus.count) times; it may be given \(FocusArgument.most) times.")
    }
  }

  /// Whether a person named any photo, or a list of them.
  var namesPhotos: Bool { !paths.isEmpty || filesFrom != nil }

  /// Refuses a command line that names no photo.
  func requirePhotos() throws {
    guard namesPhotos else {
      throw ValidationError("Name at least one photo or folder, or use --files-from.")
    }
  }

  /// The named paths, and those of the list.
  func inputs() throws -> [FilePath] {
    let named = RawArguments.paths(for: paths)
    return named + (try filesFrom.map(Self.list) ?? [])
  }

  /// The paths listed in a file, or on standard input for `-`.
  static func list(_ file: String) throws -> [FilePath] {
    try file == "-"
      ? PathList.readStandardInput() : PathList.read(RawArguments.path(for: file))
  }

  /// The request of 'prep' for the photos: into a store, for the given devices or those of the settings.
  func request(
    into store: FilePath, for devices: [DeviceArgument], families: [RenderFamily] = []
  ) throws -> PrepRequest {
    var request = try PrepRequest(
      of: try inputs(), into: store, for: devices, families: families,
      reading: try reading.settings())
    (request.jobs, request.recipe.focus) = (parallel.jobs, focus.map(\.area))
    return request
  }
}

extension PrepRequest {
  /// The request of 'prep' by the settings: for the given devices, or those of the settings, and for further families.
  init(
    of inputs: [FilePath], into store: FilePath, for devices: [DeviceArgument],
    families: [RenderFamily] = [], reading: ReadingSettings
  ) throws {
    let meant = try devices.isEmpty ? Settings.devices()?.argument ?? [.largestPhone] : devices
    var frames: [WidgetFrames] = []
    for device in meant.map({ $0.screen.frames.adding(families) }) where !frames.contains(device) {
      frames.append(device)
    }
    self.init(inputs: inputs, store: store, frames: frames[0], reading: reading)
    otherFrames = Array(frames.dropFirst())
    if let quality = try Settings.quality("master-quality")?.argument {
      recipe.master.quality = quality
    }
    if let quality = try Settings.quality("render-quality")?.argument {
      recipe.renders = Recipe.standardRenders(of: recipe.frames.families, quality: quality)
    }
  }
}

/// A point of the photo on the command line, for example `0.3,0.4`.
struct FocusArgument {
  /// The most points; as many as a sidecar may list.
  static let most = 64

  let area: FocusArea

  init(_ argument: String) throws {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
      let area = FocusArea(x: x, y: y)
    else {
      throw ValidationError(
        "'\(argument)' is not a point; it must be two numbers from 0 to 1, like 0.3,0.4.")
    }
    self.area = area
  }
}

/// The option of every command that works on several photos at once.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Work on this many photos at once; the default is one per core.", valueName: "n",
      visibility: .hidden))
  var jobs: Int?

  mutating func validate() throws {
    let range = JobCount.range
    guard let jobs, !range.contains(jobs) else { return }
    throw ValidationError(
      "--jobs is \(jobs); it must be from \(range.lowerBound) to \(range.upperBound).")
  }
}
