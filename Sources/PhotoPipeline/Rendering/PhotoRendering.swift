internal import Foundation
public import Imaging
public import PhotoStore
public import PhotoWriting
internal import SmartCrop

/// The program's one way from a photo's bytes to pictures; nothing here touches a disk.
///
/// Apps have `PhotoMaking`. Bytes are scanned, decoded once and analysed once; then crops are chosen, cut out and
/// encoded. `prep` asks for ``pictures(of:by:remembering:)``, `crop` and `serve` for ``crops(of:wish:kept:)``, `review` and repair
/// for ``renders(of:named:cutting:atLeast:by:)``.
struct PhotoRendering: Sendable {
  let reading: ReadingSettings
  /// The time of every step is added here.
  var times = StepTimes()
  /// Whether the pictures of a photo may be made at the same time.
  var hasFreeCore = false

  /// Scans a photo's bytes and reads its header; no pixel is decoded yet.
  func opened(_ bytes: [UInt8], named name: String = "photo") throws -> PhotoSource {
    try times.measure("scan and header") {
      try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    }
  }

  /// Finds what matters in decoded pixels; also returns the small copy of them that was analysed.
  func analysis(
    of raster: Raster, by method: AnalysisMethod, keeping focus: [FocusRegion],
    withCueMaps keepsCueMaps: Bool = false
  ) throws -> (analysis: PhotoAnalysis, image: AnalysisImage) {
    try times.measure("analyse") {
      let options = CropOptions(keepsCueMaps: keepsCueMaps, model: method.model)
      let image = try AnalysisImage(of: raster)
      return (CropAnalyzer(options: options).analyze(image, focus: focus), image)
    }
  }

  /// The colour behind transparent pixels.
  func background(of recipe: Recipe) -> RGBColour {
    RGBColour(recipe.background) ?? reading.background
  }

  /// The purpose of decoding a photo, besides the analysis.
  enum Purpose: Equatable {
    /// Nothing.
    case analysis
    /// Showing its crops.
    case crops
    /// A master and renders.
    case pictures(ofMasterAlone: Bool)
  }

  /// Decodes a photo once for all its products; analyses get the same pixels for the same photo and recipe, whatever
  /// the purpose.
  ///
  /// - Returns: The pixels, no smaller than the plan needs, or a sufficient copy of them; and the photo's own JPEG
  ///   without its metadata, if that can serve unchanged as the master.
  func decoded(
    _ source: PhotoSource, _ plan: DecodePlan, by recipe: Recipe, for purpose: Purpose
  ) throws -> (raster: Raster, ownJPEG: EncodedPicture?) {
    let background = background(of: recipe)
    func decoded(atLeast scale: Double, _ purpose: Purpose) throws -> Raster {
      let master = Reduction.exact(plan.masterSize)
      switch purpose {
      case .analysis:
        return try source.decode(as: .forAnalysis, atLeast: scale, background: background)
      case .crops:
        return try source.decode(
          atLeast: scale, background: background, making: [.forAnalysis])
      case .pictures(ofMasterAlone: false):
        return try source.decode(
          atLeast: scale, background: background, making: [.forAnalysis, master])
      case .pictures(ofMasterAlone: true):
        return try source.decode(
          as: master, atLeast: scale, background: background, making: [.forAnalysis])
      }
    }
    return try times.measure("decode") {
      let (edge, limit) = (recipe.master.longEdge, recipe.master.byteLimit)
      if recipe.format(of: .master) == .jpg,
        let own = source.ownJPEG(longEdge: edge, byteLimit: limit)
      {
        let raster = try decoded(
          atLeast: plan.renderScale, purpose == .analysis ? .analysis : .crops)
        if raster.isSound { return (raster, own) }
      }
      return (try decoded(atLeast: plan.scale, purpose), nil)
    }
  }
}

extension Reduction {
  /// The reduction for ``SmartCrop/AnalysisImage``.
  static let forAnalysis = Reduction.average(longEdge: CropAnalyzer.preferredLongEdge)
}

extension AnalysisImage {
  /// Shrinks decoded pixels to the size for an analysis; smaller ones are not changed.
  init(of raster: Raster) throws {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}

extension DetailPlane {
  /// Shrinks the luma of decoded pixels to the size for an assessment.
  init(of raster: Raster) throws {
    let (size, samples) = try raster.luma(longEdge: Self.preferredLongEdge)
    self.init(size: size, samples: samples)
  }
}

/// Limits on photos and how they are read, the same for every command.
public struct ReadingSettings: Codable, Sendable {
  /// Limits on a file and its header, checked before any pixel is decoded.
  public var limits: ImagingLimits
  /// The colour behind transparent pixels.
  public var background: RGBColour

