internal import Imaging
internal import PhotoStore

/// The request to assess one photo.
struct AssessmentRequest: WorkerRequest {
  static let name = "assessment"

  /// The recipe with which the photo would be prepared.
  let recipe: Recipe
  @Bytes var photo: [UInt8]
  /// Whether the thumbnail is enough, if the photo has a suitable one.
  var mayEstimate = false

  /// Some names and numbers; our choice.
  var answerLimit: Int { 64 << 10 }

  var libraries: Set<Decoders.Library> { Decoders.libraries(for: photo) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> AssessedPhoto {
    try PhotoRendering(reading: setup.reading, times: times).assessed(
      photo, by: recipe, mayEstimate: mayEstimate)
  }

  func accepts(_ product: AssessedPhoto) -> Bool {
    mayEstimate || !product.assessment.score.isEstimate
  }
}
