public import ArgumentParser
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore
public import PhotoWriting
internal import SystemPackage

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
      valueName: "x,y"), transform: Self.point)
  var focus: [FocusArea] = []

  @OptionGroup var parallel: JobsOption

  /// The most points; as many as a sidecar may list.
  private static let mostPoints = 64

  mutating func validate() throws {
    guard focus.count <= Self.mostPoints else {
      throw ValidationError(
        "--focus is given \(focus.count) times; it may be given \(Self.mostPoints) times.")
    }
  }

  /// Reads a point of the photo, for example `0.3,0.4`.
  private static func point(_ argument: String) throws -> FocusArea {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
      let area = FocusArea(x: x, y: y)
    else {
      throw ValidationError(
        "'\(argument)' is not a point; it must be two numbers from 0 to 1, like 0.3,0.4.")
    }
    return area
  }

  /// Refuses a command line that names no photo.
  func requirePhotos() throws {
    guard !paths.isEmpty || filesFrom != nil else {
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
    into store: FilePath, for devices: [WidgetScreen], families: [RenderFamily] = []
  ) throws -> PrepRequest {
    var request = try PrepRequest(
      of: try inputs(), into: store, for: devices, families: families,
      reading: try reading.settings())
    (request.jobs, request.recipe.focus) = (parallel.jobs, focus)
    return request
  }
}

extension PrepRequest {
  /// The request of 'prep' by the settings: for the given devices, or those of the settings, and for further families.
  init(
    of inputs: [FilePath], into store: FilePath, for devices: [WidgetScreen],
    families: [RenderFamily] = [], reading: ReadingSettings
  ) throws {
    let meant = try devices.isEmpty ? Settings.devices()?.argument ?? [.largestPhone] : devices
    var frames: [WidgetFrames] = []
    for device in meant.map({ $0.frames.adding(families) }) where !frames.contains(device) {
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

struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Refuse a photo with more megapixels; JPEGs and HEICs of 8 bits may have twice as many, JPEG XL \
      half, GIFs two fifths.
      """,
      valueName: "n", visibility: .hidden))
  var maxMegapixels = 110

  @Option(
    help: ArgumentHelp(
      "Refuse a file with more mebibytes.", valueName: "n", visibility: .hidden))
  var maxMebibytes = 512

  @Option(
    help: ArgumentHelp(
      "The colour behind transparent pixels, as #RRGGBB. (default: #000000, as the published app's)",
      valueName: "colour", visibility: .hidden),
    transform: colour)
  var background: RGBColour?

  @Option(
    help: ArgumentHelp(
      """
      How to find out what matters: by a network that has learned from marked photos, or by \
      contrast, edges and other cues alone.
      """, visibility: .hidden))
  var analysis = AnalysisMethod.learned

  @Flag(
    help: ArgumentHelp(
      """
      Come closer to what matters, as people do: to 0.9 of the sides, never below the frame's pixels.
      """, visibility: .hidden))
  var zoom = false

  @Option(
    help: ArgumentHelp(
      """
      Where widgets write on the photo: top, bottom, left, right (a third of the render), or \
      x,y,width,height in its fractions. Crops keep what matters out of that place if they can, and \
      the record gets a colour and a scrim for text.
      """,
      valueName: "place", visibility: .hidden), transform: place)
  var text: TextArea?

  private static func colour(_ text: String) throws -> RGBColour {
    if let colour = RGBColour(text) { return colour }
    throw ValidationError("--background is '\(text)'; it must be a colour like #1A2B3C.")
  }

  /// Reads the place of a widget's text: a side, or a rectangle such as `0.1,0.6,0.8,0.3`.
  private static func place(_ argument: String) throws -> TextArea {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    let rect =
      numbers.count == 4 && parts.count == 4
      ? NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    if let area = TextArea(side: argument) ?? rect.flatMap(TextArea.init) { return area }
    throw ValidationError(
      """
      '\(argument)' is no place for text; it must be top, bottom, left, right, or x,y,width,height \
      in fractions of the render, like 0.1,0.6,0.8,0.3.
      """)
  }

  mutating func validate() throws {
    guard maxMegapixels >= 1 else {
      throw ValidationError("--max-megapixels is \(maxMegapixels); it must be 1 or more.")
    }
    guard maxMebibytes >= 1 else {
      throw ValidationError("--max-mebibytes is \(maxMebibytes); it must be 1 or more.")
    }
    guard text == nil || !zoom else {
      throw ValidationError(
        "--zoom comes closer to what matters, which the text of --text would cover; leave out one "
          + "of them.")
    }
  }

  func settings() throws -> ReadingSettings {
    let background = try background ?? Settings.background()?.argument ?? .black
    var settings = ReadingSettings(
      megapixels: maxMegapixels, mebibytes: maxMebibytes, background: background)
    (settings.analysis, settings.zooms, settings.text) = (analysis, zoom, text)
    return settings
  }
}

extension AnalysisMethod: ExpressibleByArgument, CaseIterable {
  /// All of them, for the help.
  public static var allCases: [AnalysisMethod] { [.learned, .heuristic] }
}

struct LookOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A filter over the renders: noir, mono, chrome, fade, instant, process, transfer or sepia; \
      with a share of it as in sepia:0.5. The master stays as it is.
      """,
      valueName: "name"),
    completion: .list(Self.filters), transform: Self.filter)
  var filter: PhotoFilterSpec?

