internal import Imaging
internal import PhotoStore
internal import SmartCrop

/// The request to make the pictures of one photo, for one device or several.
struct PicturesRequest: WorkerRequest {
  static let name = "pictures"

  /// One for each device; at least one.
  let recipes: [Recipe]
  @Bytes var photo: [UInt8]
  /// Regions from the photo's original metadata, if the bytes have lost it.
  var regions: [FocusRegion] = []

  /// A master of 3072×3072 pixels of noise has some 12 MB; our choice.
  var answerLimit: Int { recipes.count * 64 << 20 }

  var libraries: Set<Decoders.Library> {
    recipes.reduce(Decoders.libraries(for: photo)) { $0.union($1.libraries) }
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> [PhotoPictures] {
    try PhotoRendering(reading: setup.reading, times: times).pictures(
      of: photo, by: recipes, remembering: regions)
  }

  func accepts(_ product: [PhotoPictures]) -> Bool {
    product.count == recipes.count
      && zip(product, recipes).allSatisfy { $0.isSensible(for: $1.frames) }
  }
}

extension Recipe {
  /// The libraries that writing the pictures needs, apart from those that decode the photo.
  ///
  /// Most gain maps are grey JPEGs, which libvips decodes.
  var libraries: Set<Decoders.Library> {
    let formats = StoredFileName.Role.all(frames.families).map(format)
    return formats.reduce(gainMaps ? [.libvips] : []) { $0.union($1.encoders) }
  }
}

/// The request to cut renders that a person framed out of a photo's master.
struct RendersRequest: WorkerRequest {
  static let name = "renders"

  let recipe: Recipe
  let cuts: [RenderCut]
  @Bytes var master: [UInt8]

  /// As for a photo's pictures; our choice.
  var answerLimit: Int { 64 << 20 }

  /// libvips rotates by fractions of a right angle.
  var libraries: Set<Decoders.Library> {
    Decoders.libraries(for: master).union(recipe.libraries)
      .union(cuts.contains { $0.cut.straightenDegrees != 0 } ? [.libvips] : [])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> [EncodedPicture] {
    // A master is within the limits of every photo, so this run's limits do not apply.
    try PhotoRendering(reading: ReadingSettings(), times: times).renders(
      of: master, named: "master", cutting: cuts, by: recipe)
  }

  func accepts(_ product: [EncodedPicture]) -> Bool {
    product.map(\.size) == cuts.map(\.cut.size)
  }
}
