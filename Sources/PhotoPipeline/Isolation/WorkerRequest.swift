internal import Imaging
internal import PhotoStore
internal import SmartCrop
internal import SystemPackage
internal import Workers

/// A request to a worker about untrusted bytes (decision 0614).
protocol WorkerRequest: Codable, Sendable {
  associatedtype Product: Codable & Sendable
  /// The request's name on the channel.
  static var name: String { get }
  /// The most bytes of an answer.
  var answerLimit: Int { get }
  /// The most of them that are JSON, for which a reader needs some 27 times as much memory.
  var textLimit: Int { get }
  /// The libraries that are known to be needed for it; a JPEG may turn out to need libvips.
  var libraries: Set<Decoders.Library> { get }

  /// Makes the product, in the worker.
  ///
  /// - Throws: A `PhotoprepError`, which is about the photo; any other error is a bug of the program.
  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> Product

  /// Whether a product is plausible as an answer to this request.
  ///
  /// A worker has read untrusted bytes, so its answers are not trusted.
  func accepts(_ product: Product) -> Bool
}

extension WorkerRequest {
  /// Our choice, several times the longest.
  var textLimit: Int { 8 << 20 }

  /// Makes the product in a worker, or without workers in this process, which reads photos in the given way.
  func product(
    in workers: PhotoWorkers?, reading: ReadingSettings, path: FilePath,
    times: StepTimes = StepTimes()
  ) throws -> Product {
    if let workers { return try workers.product(of: self, path: path, times: times) }
    return try Rejection.about(path) {
      try product(WorkerSetup(reading: reading, memory: .max), times)
    }
  }

  var message: Message { Message([Array(Self.name.utf8)] + WorkerCodec.parts(of: self)) }

  /// Reads a request; `nil` when the parts after its name are invalid.
  init?(_ parts: some Collection<[UInt8]>) {
    guard let request = WorkerCodec.value(Self.self, of: parts) else { return nil }
    self = request
  }

  /// Makes the answer to this request, in the worker.
  func answer(_ setup: WorkerSetup) throws -> Message {
    let times = StepTimes()
    let result: Result<Product, Rejection>
    do { result = .success(try product(setup, times)) } catch let error as PhotoprepError {
      // Only the owner knows the path.
      let shortage = error.detail.flatMap { MemoryShortage.explains($0) ? $0 : nil }
      result = .failure(
        shortage.map { .outOfMemory(FilePath(), limit: setup.memory, detail: $0) }
          ?? Rejection(FilePath(), error))
    }
    return WorkerAnswer<Self>(result: result, steps: times.all).message
  }
}

/// A worker's answer: its product, or why there is none.
struct WorkerAnswer<Request: WorkerRequest>: WorkerMessage {
  private enum Outcome: Codable {
    case product(Request.Product)
    /// A rejection without the path, which only the owner knows.
    case rejected(code: String, message: String, remedy: String?, detail: String?)
  }

  private let outcome: Outcome
  let steps: [StepTimes.Step]

  init(result: Result<Request.Product, Rejection>, steps: [StepTimes.Step]) {
    outcome =
      switch result {
      case .success(let product): .product(product)
      case .failure(let photo):
        .rejected(
          code: photo.code, message: photo.message, remedy: photo.remedy, detail: photo.detail)
      }
    self.steps = steps
  }

  /// Reads the answer to a request; `nil` when the message is invalid.
  init?(_ message: Message, to request: Request) {
    guard message.parts[0].count <= request.textLimit, let answer = Self(message) else {
      return nil
    }
    let isSensible =
      switch answer.outcome {
      case .product(let product): request.accepts(product)
      case .rejected(let code, let message, let remedy, _):
        code.isKebabCase
          && [message, remedy ?? ""].allSatisfy { $0.utf8.count <= String.sentenceLimit }
      }
    guard isSensible, StepTimes.areSensible(answer.steps) else { return nil }
    self = answer
  }

  /// The rejection's code, if there is no product.
  var code: String? {
    if case .rejected(let code, _, _, _) = outcome { code } else { nil }
  }

  /// The product, or the rejection of the photo with a path.
  func result(about path: FilePath) -> Result<Request.Product, Rejection> {
    switch outcome {
    case .product(let product): .success(product)
    case .rejected(let code, let message, let remedy, let detail):
      .failure(
        Rejection(
          path: path, code: code, message: message, remedy: remedy, detail: detail?.shownDetail))
    }
  }
}

extension String {
  /// The most bytes of a sentence from a worker; our choice, the longest has some 300.
  fileprivate static let sentenceLimit = 4096
  /// The most characters of a detail that are shown; our choice, libraries say some 200.
  private static let detailLimit = 2000

  /// The messages of libraries in a worker, for people: on one line, of limited length, and without control
  /// characters.
  var shownDetail: String {
    let lines = prefix(Self.detailLimit).split(whereSeparator: \.isNewline)
    let text = lines.joined(separator: "; ").displayText
    return count > Self.detailLimit ? text + "…" : text
  }

