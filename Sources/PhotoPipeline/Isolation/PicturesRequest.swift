internal import Imaging
internal import PhotoStore
internal import SmartCrop

/// The request to make the pictures of one photo.
struct PicturesRequest: WorkerRequest {
  static let name = "pictures"

  let recipe: Recipe
  let photo: [UInt8]
  /// What matters in it by what its metadata said, where the bytes have lost that.
  let regions: [FocusRegion]

  /// A master of 3072×3072 pixels of noise has some 12 MB; our choice.
  var answerLimit: Int { 64 << 20 }

  var parts: [[UInt8]] {
    let regions = JSONValue.array(regions.map { FocusRegion.JSONForm($0).value })
    return [recipe.json.compactBytes, photo, regions.compactBytes]
  }

  init(recipe: Recipe, photo: [UInt8], regions: [FocusRegion] = []) {
    self.recipe = recipe
    self.photo = photo
    self.regions = regions
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 3, let recipe = JSONValue(bytes: parts[0]).flatMap(Recipe.init),
      let regions = JSONValue(bytes: parts[2])?.array
    else { return nil }
    self.init(
      recipe: recipe, photo: parts[1], regions: regions.compactMap(FocusRegion.init(json:)))
  }

  func product(
    _ setup: WorkerSetup, _ times: StepTimes
  ) throws(ImagingError) -> PhotoPictures {
    try PhotoSteps(recipe: recipe, reading: setup.reading, times: times)
      .pictures(from: photo, name: "photo", besides: regions)
  }

  static func pack(_ product: PhotoPictures) -> PackedProduct {
    PackedProduct(values: product.json, files: product.all.map(\.jpeg.bytes))
  }

  func unpack(_ packed: PackedProduct) -> PhotoPictures? {
    PhotoPictures(json: packed.values, files: packed.files)
  }
}
