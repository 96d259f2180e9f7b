internal import Foundation
public import PhotoStore
public import SystemPackage

/// Chooses crops without preparing anything: one per photo and aspect.
public struct CropRun: Sendable {
  private let request: CropRequest
  private let interruption: Interruption

  /// Makes a run.
  public init(_ request: CropRequest, interruption: Interruption = Interruption()) {
    precondition(!request.aspects.isEmpty, "There is no aspect to crop to.")
    (self.request, self.interruption) = (request, interruption)
  }

  /// Crops every photo, in the order of the inputs, reports each event on the caller's thread, and returns the counts.
  ///
  /// - Throws: Errors of `report`, a ``Rejection`` when the folder for the explaining pictures
  ///   cannot be made or written, an ``IsolationError`` when no worker can be started, and a
  ///   ``ThreadShortage`` when no thread can.
  public func run(_ report: (CropEvent) throws -> Void) throws -> CropSummary {
    let workers = request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
    defer { workers?.close() }
    workers?.startAhead()
    let job = CropJob(request, in: workers)
    try job.makeFolders()
    let inputs = InputFiles(request.inputs, excluding: nil, in: job.fileSystem)
    var summary = CropSummary()
    try WorkerThreads(count: request.jobs ?? JobCount.standard).run(
      over: inputs.lazy.prefix { _ in !interruption.isRequested },
      work: { item in Result { try job.reports(on: item.get().path) } }
    ) { outcome in
      switch outcome {
      case .success(let reports):
        summary.cropped += 1
        for each in reports { try report(.crop(each)) }
      case .failure(let rejection as Rejection):
        summary.rejected += 1
        try report(.rejected(rejection))
      case .failure(is WorkStop): break
      case .failure(let error): throw error
      }
    }
    summary.isolationGaps = workers?.protection?.gaps ?? []
    summary.skipped = inputs.skipped
    summary.wasInterrupted = interruption.isRequested
    return summary
  }
}

/// The outcome for one photo.
public enum CropEvent: Sendable {
  /// A crop was chosen.
  case crop(CropReport)
  /// The photo could not be read.
  case rejected(Rejection)
}

/// The counts of a run of crops.
public struct CropSummary: Hashable, Sendable {
  /// How many photos were cropped.
  public internal(set) var cropped = 0
  /// How many photos could not be read.
  public internal(set) var rejected = 0
  /// The files that were skipped in folders.
  public internal(set) var skipped = SkippedFiles()
  /// Whether the run was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// What worker processes are not prevented from on this system, one sentence each.
  public internal(set) var isolationGaps: [String] = []
}

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
    reading: ReadingSettings = ReadingSettings(), focus: [FocusArea] = []
  ) {
    (self.inputs, self.aspects, self.explainFolder) = (inputs, aspects, explainFolder)
    (self.jobs, self.reading, self.focus) = (jobs, reading, focus)
  }
}

/// The pictures of crops to write.
public struct CropOutput: Hashable, Sendable {
  /// The one file to write, or the folder for the files.
  public var path: FilePath
  /// Whether ``path`` is a folder.
  public var isFolder: Bool
  /// The format of the files.
  public var format: PictureFormat
  /// The long edges in pixels, each a file; empty for the crop's own.
  ///
  /// No crop is enlarged.
  public var longEdges: [Int]
  /// 1…100 on the format's own scale.
  public var quality: Int

  /// Makes a description of the pictures to write.
  public init(
    _ path: FilePath, isFolder: Bool, format: PictureFormat, longEdges: [Int] = [],
    quality: Int? = nil
  ) {
    (self.path, self.isFolder, self.format, self.longEdges) = (path, isFolder, format, longEdges)
    self.quality = quality ?? format.standardQuality
  }
}

/// Why crops cannot be written to a given path, in a sentence or two.
public struct CropOutputFault: Error {
  /// The fact and what to do.
  public let message: String

  package init(message: String) { self.message = message }
}

extension CropOutput {
  /// Makes a description of the pictures to write from the name that a person gave.
  ///
  /// - Parameters:
  ///   - path: The name: of a file if it ends in a format, else of a folder.
  ///   - endsInSlash: Whether the name ended in a slash, which a path does not keep.
  ///   - takesOne: Whether one photo is cropped in one shape.
  ///   - format: The format of the files; `nil` for the one in the name, or JPEGs in a folder.
  ///   - longEdges: As ``longEdges``.
  ///   - quality: As ``quality``; `nil` for the format's own.
  /// - Throws: Why crops cannot be written to that name.
  public init(
    named path: FilePath, endsInSlash: Bool, takesOne: Bool, format: PictureFormat?,
    longEdges: [Int], quality: Int?
  ) throws {
    let isFolder = endsInSlash || path.isFolder
    guard let ending = PictureFormat(ending: path.extension), !isFolder else {
      if let ending = path.extension, !isFolder {
        throw CropOutputFault(
          message: "'.\(ending)' is not a format of crops; these are: "
            + "\(PictureFormat.list("and") { "." + $0 }). The name of a new folder with a dot ends in '/'."
        )
      }
      self.init(
        path, isFolder: true, format: format ?? .jpg, longEdges: longEdges, quality: quality)
      return
    }
    let name = path.displayText
    if let format, format != ending {
      throw CropOutputFault(message: "\(name) does not end in .\(format).")
    }
    guard takesOne, longEdges.count < 2 else {
      throw CropOutputFault(
        message: "\(name) takes the crop of one photo in one shape and size. Name one shape, or a "
          + "folder.")
    }
    self.init(path, isFolder: false, format: ending, longEdges: longEdges, quality: quality)
  }

  /// Whether there is a file that would be replaced.
  public var replacesFile: Bool {
    !isFolder && FileManager.default.fileExists(atPath: path.string)
  }

  var form: CropForm {
    CropForm(format: format, longEdges: longEdges.isEmpty ? [0] : longEdges, quality: quality)
  }
}

extension FilePath {
  /// Whether there is a folder, or a link to one.
  package var isFolder: Bool { FileManager.default.hasFolder(atPath: string) }
}

extension AspectRatio {
  /// The shapes of the largest iPhone's widgets.
  public static var widgets: [AspectRatio] {
    WidgetScreen.largestPhone.frames.values.map { AspectRatio($0) }
  }

  /// Reads a shape from text: two numbers as in `16:9`, `square`, or the family of the widget with this shape; `nil`
  /// for anything else.
  public init?(shape text: String) {
    let name = text.lowercased()
    if name == "square" {
      self.init(width: 1, height: 1)
    } else if let family = RenderFamily(name: name) {
      self.init(family.usualFrame)
    } else {
      self.init(text)
    }
  }
}
