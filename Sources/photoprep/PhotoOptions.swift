internal import ArgumentParser
internal import Imaging
internal import PhotoPipeline
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
      NUL where there is one; relative ones count from the current folder.
      """,
      valueName: "file"))
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      Refuse a photo with more megapixels; JPEGs and HEICs of 8 bits may have twice as many, JPEG XL \
      half, GIFs two fifths.
      """,
      valueName: "n"))
  var maxMegapixels = 110

  @Option(help: ArgumentHelp("Refuse a file with more mebibytes.", valueName: "n"))
  var maxMebibytes = 512

  @Option(
    help: ArgumentHelp(
      "The colour behind transparent pixels, as #RRGGBB. (default: #000000, as the published app's)",
      valueName: "colour"),
    transform: colour)
  var background: RGBColour?

  @Option(
    help: ArgumentHelp(
      "Find faces with the cascades in this folder; by default those of the system.",
      valueName: "dir"))
  var cascades: String?

  @Option(
    help: ArgumentHelp(
      """
      How to find out what matters: by a network that has learned from marked photos, or by \
      contrast, edges and other cues alone.
      """))
  var analysis = AnalysisArgument.learned

  @Option(
    help: ArgumentHelp(
      """
      Keep this point in every crop, as near its middle as possible: fractions from the photo's \
      top left; may be given several times. Without it, PHOTO.focus.json beside a photo counts.
      """,
      valueName: "x,y"), transform: FocusArgument.init)
  var focus: [FocusArgument] = []

  @Flag(
    help: """
      Come closer where that keeps nearly all that matters; never below the frame's pixels.
      """)
  var zoom = false

  @Option(
    help: ArgumentHelp(
      """
      Where widgets write on the photo: top, bottom, left, right (a third of the render), or \
      x,y,width,height in its fractions. Crops keep what matters out of there where they can, and a \
      colour and a scrim for text are recorded.
      """,
      valueName: "place"), transform: TextArgument.init)
  var text: TextArgument?

  @OptionGroup var parallel: JobsOption

  private static func colour(_ text: String) throws -> RGBColour {
    if let colour = RGBColour(text) { return colour }
    throw ValidationError("--background is '\(text)'; it must be a colour like #1A2B3C.")
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
        "--zoom comes closer to what matters, onto --text; leave out one of them.")
    }
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

  /// What 'prep' does with the photos: into a store, for a device or the settings' one.
  func request(
    into store: FilePath, for device: DeviceArgument?, _ console: inout Console
  ) throws -> PrepRequest {
    let device = try device ?? Settings.device()?.argument ?? .largestPhone
    var request = PrepRequest(
      inputs: try inputs(), store: store, frames: device.screen.frames, jobs: parallel.jobs,
      reading: try settings(&console), focus: focus.map(\.area))
    if let quality = try Settings.quality("master-quality") {
      request.masterQuality = quality.argument
    }
    if let quality = try Settings.quality("render-quality") {
      request.renderQuality = quality.argument
    }
    return request
  }

  /// What a photo may be and how it is read; says so when faces cannot be found.
  func settings(_ console: inout Console) throws -> ReadingSettings {
    let found = try SubjectCascades.find(in: cascades.map(RawArguments.path))
    if let missing = found.missing { console.note("note: \(missing)") }
    let background = try background ?? Settings.background()?.argument ?? .black
    var settings = ReadingSettings(
      megapixels: maxMegapixels, mebibytes: maxMebibytes, background: background, cascades: found)
    settings.analysis = analysis.method
    settings.zooms = zoom
    settings.text = text?.area
    return settings
  }
}
