internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// The request to choose the crops of one photo.
struct CropsRequest: WorkerRequest {
  static let name = "crops"

  let aspects: [AspectRatio]
  /// What a person pointed at in the photo.
  let focus: [FocusArea]
  /// Whether what explains the crops is wanted too.
  let explains: Bool
  let photo: [UInt8]

  /// Some hundred numbers for each crop and 0.4 MB for a small picture of it, and some maps; our choice.
  var answerLimit: Int { (8 << 20) + aspects.count * (explains ? 1 << 20 : 64 << 10) }

  var parts: [[UInt8]] {
    let values = JSONValue.object([
      "aspects": .array(aspects.map { .string($0.description) }), "explains": .bool(explains),
      "focus": Recipe(algorithmVersion: 0, focus: focus).json,
    ])
    return [values.compactBytes, photo]
  }

  init(aspects: [AspectRatio], focus: [FocusArea], explains: Bool, photo: [UInt8]) {
    self.aspects = aspects
    self.focus = focus
    self.explains = explains
    self.photo = photo
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 2, let values = JSONValue(bytes: parts[0])?.object,
      let aspects = values["aspects"]?.array?.compactMap(\.string).compactMap({ AspectRatio($0) }),
      let focus = values["focus"].flatMap(Recipe.init)?.focus
    else { return nil }
    self.init(
      aspects: aspects, focus: focus, explains: values["explains"] == .bool(true), photo: parts[1])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws(ImagingError) -> PhotoCrops {
    try CropPipeline(aspects: aspects, focus: focus, reading: setup.reading, explains: explains)
      .crops(from: photo, name: "photo")
  }

  static func pack(_ product: PhotoCrops) -> PackedProduct {
    PackedProduct(
      values: product.json, files: product.material.map { [Array($0.pictures.joined())] } ?? [])
  }

  func unpack(_ packed: PackedProduct) -> PhotoCrops? {
    PhotoCrops(packed, aspects: aspects.count, explains: explains)
  }
}
