internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// The request to make the pictures of one photo, for one device or several.
struct PicturesRequest: WorkerRequest {
  static let name = "pictures"

  let recipe: Recipe
  /// The frames of further devices.
  let otherFrames: [WidgetFrames]
  let photo: [UInt8]
  /// What matters in it by what its metadata said, where the bytes have lost that.
  let regions: [FocusRegion]

  /// A master of 3072×3072 pixels of noise has some 12 MB; our choice.
  var answerLimit: Int { (1 + otherFrames.count) * 64 << 20 }

  var parts: [[UInt8]] {
    let regions = JSONValue.array(regions.map { FocusRegion.JSONForm($0).value })
    let frames = JSONValue.array(otherFrames.map(\.json))
    return [recipe.json.compactBytes, photo, regions.compactBytes, frames.compactBytes]
  }

  init(
    recipe: Recipe, otherFrames: [WidgetFrames] = [], photo: [UInt8], regions: [FocusRegion] = []
  ) {
    self.recipe = recipe
    self.otherFrames = otherFrames
    self.photo = photo
    self.regions = regions
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 4, let recipe = JSONValue(bytes: parts[0]).flatMap(Recipe.init),
      let regions = JSONValue(bytes: parts[2])?.array,
      let frames = JSONValue(bytes: parts[3])?.list(of: WidgetFrames.init(json:))
    else { return nil }
    self.init(
      recipe: recipe, otherFrames: frames, photo: parts[1],
      regions: regions.compactMap(FocusRegion.init(json:)))
  }

  func product(
    _ setup: WorkerSetup, _ times: StepTimes
  ) throws(PhotoprepError) -> [PhotoPictures] {
    try PhotoSteps(
      recipe: recipe, otherFrames: otherFrames, reading: setup.reading, times: times
    ).pictures(from: photo, name: "photo", besides: regions)
  }

  static func pack(_ product: [PhotoPictures]) -> PackedProduct {
    PackedProduct(
      values: .array(product.map(\.json)),
      files: product.flatMap { $0.all.map(\.jpeg.bytes) })
  }

  func unpack(_ packed: PackedProduct) -> [PhotoPictures]? {
    guard let values = packed.values.array, values.count == 1 + otherFrames.count,
      packed.files.count % values.count == 0
    else { return nil }
    let share = packed.files.count / values.count
    let pictures = values.indices.compactMap { index in
      PhotoPictures(
        json: values[index], files: Array(packed.files[index * share..<(index + 1) * share]))
    }
    return pictures.count == values.count ? pictures : nil
  }
}
