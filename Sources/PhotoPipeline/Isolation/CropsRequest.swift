internal import Imaging

/// The request to choose the crops of one photo.
struct CropsRequest: WorkerRequest {
  static let name = "crops"

  let wish: CropWish
  @Bytes var photo: [UInt8]

  /// Some hundred numbers for each crop and 0.4 MB for a small picture of it, and some maps; for a file, as much as a
  /// PNG of noise has of a photo at the usual limit of megapixels; our choice.
  var answerLimit: Int {
    (8 << 20) + wish.aspects.count * (wish.explains ? 1 << 20 : 64 << 10)
      + wish.pictureCount * (330 << 20)
  }

  var libraries: Set<Decoders.Library> {
    Decoders.libraries(for: photo).union(wish.form?.format.encoders ?? [])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> PhotoCrops {
    try PhotoRendering(reading: setup.reading, times: times).crops(
      of: photo, wish: wish, kept: setup.kept)
  }

  func accepts(_ product: PhotoCrops) -> Bool { product.answers(wish) }
}