  @Flag(help: "Show every photo whole, over a ground made from the photo, instead of a crop.")
  var fit = false

  @Flag(
    help:
      "Show a photo whole in widgets whose crop would cut a head that matters."
  )
  var autoFit = false

  @Flag(
    help: ArgumentHelp(
      """
      Have masters and renders carry their part of a photo's gain map (Ultra HDR, ISO 21496-1), for \
      screens of high dynamic range. Whether WidgetKit shows it is not known.
      """, visibility: .hidden))
  var hdr = false

  private static let filters = PhotoFilterSpec.Token.allCases.map(\.rawValue)
    .filter { $0 != "none" }

  /// Reads a filter: its token, and after a colon its intensity.
  private static func filter(_ argument: String) throws -> PhotoFilterSpec {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let token = PhotoFilterSpec.Token(rawValue: String(parts[0])), token != .none else {
      throw ValidationError(
        "'\(parts[0])' is not a filter; the filters are \(filters.joined(separator: ", "))."
          + Suggestion.sentence(for: String(parts[0]), among: filters))
    }
    guard let intensity = parts.count == 1 ? 1 : Double(parts[1]), (0...1).contains(intensity),
      let filter = PhotoFilterSpec(token, intensity: intensity)
    else {
      throw ValidationError(
        "'\(parts[1])' is not an intensity; it must be above 0 and at most 1, as in \(token):0.5.")
    }
    return filter
  }

  /// The options by name, whether each is given, and what it changes in a recipe.
  private var all: [(name: String, isGiven: Bool, change: (inout Recipe) -> Void)] {
    [
      ("--filter", filter != nil, { $0.filter = filter }),
      ("--fit", fit, { $0.fit = .always }),
      ("--auto-fit", autoFit, { $0.fit = .heads }),
      ("--hdr", hdr, { $0.gainMaps = true }),
    ]
  }

  var given: [String] { all.filter(\.isGiven).map(\.name) }

  func apply(to recipe: inout Recipe) {
    for option in all where option.isGiven { option.change(&recipe) }
  }

  func check(beside photos: PhotoOptions) throws {
    let idle = [
      ("--auto-fit", autoFit), ("--focus", !photos.focus.isEmpty), ("--zoom", photos.reading.zoom),
    ]
    if fit, let (name, _) = idle.first(where: \.1) {
      throw ValidationError("--fit shows every photo whole; leave \(name) out.")
    }
    guard fit || autoFit, photos.reading.text != nil else { return }
    throw ValidationError(
      "--text is about crops and cannot be combined with \(fit ? "--fit" : "--auto-fit"); leave one out."
    )
  }
}

struct JSONOption: ParsableArguments {
  @Flag(help: "Print one JSON object per line on standard output.")
  var json = false
}

/// The options for the amount of messages of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only problems.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print a line for each photo.")
  var verbose = false

  var level: Verbosity { quiet ? .quiet : verbose ? .verbose : .normal }

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
