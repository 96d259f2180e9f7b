internal import Imaging
internal import PhotoStore
internal import SystemPackage
internal import Workers

/// A request to a worker about untrusted bytes (decision 0614).
protocol WorkerRequest: Codable, Sendable {
  /// The result of the request.
  associatedtype Product: Codable & Sendable
  /// The request's name on the channel.
  static var name: String { get }
  /// The most bytes of an answer.
  var answerLimit: Int { get }
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
  /// Makes the product in a worker, or without workers in this process, which reads photos in the given way.
  func product(
    in workers: PhotoWorkers?, reading: ReadingSettings, path: FilePath,
    times: StepTimes = StepTimes()
  ) throws -> Product {
    if let workers { return try workers.product(of: self, path: path, times: times) }
    do {
      return try product(WorkerSetup(reading: reading, memory: .max), times)
    } catch let error as PhotoprepError {
      throw Rejection(path, error)
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
    case refusal(Refusal)
  }

  private let outcome: Outcome
  let steps: [StepTimes.Step]

  init(result: Result<Request.Product, Rejection>, steps: [StepTimes.Step]) {
    outcome =
      switch result {
      case .success(let product): .product(product)
      case .failure(let rejection): .refusal(Refusal(rejection))
      }
    self.steps = steps
  }

  /// Reads the answer to a request; `nil` when the message is invalid.
  init?(_ message: Message, to request: Request) {
    guard let answer = Self(message) else { return nil }
    switch answer.outcome {
    case .product(let product) where request.accepts(product): self = answer
    case .refusal(let refusal) where refusal.isSensible: self = answer
    case .product, .refusal: return nil
    }
  }

  /// Whether there is no product because libvips is not loaded.
  var lacksLibvips: Bool {
    guard case .refusal(let refusal) = outcome else { return false }
    return refusal.code == PhotoprepError.Code.libraryUnavailable.description
  }

  /// The product, or the rejection of the photo with a path.
  func result(about path: FilePath) -> Result<Request.Product, Rejection> {
    switch outcome {
    case .product(let product): .success(product)
    case .refusal(let refusal): .failure(refusal.rejection(of: path))
    }
  }
}

/// A rejection without the path, which only the owner knows.
private struct Refusal: Codable {
  let code: String
  let message: String
  let remedy: String?
  let detail: String?

  init(_ rejection: Rejection) {
    (code, message) = (rejection.code, rejection.message)
    (remedy, detail) = (rejection.remedy, rejection.detail)
  }

  /// The most bytes of a sentence from a worker; our choice, the longest has some 300.
  private static let sentenceLimit = 4096

  var isSensible: Bool {
    code.isKebabCase && message.utf8.count <= Self.sentenceLimit
      && remedy?.utf8.count ?? 0 <= Self.sentenceLimit
  }

  /// The rejection; control characters in its sentences are escaped.
  func rejection(of path: FilePath) -> Rejection {
    Rejection(
      path: path, code: code, message: message.displayText, remedy: remedy?.displayText,
      detail: detail?.shownDetail)
  }
}

extension String {
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
