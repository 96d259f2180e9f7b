internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct Crop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop",
    abstract: "Says where photos would be cropped, and why, and writes the crops if asked.",
    discussion: """
      One line per photo and shape. The shapes are those of the largest iPhone's widgets unless \
      --aspect names others. With --output the crops are written too, in sRGB and without the \
      photo's metadata.

      Examples:
        photoprep crop photo.jpg --aspect 1:1 --explain why
        photoprep crop photo.jpg --aspect 16:9 --size 1600 -o wide.jpg
        photoprep crop ~/Pictures --aspect square --size 400 --size 1200 --format webp -o thumbs
      """)

  @OptionGroup var photos: PhotoOptions

  @Option(
    help: ArgumentHelp(
      """
      A shape to crop to, as 16:9, 16x9 or 1.91:1, or by name: square, \
      \(RenderFamily.names()); may be given several times.
      """,
      valueName: "w:h"), transform: Self.shape)
  var aspect: [AspectRatio] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Write the crop into this file, whose ending gives the format: \
      \(PictureFormat.list { "." + $0 }); with several photos, shapes or sizes, write them into this folder.
      """,
      valueName: "path"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      The long edge of the written crop in pixels; no crop is enlarged. May be given several \
      times. Without it, the photo's own pixels.
      """,
      valueName: "n"))
  var size: [Int] = []

  @Option(
    help: ArgumentHelp(
      "The format of the files in a folder: \(PictureFormat.list()). (default: jpg)",
      valueName: "format"), transform: Self.format)
  var format: PictureFormat?

  @Option(
    help: ArgumentHelp(
      "1 to 100 on the format's own scale. (default: \(PictureFormat.standardQualities))",
      valueName: "n"))
  var quality: Int?

  @Flag(help: "Replace the file of --output, whatever it is but the photo itself.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Write a picture for each photo into this folder, with the maps, the crops and the scores.",
      valueName: "dir"))
  var explain: String?

  @OptionGroup var form: JSONOption

  @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try photos.requirePhotos()
    if let size = size.first(where: { !(1...65_535).contains($0) }) {
      throw ValidationError("--size is \(size); it must be from 1 to 65535.")
    }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality is \(quality); it must be from 1 to 100.")
    }
    if output == nil, !size.isEmpty || format != nil || quality != nil || force {
      throw ValidationError("Name the crop's file or folder with --output.")
    }
  }

  func run() throws {
    let signals = SignalWatch()
    let console = Console(verbosity.level, isJSON: form.json)
    let summary = try reportingFailure(stoppedBy: signals) {
      try CropRun(request(), interruption: signals.interruption).run { event in
        switch event {
        case .crop(let report):
          if form.json || verbosity.level > .quiet {
            try console.result(form.json ? report.jsonLine() : report.description)
          }
        case .rejected(let rejection):
          if form.json { try console.result(rejection) }
          console.message(rejection.description)
        }
      }
    }
    for gap in summary.isolationGaps { console.message("note: \(gap)") }
    if summary.skipped.total > 0 { console.note("skipped: \(summary.skipped)") }
    try signals.end(interrupted: summary.wasInterrupted, rejected: summary.rejected)
  }

  private func request() throws -> CropRequest {
    var request = CropRequest(
      inputs: try photos.inputs(),
      aspects: aspect.isEmpty ? AspectRatio.widgets : aspect,
      explainFolder: explain.map(RawArguments.path), jobs: photos.parallel.jobs,
      reading: try photos.reading.settings(), focus: photos.focus)
    request.output = try output.map { try cropOutput(RawArguments.path(for: $0), request) }
    request.isolation = isolation.settings
    return request
  }

  /// Reads a shape: two numbers, `square`, or the widget that has this shape.
  private static func shape(_ text: String) throws -> AspectRatio {
    if let ratio = AspectRatio(shape: text) { return ratio }
    throw ValidationError(
      "'\(text)' is not a shape; write it like 16:9, 16x9 or 1.91:1, or say square, "
        + "\(RenderFamily.names(last: "or")).")
  }

  private static func format(_ text: String) throws -> PictureFormat {
    if let format = PictureFormat(ending: text) { return format }
    throw ValidationError("--format is '\(text)'; it must be \(PictureFormat.list()).")
  }

  /// The place of the crops: a file for a single one, else a folder.
  private func cropOutput(_ path: FilePath, _ request: CropRequest) throws -> CropOutput {
    let isOne = request.inputs.count == 1 && !request.inputs[0].isFolder
    let wish: CropOutput
    do {
      wish = try CropOutput(
        named: path, endsInSlash: output?.hasSuffix("/") == true,
        takesOne: isOne && request.aspects.count == 1, format: format, longEdges: size,
        quality: quality)
    } catch let fault as CropOutputFault { throw ValidationError(fault.message) }
    if !force, wish.replacesFile {
      let name = path.displayText
      throw ValidationError("\(name): There is a file already. Name another, or add --force.")
    }
    return wish
  }
}