  /// How photos are analysed.
  public var analysis = AnalysisMethod.learned
  /// Whether crops may be smaller than the largest window if that loses little.
  public var zooms = false
  /// Where widgets write on the photo, which crops keep free if possible; `nil` for nowhere.
  public var text: TextArea?
  /// How many bytes of analyses each worker caches, for photos that are cropped repeatedly.
  package var keptBytes = 0

  /// Makes settings.
  public init(limits: ImagingLimits = .standard, background: RGBColour = .black) {
    self.limits = limits
    self.background = background
  }

  /// Returns a recipe with what these settings say of crops and colours.
  func applied(to recipe: Recipe) -> Recipe {
    var recipe = recipe
    recipe.background = background.description
    (recipe.zooms, recipe.text) = (zooms, text)
    return recipe
  }

  /// The settings of a worker that only decodes; nothing is analysed, so no weights are unpacked.
  static func decodingOnly(limits: ImagingLimits = .standard) -> ReadingSettings {
    var reading = ReadingSettings(limits: limits)
    reading.analysis = .heuristic
    return reading
  }

  /// Makes settings from numbers that a person gives.
  ///
  /// - Parameters:
  ///   - megapixels: The most millions of pixels, at least 1.
  ///   - mebibytes: The most bytes of a file, in units of 2²⁰, at least 1.
  ///   - background: The colour behind transparent pixels.
  public init(megapixels: Int, mebibytes: Int, background: RGBColour) {
    // Larger numbers mean no limit, and must not overflow.
    let pixels = megapixels.multipliedReportingOverflow(by: 1_000_000)
    let bytes = mebibytes.multipliedReportingOverflow(by: 1 << 20)
    self.init(
      limits: ImagingLimits(
        maxPixels: pixels.overflow ? .max : pixels.partialValue,
        maxBytes: bytes.overflow ? .max : bytes.partialValue),
      background: background)
  }
}

/// How long the steps of preparing photos took, summed over photos and threads.
public final class StepTimes: Sendable {
  struct Step: Codable, Sendable {
    let name: String
    /// Seconds of CPU time.
    var processor = 0.0
    /// Seconds by the clock.
    var wall = 0.0
    var count = 0
  }

  private let steps = Locked<[Step]>([])

  /// Makes empty times.
  public init() {}

  /// Runs a step and adds the time it took on this thread.
  func measure<Value>(_ name: String, _ step: () throws -> Value) rethrows -> Value {
    let (processor, wall) = (Self.seconds(CLOCK_THREAD_CPUTIME_ID), Self.seconds(CLOCK_MONOTONIC))
    defer {
      add(
        Step(
          name: name, processor: Self.seconds(CLOCK_THREAD_CPUTIME_ID) - processor,
          wall: Self.seconds(CLOCK_MONOTONIC) - wall, count: 1))
    }
    return try step()
  }

  /// The steps, in the order in which they first ended.
  var all: [Step] { steps.withLock { $0 } }

  /// The seconds of CPU time of all steps.
  var processor: Double { all.reduce(0) { $0 + $1.processor } }

  func add(_ photo: StepTimes) { photo.all.forEach(add) }

  /// Whether a worker can have measured these for one photo: sums must not overflow, nor the list grow; our choice.
  static func areSensible(_ steps: [Step]) -> Bool {
    steps.count <= 100 && steps.allSatisfy { (0...1_000_000).contains($0.count) }
  }

  /// Adds a time that was measured elsewhere.
  func add(_ more: Step) {
    steps.withLock { steps in
      let index = steps.firstIndex { $0.name == more.name } ?? steps.count
      if index == steps.count { steps.append(Step(name: more.name)) }
      steps[index].processor += more.processor
      steps[index].wall += more.wall
      steps[index].count += more.count
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// One line for each step, in the order in which the steps first ended: total milliseconds of CPU and wall time, the
  /// number of runs, and the name.
  public var table: String {
    let lines = all.map { step in
      String(format: "%10.1f %10.1f %8d  ", step.processor * 1e3, step.wall * 1e3, step.count)
        + step.name.displayText
    }
    return (["    CPU ms    wall ms    times  step"] + lines).joined(separator: "\n")
  }
}
