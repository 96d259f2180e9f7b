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
  /// The form of the crops' pictures; `nil` for none.
  let form: CropForm?
  let photo: [UInt8]

  /// Some hundred numbers for each crop and 0.4 MB for a small picture of it, and some maps; for a file
  /// as much as a PNG of noise has of a photo at the usual limit of megapixels; our choice.
  var answerLimit: Int {
    (8 << 20) + aspects.count * (explains ? 1 << 20 : 64 << 10) + fileCount * (330 << 20)
  }

  private var fileCount: Int { aspects.count * (form?.longEdges.count ?? 0) }

  var parts: [[UInt8]] {
    let values = JSONValue.object([
      "aspects": .array(aspects.map { .string($0.description) }), "explains": .bool(explains),
      "focus": Recipe(algorithmVersion: 0, focus: focus).json, "form": form?.json ?? .null,
    ])
    return [values.compactBytes, photo]
  }

  init(
    aspects: [AspectRatio], focus: [FocusArea], explains: Bool, form: CropForm? = nil,
    photo: [UInt8]
  ) {
    self.aspects = aspects
    self.focus = focus
    self.explains = explains
    self.form = form
    self.photo = photo
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 2, let values = JSONValue(bytes: parts[0])?.object,
      let aspects = values["aspects"]?.array?.compactMap(\.string).compactMap({ AspectRatio($0) }),
      let focus = values["focus"].flatMap(Recipe.init)?.focus
    else { return nil }
    self.init(
      aspects: aspects, focus: focus, explains: values["explains"] == .bool(true),
      form: values["form"].flatMap(CropForm.init), photo: parts[1])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws(PhotoprepError) -> PhotoCrops {
    try CropPipeline(
      aspects: aspects, focus: focus, reading: setup.reading, explains: explains, form: form,
      kept: setup.kept
    ).crops(from: photo, name: "photo")
  }

  static func pack(_ product: PhotoCrops) -> PackedProduct {
    PackedProduct(
      values: product.json,
      files: [product.material?.pictures ?? [], product.files].filter { !$0.isEmpty }
        .map { Array($0.joined()) })
  }

  func unpack(_ packed: PackedProduct) -> PhotoCrops? {
    PhotoCrops(packed, aspects: aspects.count, explains: explains, files: fileCount, form?.format)
  }
}
