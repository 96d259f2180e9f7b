internal import Imaging
internal import PhotoGeometry

/// The request to decode an image whole and say its size, before it may enter a store.
struct InspectionRequest: WorkerRequest {
  static let name = "inspection"

  @Bytes var image: [UInt8]

  /// Two numbers, or some sentences.
  var answerLimit: Int { 64 << 10 }

  var libraries: Set<Decoders.Library> { Decoders.libraries(for: image) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> PixelSize {
    try PhotoRendering(reading: setup.reading).opened(image, named: "image")
      .decode(atLeast: 1, background: .black).size
  }

  func accepts(_ product: PixelSize) -> Bool { true }
}
