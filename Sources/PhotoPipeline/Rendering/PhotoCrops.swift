internal import PhotoGeometry
internal import PhotoWriting
internal import SmartCrop

/// The crops of one photo, before anything is reported.
struct PhotoCrops: Codable, Sendable {
  /// The upright photo's size.
  let photo: PixelSize
  /// One for each requested aspect, in their order.
  let crops: [AspectCrop]
  /// The subjects that the crops try to keep.
  let regions: [FocusRegion]
  /// The material for the picture that explains the crops, if requested.
  var material: ExplainMaterial?
  /// The files of the first crop in every size, then of the next; empty if not requested.
  @JoinedBytes var files: [[UInt8]] = []
}

/// The crop of one aspect.
struct AspectCrop: Codable, Sendable {
  /// The crop in whole pixels of the upright photo.
  let rect: PixelRect
  /// The chance that another place would keep more of what matters, 0…1.
  let risk: Double
  let flags: [String]
  /// The terms of the crop's score, and of the score of the centre, by name.
  let score: [String: Double]
  let centreScore: [String: Double]
}

extension PhotoCrops {
  init(photo: PixelSize, choices: [CropChoice], regions: [FocusRegion]) {
    self.init(photo: photo, crops: choices.map(AspectCrop.init), regions: regions)
  }
}

extension AspectCrop {
  init(_ choice: CropChoice) {
    self.init(
      rect: choice.rect, risk: choice.risk, flags: choice.flags.map(\.rawValue),
      score: choice.score.named, centreScore: choice.centreScore.named)
  }
}
