import PhotoGeometry

/// Finds out once what matters in a photo, so that a crop of any aspect can be chosen from it.
///
/// ```swift
/// let analysis = CropAnalyzer().analyze(image)
/// let square = analysis.crop(to: AspectRatio(width: 1, height: 1), in: photoSize)
/// square.rect  // whole pixels of the upright photo
/// ```
///
/// The same picture always gives the same crop, on any thread and any number of them.
public struct CropAnalyzer: Sendable {
  /// The long edge, in pixels, that callers shrink a photo to; smaller photos are taken as they are.
  public static let preferredLongEdge = 320

  private let options: CropOptions

  /// Makes an analyser.
  public init(options: CropOptions = CropOptions()) { self.options = options }

  /// Returns what matters in a picture.
  ///
  /// A picture of any size is analysed, and the crops are in proportion; a picture much larger than
  /// ``preferredLongEdge`` only takes longer.
  ///
  /// - Parameters:
  ///   - image: The upright picture.
  ///   - focus: Regions that are known already, for example from the photo's metadata or given by hand. When
  ///     any was given by hand, no detector is asked.
  /// - Returns: What matters; crops of any aspect are chosen from it.
  /// - Complexity: O(*n*), where *n* is the number of pixels.
  public func analyze(_ image: AnalysisImage, focus: [FocusRegion] = []) -> PhotoAnalysis {
    let colour = ColourPlanes(image)
    let luma = colour.luma
    options.stageEnded?(.colours)
    let cues = Cues(colour, luma: luma, stageEnded: options.stageEnded ?? { _ in })
    return PhotoAnalysis(
      importance: importance(cues, colour),
      regions: focus + detectedRegions(in: image, besides: focus),
      cues: options.keepsCueMaps ? cues.named : [], isFlat: cues.isFlat)
  }

  /// A flat picture is left to the position prior.
  private func importance(_ cues: Cues, _ colour: ColourPlanes) -> ImportanceMap {
    var plane = cues.importance(.standard)
    options.stageEnded?(.combination)
    if !cues.isFlat, let correction = LearnedCorrection.standard {
      plane = correction.corrected(plane, cues, colour)
    }
    let map = ImportanceMap(plane)
    options.stageEnded?(.network)
    return map
  }

  private func detectedRegions(in image: AnalysisImage, besides known: [FocusRegion])
    -> [FocusRegion]
  {
    if options.detectors.isEmpty || known.contains(where: { $0.origin == .hand }) { return [] }
    let regions = options.detectors.flatMap { $0.regions(in: image) }
    options.stageEnded?(.detection)
    return regions
  }
}
