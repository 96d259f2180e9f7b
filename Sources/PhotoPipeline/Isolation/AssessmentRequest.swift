internal import Imaging
internal import PhotoStore

/// The request to judge one photo without making anything of it.
struct AssessmentRequest: WorkerRequest {
  static let name = "assessment"

  /// What the photo would be prepared by.
  let recipe: Recipe
  @Bytes var photo: [UInt8]
  /// Whether the thumbnail is enough, where the photo has one that shows it.
  var mayEstimate = false

  /// Some names and numbers; our choice.
  var answerLimit: Int { 64 << 10 }

  var libraries: Set<Decoders.Library> { Decoders.libraries(for: photo) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> AssessedPhoto {
    try PhotoRendering(reading: setup.reading, times: times).assessed(
      photo, named: "photo", by: recipe, mayEstimate: mayEstimate)
  }

  func accepts(_ product: AssessedPhoto) -> Bool {
    mayEstimate || !product.assessment.score.isEstimate
  }
}
