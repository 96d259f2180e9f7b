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
  ///     any was given by hand, no detector is asked; a face that is known already counts once, however
  ///     many detectors find it too; of detectors the first to find it says where it is.
  /// - Returns: What matters; crops of any aspect are chosen from it.
  /// - Complexity: O(*n*), where *n* is the number of pixels.
  public func analyze(_ image: AnalysisImage, focus: [FocusRegion] = []) -> PhotoAnalysis {
    let colour = ColourPlanes(image)
    let luma = colour.luma
    options.stageEnded?(.colours)
    let cues = Cues(colour, luma: luma, stageEnded: options.stageEnded ?? { _ in })
    // A flat picture is left to the position prior.
    let seen = cues.isFlat ? nil : options.model?.network.maps(of: colour)
    options.stageEnded?(.network)
    let importance = ImportanceMap(
      seen.map { cues.importance(.standard, $0) } ?? cues.importance(.standard))
    options.stageEnded?(.combination)
    return PhotoAnalysis(
      importance: importance,
      regions: focus + detectedRegions(in: image, colour, seen, besides: focus),
      cues: options.keepsCueMaps ? cues.named + (seen?.named ?? []) : [], isFlat: cues.isFlat)
  }

  private func detectedRegions(
    in image: AnalysisImage, _ colour: ColourPlanes, _ seen: NetworkMaps?,
    besides known: [FocusRegion]
  ) -> [FocusRegion] {
    if options.detectors.isEmpty || known.contains(where: { $0.origin == .hand }) { return [] }
    let heads = seen.map { HeadMap($0.face) }
    let found = options.detectors.reduce(into: [FocusRegion]()) { regions, detector in
      let found =
        heads.map { detector.regions(in: image, heads: $0) } ?? detector.regions(in: image)
      let earlier = known + regions
      regions += found.filter { region in !earlier.contains { $0.shows(what: region) } }
    }
    let look = seen == nil ? nil : options.model.map { CloserLook($0.heads) }
    let weighed = found.weighingHeads(besides: known)
    let regions = look?.regions(weighed, in: colour) ?? weighed
    options.stageEnded?(.detection)
    return regions
  }
}