  /// Whether this is a name of 1 to 64 small letters, digits and hyphens, as codes and cues have.
  var isKebabCase: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

/// The other side of ``IsolationSettings``: a process that decodes and renders the bytes it receives, and has access
/// to nothing else.
public enum PhotoWorker {
  /// Serves the process that started this one, until that ends; returns only when there is no such process, because a
  /// person started this one.
  public static func run() {
    guard let owner = OwnerChannel() else { return }
    guard var setup = WorkerSetup(owner.receive()) else { return }
    let keptBytes = setup.reading.keptBytes
    setup.kept = keptBytes > 0 ? KeptAnalyses(byteCount: keptBytes) : nil
    owner.send(Message([[]]))
    guard let seal = WorkerSeal(owner.receive()) else { return }
    let loaded = seal.wanted.filter { Decoders.load($0) }
    let protection = Sandbox.enter(memory: setup.memory)
    owner.send(WorkerSeal.Answer(protection: protection, loaded: loaded).message)
    while true {
      // An error that is not about a photo is a bug of the program; it ends this process, which the owner notices.
      guard let answer = try? answer(to: owner.receive(), setup) else { return }
      owner.send(answer)
    }
  }

  private static let requests: [any WorkerRequest.Type] = [
    PicturesRequest.self, RendersRequest.self, CropsRequest.self, AssessmentRequest.self,
    InspectionRequest.self,
    PNGRequest.self, PropertyListRequest.self,
  ]

  private static func answer(to message: Message, _ setup: WorkerSetup) throws -> Message? {
    let name = String(decoding: message.parts[0], as: UTF8.self)
    let request = requests.first { $0.name == name }?.init(message.parts.dropFirst())
    return try request?.answer(setup)
  }
}

/// The first message to a worker: the settings that are the same for every photo of a run.
struct WorkerSetup: WorkerMessage {
  let reading: ReadingSettings
  /// The most bytes of memory.
  let memory: Int
  /// The kept analyses of photos; `nil` if no photo is expected again, and where it is sent from.
  var kept: KeptAnalyses?

  private enum CodingKeys: CodingKey { case reading, memory }
}

/// The second message to a worker, sent with its first photo: to give up all rights that it no longer needs.
///
/// Libraries come from files and take time to load, so only the needed ones are loaded before that (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// The libraries that the coming photos need.
  let wanted: [Decoders.Library]

  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    let loaded: [Decoders.Library]
  }
}

/// The request to make the pictures of one photo, for one device or several.
struct PicturesRequest: WorkerRequest {
  static let name = "pictures"

  /// One for each device; at least one.
  let recipes: [Recipe]
  @Bytes var photo: [UInt8]
  /// Regions from the photo's original metadata, if the bytes have lost it.
  var regions: [FocusRegion] = []
  /// Whether a job of the run has nothing to do, so that this one may use its core.
  var hasFreeCore = false

  /// A master of 3072×3072 pixels of noise has some 12 MB; our choice.
  var answerLimit: Int { recipes.count * 64 << 20 }

  var libraries: Set<Decoders.Library> {
    recipes.reduce(Decoders.libraries(for: photo)) { $0.union($1.libraries) }
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> [PhotoPictures] {
    try PhotoRendering(reading: setup.reading, times: times, hasFreeCore: hasFreeCore).pictures(
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

/// The request to choose the crops of one photo.
struct CropsRequest: WorkerRequest {
  static let name = "crops"

  let wish: CropWish
  @Bytes var photo: [UInt8]

  /// Some hundred numbers for each crop, and some maps; our choice.
  var textLimit: Int { (8 << 20) + wish.aspects.count * (64 << 10) }

  /// 0.4 MB for a small picture of each crop; for a file, as much as a PNG of noise has of a photo at the usual limit of
  /// megapixels; our choice.
  var answerLimit: Int {
    textLimit + (wish.explains ? wish.aspects.count << 20 : 0) + wish.pictureCount * (330 << 20)
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

struct AssessmentRequest: WorkerRequest {
  static let name = "assessment"

  /// The recipe with which the photo would be prepared.
  let recipe: Recipe
  @Bytes var photo: [UInt8]
  /// Whether the thumbnail is enough, if the photo has a suitable one.
  var mayEstimate = false

  /// Some names and numbers; our choice.
  var answerLimit: Int { 64 << 10 }

  var libraries: Set<Decoders.Library> { Decoders.libraries(for: photo) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> AssessedPhoto {
    try PhotoRendering(reading: setup.reading, times: times).assessed(
      photo, by: recipe, mayEstimate: mayEstimate)
  }

  func accepts(_ product: AssessedPhoto) -> Bool {
    mayEstimate || !product.assessment.score.isEstimate
  }
}

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
