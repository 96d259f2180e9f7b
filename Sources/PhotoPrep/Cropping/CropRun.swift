internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// Chooses crops without preparing anything: one per photo and aspect.
public struct CropRun: Sendable {
  private let request: CropRequest
  private let interruption: Interruption
  private let fileSystem = DiskFileSystem()

  /// Makes a run.
  public init(_ request: CropRequest, interruption: Interruption = Interruption()) {
    precondition(!request.aspects.isEmpty, "There is no aspect to crop to.")
    self.request = request
    self.interruption = interruption
  }

  /// Crops every photo, in the order of the inputs, and returns how it went.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts.
  /// - Throws: What `report` throws, and a ``Rejection`` when the folder for the explaining pictures
  ///   cannot be made or written.
  public func run(_ report: (CropEvent) throws -> Void) throws -> CropSummary {
    if let folder = request.explainFolder { try makeFolder(folder) }
    let inputs = InputFiles(request.inputs, excluding: nil, in: fileSystem)
    var summary = CropSummary()
    try WorkerThreads(count: request.jobs ?? ProcessInfo.processInfo.activeProcessorCount).run(
      over: inputs.lazy.prefix { _ in !interruption.isRequested }
    ) {
      crops(of: $0)
    } consume: { outcome in
      try summary.add(outcome, report)
    }
    summary.skipped = inputs.skipped
    summary.wasInterrupted = interruption.isRequested
    return summary
  }

  /// What one photo gave.
  struct Outcome: Sendable {
    let reports: [CropReport]
    var picture: ExplainPicture?
  }

  private func crops(of item: InputFiles.Item) -> Result<Outcome, Rejection> {
    switch item {
    case .rejected(let rejection): .failure(rejection)
    case .file(let file): Result { () throws(Rejection) in try crops(of: file) }
    }
  }

  private func crops(of file: InputFile) throws(Rejection) -> Outcome {
    let focus = try HandFocus(areas: request.focus, fileSystem: fileSystem)(file.path)
    let photo = try PhotoFile.read(file.path, limits: request.reading.limits, in: fileSystem)
    let (reports, sheet, bytes): ([CropReport], Raster?, [UInt8]?)
    do throws(ImagingError) {
      (reports, sheet) = try crops(of: file.path, photo.bytes, focus)
      bytes = request.explainFolder == nil ? nil : try sheet?.png()
    } catch {
      throw Rejection(file.path, error)
    }
    if let bytes {
      try write(bytes, explaining: file.path, PhotoID(ContentDigest(of: photo.bytes)))
    }
    let picture = request.showsPictures ? sheet.map(ExplainPicture.init) : nil
    return Outcome(reports: reports, picture: picture)
  }

  /// Chooses the crops, and draws the picture that explains them when one is wanted.
  private func crops(
    of path: FilePath, _ bytes: [UInt8], _ focus: [FocusArea]
  ) throws(ImagingError) -> ([CropReport], Raster?) {
    let source = try PhotoSource(
      bytes: bytes, name: path.displayText, limits: request.reading.limits)
    // The same pixels as for `prep`, so that both choose the same crops.
    let recipe = Recipe(
      algorithmVersion: SmartCropVersion.algorithm, zooms: request.reading.zooms)
    let plan = DecodePlan(photo: source.header.size, recipe: recipe)
    let raster = try DecodedPhoto(source, plan, recipe, background: request.reading.background)
      .raster
    let model = request.reading.analysis.model
    let options = CropOptions(
      keepsCueMaps: explains, model: model,
      detectors: request.reading.cascades.detectors(beside: model))
    let analysis = CropAnalyzer(options: options).analyze(
      try AnalysisImage(of: raster), focus: source.metadata.focus(besides: focus))
    let reports = request.aspects.map { aspect in
      CropReport(
        path: path, aspect: aspect, photo: source.header.size,
        choice: analysis.crop(
          to: aspect, in: source.header.size, frame: recipe.frame(of: aspect), zoom: recipe.zooms),
        regions: analysis.regions)
    }
    if !explains { return (reports, nil) }
    return (reports, try ExplainSheet(photo: raster, analysis: analysis, reports: reports).raster())
  }

  private var explains: Bool { request.explainFolder != nil || request.showsPictures }

  /// Writes an explaining picture under the photo's name and the first digits of its digest, so
  /// that photos of the same name do not replace each other.
  private func write(
    _ sheet: [UInt8], explaining path: FilePath, _ photo: PhotoID
  ) throws(Rejection) {
    guard let folder = request.explainFolder else { return }
    let name = "\(path.stem ?? "photo")-\(photo.description.prefix(8)).png"
    let target = folder.appending(name)
    do throws(SystemError) {
      if try fileSystem.status(of: target, followingLinks: false) != nil {
        try fileSystem.removeFile(at: target)
      }
      try fileSystem.createFile(at: target, bytes: sheet)
    } catch {
      throw Rejection(target, error)
    }
  }

  private func makeFolder(_ folder: FilePath) throws(Rejection) {
    do throws(SystemError) { try fileSystem.createDirectories(at: folder) } catch {
      throw Rejection(folder, error)
    }
  }
}

extension Recipe {
  /// The frame of the family that has a shape, so that it is judged as `prep` judges it.
  fileprivate func frame(of aspect: AspectRatio) -> PixelSize? {
    RenderFamily.allCases.map { frames[$0] }.first {
      $0.width * aspect.height == $0.height * aspect.width
    }
  }
}
