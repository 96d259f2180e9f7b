internal import Imaging
internal import PhotoStore

/// The request to cut renders out of a photo's master as a person framed them.
struct RendersRequest: WorkerRequest {
  static let name = "renders"

  let recipe: Recipe
  let cuts: [RenderCut]
  @Bytes var master: [UInt8]

  /// As many as a photo's pictures have; our choice.
  var answerLimit: Int { 64 << 20 }

  /// Masters are JPEGs, which libvips turns by parts of a right angle, and their gain maps mostly grey ones.
  var libraries: Set<Decoders.Library> {
    recipe.gainMaps || cuts.contains { $0.cut.straightenDegrees != 0 } ? [.libvips] : []
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> [EncodedPicture] {
    // A master is within the limits of every photo, whatever those of this run are.
    try PhotoRendering(reading: ReadingSettings(), times: times).renders(
      of: master, named: "master", cutting: cuts, by: recipe)
  }

  func accepts(_ product: [EncodedPicture]) -> Bool {
    product.map(\.size) == cuts.map(\.cut.size)
  }
}
