internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// The request to decode an image whole and say its size, before it may enter a store.
struct InspectionRequest: WorkerRequest {
  static let name = "inspection"

  let image: [UInt8]

  /// Two numbers, or some sentences.
  var answerLimit: Int { 64 << 10 }

  var parts: [[UInt8]] { [image] }

  init(image: [UInt8]) { self.image = image }

  init?(parts: [[UInt8]]) {
    guard parts.count == 1 else { return nil }
    self.init(image: parts[0])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws(PhotoprepError) -> PixelSize {
    try PhotoSource(bytes: image, name: "image", limits: setup.reading.limits)
      .decode(atLeast: 1, background: .black).size
  }

  static func pack(_ product: PixelSize) -> PackedProduct {
    PackedProduct(values: product.sides, files: [])
  }

  func unpack(_ packed: PackedProduct) -> PixelSize? {
    packed.files.isEmpty ? PixelSize(sides: packed.values) : nil
  }
}
