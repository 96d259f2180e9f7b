/// Finds what matters in a photo once; a crop of any aspect can then be chosen from the analysis.
///
/// `docs/how-a-crop-is-chosen.md` has every step in order and every constant with its source.
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
  ///   - focus: Regions that are known already, for example from the photo's metadata, given by hand, or found by
  ///     Vision, whose boxes have their origin at the bottom left and must be flipped first. When any was given by
  ///     hand, heads are not looked for; a face that is known already counts once.
  /// - Returns: The analysis, from which crops of any aspect are chosen.
  /// - Complexity: O(*n*), where *n* is the number of pixels.
  public func analyze(_ image: AnalysisImage, focus: [FocusRegion] = []) -> PhotoAnalysis {
    let colour = ColourPlanes(image)
    let luma = colour.luma
    options.stageEnded?(.colours)
    let cues = Cues(colour, luma: luma, stageEnded: options.stageEnded ?? { _ in })
    // A flat picture only has the position prior.
    let look = cues.isFlat ? nil : options.model.map { NetworkLook(at: colour, by: $0) }
    options.stageEnded?(.network)
    let importance = ImportanceMap(
      look.map { cues.importance(with: $0.maps) } ?? cues.importance)
    options.stageEnded?(.combination)
    let detected = heads(in: colour, look, known: focus)
    return PhotoAnalysis(
      importance: importance, regions: focus + detected,
      cues: options.keepsCueMaps ? cues.named + (look?.named ?? []) : [],
      isFlat: cues.isFlat, appeal: look?.appeal, extents: look?.extents)
  }

  /// The heads that a model finds in addition to the known ones; none if a person pointed at something.
  private func heads(
    in colour: ColourPlanes, _ look: NetworkLook?, known: [FocusRegion]
  ) -> [FocusRegion] {
    if known.contains(where: { $0.origin == .hand }) { return [] }
    let heads = (look?.heads(in: colour, knowing: known) ?? []).notShown(by: known)
      .weighingHeads(knowing: known)
    options.stageEnded?(.detection)
    return heads
  }
}

/// The results of a model for a photo.
private struct NetworkLook {
  let maps: NetworkMaps
  /// How likely a person would gladly show the photo, 0…1; `nil` where the model does not say.
  let appeal: Double?
  let extents: SubjectExtents
  private let (people, animals): (HeadDetector, AnimalDetector)
  private let (peopleSeen, animalsSeen): ([HeadNetwork.Head], [HeadNetwork.Head])

  init(at colour: ColourPlanes, by model: ImportanceModel) {
    let picture = NetworkPicture(colour)
    (people, animals) = (HeadDetector(model.heads), AnimalDetector(model.animals))
    let look = model.look(at: picture)
    let (ofPeople, ofAnimals) = (people.look(at: picture), animals.look(at: picture))
    let ends = model.extents(in: picture)
    (maps, peopleSeen, animalsSeen) = (look.maps, ofPeople.heads, ofAnimals.heads)
    extents = ends.extents
    appeal = model.appeal?.value(
      of: look.summary + ofPeople.summary + ofAnimals.summary + ends.summary)
  }

  /// The maps by name, each 0…1.
  var named: [CueMap] { maps.named + extents.named }

  /// The faces of the heads of people and animals; a known person's face is not an animal's.
  func heads(in colour: ColourPlanes, knowing known: [FocusRegion]) -> [FocusRegion] {
    let people = people.regions(of: peopleSeen, in: colour, seenIn: HeadMap(maps.face))
    return people
      + animals.regions(
        of: animalsSeen, in: colour, beside: people + known.filter { $0.kind == .face })
  }
}

/// The version of the rules that choose a crop.
public enum SmartCropVersion {
  /// A number that grows whenever the same picture may get another crop.
  ///
  /// Callers store it to tell whether a prepared photo is up to date.
  public static let algorithm = 20
}

/// Options of an analysis.
public struct CropOptions: Sendable {
  /// Whether the analysis keeps every cue's map, for showing them.
  public var keepsCueMaps: Bool

  /// The learned model; without one the analysis uses only its cues and finds no heads.
  public var model: ImportanceModel?

  /// Called as each stage of an analysis ends, on the analysing thread; for measuring.
  public var stageEnded: (@Sendable (AnalysisStage) -> Void)?

  /// Makes options.
  public init(
    keepsCueMaps: Bool = false, model: ImportanceModel? = .standard,
    stageEnded: (@Sendable (AnalysisStage) -> Void)? = nil
  ) {
    self.keepsCueMaps = keepsCueMaps
    self.model = model
    self.stageEnded = stageEnded
  }
}
