public import PhotoGeometry

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
    let importance = ImportanceMap(look.map { cues.importance(with: $0.maps) } ?? cues.importance)
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
  private let model: ImportanceModel
  private let (people, animals): ([HeadNetwork.Head], [HeadNetwork.Head])

  init(at colour: ColourPlanes, by model: ImportanceModel) {
    let picture = NetworkPicture(colour)
    let look = model.look(at: picture)
    let ofPeople = model.heads.look(at: picture, atLeast: HeadDetector.worthALook)
    let ofAnimals = model.animals.look(at: picture, atLeast: AnimalDetector.worthALook)
    let ends = model.extents(in: picture)
    (self.model, maps, people, animals) = (model, look.maps, ofPeople.heads, ofAnimals.heads)
    extents = ends.extents
    appeal = model.appeal?.value(
      of: look.summary + ofPeople.summary + ofAnimals.summary + ends.summary)
  }

  /// The maps by name, each 0…1.
  var named: [CueMap] { maps.named + extents.named }

  /// The faces of the heads of people and animals; a known person's face is not an animal's.
  func heads(in colour: ColourPlanes, knowing known: [FocusRegion]) -> [FocusRegion] {
    func closer(_ network: HeadNetwork) -> (NormalizedRect) -> Double {
      { CloserLook(network).probability(of: $0, in: colour) }
    }
    let people = HeadDetector.regions(
      of: people, seenIn: HeadMap(maps.face), fromNear: closer(model.heads))
    return people
      + AnimalDetector.regions(
        of: animals, beside: people + known.filter { $0.kind == .face },
        fromNear: closer(model.animals))
  }
}

/// The version of the rules that choose a crop.
public enum SmartCropVersion {
  /// A number that grows whenever the same picture may get another crop.
  ///
  /// Callers store it to tell whether a prepared photo is up to date.
  public static let algorithm = 23
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
    (self.keepsCueMaps, self.model, self.stageEnded) = (keepsCueMaps, model, stageEnded)
  }
}

/// The analysis of one photo; crops of all aspects are chosen from it.
public struct PhotoAnalysis: Sendable {
  /// How much each part of the photo matters.
  public let importance: ImportanceMap
  /// The subjects that crops try to keep: those given and those detected.
  public let regions: [FocusRegion]
  /// The maps that ``importance`` was made from; empty unless ``CropOptions/keepsCueMaps`` is set.
  public let cues: [CueMap]

  /// Whether the picture has no contrast to analyse.
  let isFlat: Bool
  /// How likely a person would gladly show the photo, 0…1; `nil` without a model.
  var appeal: Double?
  /// The ends of the subject; `nil` without a model.
  var extents: SubjectExtents?

  /// Returns the best crop of an aspect.
  ///
  /// It is the largest window of the aspect, at the place with the highest score among those that keep the largest
  /// head whole, then the next smaller heads, as far as they fit. Of equally good places the nearest to the photo's
  /// centre wins, then the left or upper one.
  ///
  /// - Parameters:
  ///   - aspect: The shape to crop to.
  ///   - photo: The upright photo's size in pixels, at any resolution; its shape should be that of the
  ///     analysed picture.
  ///   - frame: The size in pixels that the crop will be shown at, for the flag `lowResolution` and as the least that
  ///     a zoomed crop has.
  ///   - zoom: Whether to come closer: a window of 0.9 of the largest one's sides, around what matters, or as near to
  ///     that as keeps 90 % of its importance; down to half its sides as long as 99 % stay. It holds all that the
  ///     largest one holds of the regions, and the frame's pixels. A flat picture is never zoomed.
  ///   - text: The place of a widget's text, in fractions of the crop; what matters stays out of it if it can.
  /// - Returns: The crop, and why it was chosen.
  public func crop(
    to aspect: AspectRatio, in photo: PixelSize, frame: PixelSize? = nil, zoom: Bool = false,
    text: NormalizedRect? = nil
  ) -> CropChoice {
    let search = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: regions),
      extents: extents, window: SlidingWindow(aspect: aspect, in: photo),
      text: text.map { TextTerm(area: $0, on: importance) })
    let near = CropZoom(importance: importance, regions: regions, photo: photo, frame: frame)
    return search.choice(
      zoomed: { zoom && !isFlat ? near.window(of: aspect, inside: $0) : $0 },
      flags: { flags(for: $0, in: photo, frame: frame) })
  }

  private func flags(for rect: PixelRect, in photo: PixelSize, frame: PixelSize?) -> [PhotoFlag] {
    let crop = NormalizedRect(rect, in: photo)
    let cuts = regions.contains {
      $0.isMain && !crop.holds($0.missed) && ($0.origin == .hand || crop.couldHold($0.missed))
    }
    let isSmall = frame.map { rect.width < $0.width || rect.height < $0.height } ?? false
    return (isFlat && regions.isEmpty ? [.flat] : []) + (cuts ? [.subjectCut] : [])
      + (isSmall ? [.lowResolution] : [])
  }
}

extension NormalizedRect {
  /// How far something may extend beyond a crop and still count as inside: half a percent of the photo, less than the
  /// uncertainty of the eye and the detector.
  static let sliver = 0.005

  /// Whether a rectangle would fit at another place; a face that is larger fits into no crop of this size (decision
  /// 0142).
  fileprivate func couldHold(_ other: NormalizedRect) -> Bool {
    min(1, other.maxX) - max(0, other.x) <= width + 2 * Self.sliver
      && min(1, other.maxY) - max(0, other.y) <= height + 2 * Self.sliver
  }

  /// Whether another rectangle is inside, or extends beyond by at most a sliver.
  fileprivate func holds(_ other: NormalizedRect) -> Bool {
    max(0, other.x) >= x - Self.sliver && min(1, other.maxX) <= maxX + Self.sliver
      && max(0, other.y) >= y - Self.sliver && min(1, other.maxY) <= maxY + Self.sliver
  }
}
