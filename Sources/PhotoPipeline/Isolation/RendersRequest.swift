internal import Imaging
internal import PhotoStore

/// The request to cut renders that a person framed out of a photo's master.
struct RendersRequest: WorkerRequest {
  static let name = "renders"

  let recipe: Recipe
  let cuts: [RenderCut]
  @Bytes var master: [UInt8]

  /// As for a photo's pictures; our choice.
  var answerLimit: Int { 64 << 20 }

  /// libvips rotates by fractions of a right angle.
  var libraries: Set<Decoders.Library> {
    Decoders.libraries(for: master).union(recipe.libraries)
      .union(cuts.contains { $0.cut.straightenDegrees != 0 } ? [.libvips] : [])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> [EncodedPicture] {
    // A master is within the limits of every photo, so this run's limits do not apply.
    try PhotoRendering(reading: ReadingSettings(), times: times).renders(
      of: master, named: "master", cutting: cuts, by: recipe)
  }

  func accepts(_ product: [EncodedPicture]) -> Bool {
    product.map(\.size) == cuts.map(\.cut.size)
  }
}
