internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// The request to cut renders out of a photo's master as a person framed them.
struct FramesRequest: WorkerRequest {
  static let name = "frames"

  /// One render and how it is framed.
  struct Framed: Hashable, Sendable {
    let family: RenderFamily
    let framing: ManualFraming
  }

  let recipe: Recipe
  let framed: [Framed]
  let master: [UInt8]

  /// As many as a photo's pictures have; our choice.
  var answerLimit: Int { 64 << 20 }

  var parts: [[UInt8]] {
    [recipe.json.compactBytes, JSONValue.array(framed.map(\.json)).compactBytes, master]
  }

  init(recipe: Recipe, framed: [Framed], master: [UInt8]) {
    (self.recipe, self.framed, self.master) = (recipe, framed, master)
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 3, let recipe = JSONValue(bytes: parts[0]).flatMap(Recipe.init),
      let framed = JSONValue(bytes: parts[1])?.list(of: Framed.init(json:))
    else { return nil }
    self.init(recipe: recipe, framed: framed, master: parts[2])
  }

  func product(
    _ setup: WorkerSetup, _ times: StepTimes
  ) throws(PhotoprepError) -> [EncodedPicture] {
    // A master is within the limits of every photo, whatever those of this run are.
    let source = try PhotoSource(bytes: master, name: "master")
    let needed = framed.map {
      $0.framing.scale(of: source.header.size, for: recipe.frames[$0.family])
    }
    let raster = try source.decode(atLeast: min(1, needed.max() ?? 1), background: .black)
    var pictures: [EncodedPicture] = []
    for one in framed { pictures.append(try picture(one, from: raster)) }
    return pictures
  }

  private func picture(_ one: Framed, from master: Raster) throws(PhotoprepError) -> EncodedPicture
  {
    let (frame, framing) = (recipe.frames[one.family], one.framing)
    let jpeg = try master.turned(quarterTurns: framing.quarterTurns)
      .cropped(
        to: framing.cropRect, straightenedBy: framing.straightenDegrees, resizedTo: frame
      ).filtered(by: recipe).jpeg(recipe.policy(for: one.family))
    return EncodedPicture(jpeg: jpeg, size: frame)
  }

  static func pack(_ product: [EncodedPicture]) -> PackedProduct {
    PackedProduct(values: .array(product.map(\.json)), files: product.map(\.jpeg.bytes))
  }

  func unpack(_ packed: PackedProduct) -> [EncodedPicture]? {
    guard let values = packed.values.array, values.count == framed.count,
      packed.files.count == framed.count
    else { return nil }
    let pictures = zip(values, packed.files).compactMap { EncodedPicture(json: $0, bytes: $1) }
    return pictures.map(\.size) == framed.map { recipe.frames[$0.family] } ? pictures : nil
  }
}

extension FramesRequest.Framed {
  /// The family, and its frame with every digit.
  fileprivate var json: JSONValue {
    let rect = framing.cropRect
    let numbers = [rect.x, rect.y, rect.width, rect.height, framing.straightenDegrees]
    return .array(
      [.string(family.rawValue), .integer(framing.quarterTurns)] + numbers.map(JSONValue.double))
  }

  fileprivate init?(json: JSONValue) {
    guard let values = json.array, values.count == 7,
      let family = values[0].string.flatMap(RenderFamily.init(rawValue:)),
      let turns = values[1].integer
    else { return nil }
    let numbers = values.dropFirst(2).compactMap(\.double)
    guard numbers.count == 5 else { return nil }
    self.init(
      family: family,
      framing: ManualFraming(
        cropRect: NormalizedRect(
          x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
        straightenDegrees: numbers[4], quarterTurns: turns))
  }
}
