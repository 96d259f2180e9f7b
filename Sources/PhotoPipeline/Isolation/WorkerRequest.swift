internal import Imaging
internal import PhotoStore
internal import SystemPackage
internal import Workers

/// What a worker is asked to make of bytes that somebody else made (decision 0614).
///
/// The owner sends ``parts`` and reads the answer; the worker reads ``parts`` and answers.
protocol WorkerRequest: Sendable {
  /// What the worker makes.
  associatedtype Product: Sendable
  /// What says on the channel which request it is.
  static var name: String { get }
  /// The request as runs of bytes, without its name.
  var parts: [[UInt8]] { get }
  /// The most bytes of an answer.
  var answerLimit: Int { get }

  /// Reads ``parts``; `nil` when they are none.
  init?(parts: [[UInt8]])

  /// Makes the product, in the worker.
  func product(_ setup: WorkerSetup, _ times: StepTimes) throws(PhotoprepError) -> Product

  /// Returns a product as it crosses the channel.
  static func pack(_ product: Product) -> PackedProduct

  /// Reads what ``pack(_:)`` gave; `nil` when it makes no sense as an answer to this request.
  ///
  /// A worker has read what somebody else made, so nothing it says is taken on trust.
  func unpack(_ packed: PackedProduct) -> Product?
}

/// A worker's product on the channel.
struct PackedProduct {
  let values: JSONValue
  /// Runs of bytes besides, at most 255.
  let files: [[UInt8]]
}

extension WorkerRequest {
  /// Makes the product where it is to be made: in a worker, or in this process where there is none.
  ///
  /// - Parameters:
  ///   - workers: The workers, if there are any.
  ///   - reading: How this process reads photos.
  ///   - path: What errors call the photo.
  ///   - times: Where the time of every step is added.
  /// - Returns: The product.
  /// - Throws: Why there is none.
  func product(
    in workers: PhotoWorkers?, reading: ReadingSettings, path: FilePath,
    times: StepTimes = StepTimes()
  ) throws(WorkFailure) -> Product {
    if let workers { return try workers.product(of: self, path: path, times: times) }
    do throws(PhotoprepError) {
      return try product(WorkerSetup(reading: reading, memory: .max), times)
    } catch {
      throw .rejected(Rejection(path, error))
    }
  }

  var message: Message { Message([Array(Self.name.utf8)] + parts) }

  /// Makes the answer to this request, in the worker.
  func answer(_ setup: WorkerSetup) -> Message {
    let times = StepTimes()
    let result = Result { () throws(PhotoprepError) in try product(setup, times) }
      .mapError { error in
        // The path is known to the owner alone.
        guard let detail = error.detail, MemoryShortage.explains(detail) else {
          return Rejection(FilePath(), error)
        }
        return .outOfMemory(FilePath(), limit: setup.memory, detail: detail)
      }
    return WorkerAnswer<Self>(result: result, steps: times.all).message
  }
}

/// What a worker answers: its product, or why there is none.
struct WorkerAnswer<Request: WorkerRequest> {
  let result: Result<Request.Product, Rejection>
  let steps: [StepTimes.Step]

  var message: Message {
    let steps = JSONValue.array(steps.map(\.json))
    switch result {
    case .success(let product):
      let packed = Request.pack(product)
      let values = JSONValue.object(["product": packed.values, "steps": steps])
      return Message([values.compactBytes] + packed.files)
    case .failure(let rejection):
      let values = JSONValue.object(["rejection": rejection.json, "steps": steps])
      return Message([values.compactBytes])
    }
  }

  init(result: Result<Request.Product, Rejection>, steps: [StepTimes.Step]) {
    self.result = result
    self.steps = steps
  }

  /// Reads the answer to a request about a photo; `nil` when the message is none.
  init?(_ message: Message, to request: Request, about path: FilePath) {
    guard let values = JSONValue(part: 0, of: message)?.object,
      let steps = values["steps"]?.array?.compactMap(StepTimes.Step.init(json:))
    else { return nil }
    self.steps = steps
    if let rejection = values["rejection"].flatMap({ Rejection(json: $0, path: path) }) {
      result = .failure(rejection)
    } else if let product = values["product"].flatMap({
      request.unpack(PackedProduct(values: $0, files: Array(message.parts.dropFirst())))
    }) {
      result = .success(product)
    } else {
      return nil
    }
  }
}

extension Rejection {
  /// The most bytes of a sentence from a worker; our choice, the longest has some 300.
  private static let sentenceLimit = 4096

  fileprivate var json: JSONValue {
    .object([
      "code": .string(code), "message": .string(message),
      "remedy": remedy.map(JSONValue.string) ?? .null,
      "detail": detail.map(JSONValue.string) ?? .null,
    ])
  }

  /// Reads a worker's rejection; its sentences can move no terminal's cursor.
  fileprivate init?(json: JSONValue, path: FilePath) {
    guard let values = json.object, let code = values["code"]?.string, code.isKebabCase,
      let message = values["message"]?.string, message.utf8.count <= Self.sentenceLimit
    else { return nil }
    let remedy = values["remedy"]?.string
    guard remedy?.utf8.count ?? 0 <= Self.sentenceLimit else { return nil }
    self.init(
      path: path, code: code, message: message.displayText, remedy: remedy?.displayText,
      detail: values["detail"]?.string?.shownDetail)
  }
}

extension String {
  /// The most characters of a detail that are shown; our choice, libraries say some 200.
  private static let detailLimit = 2000

  /// What libraries said in a worker, for people: on one line, no longer than anybody reads, and
  /// without anything that moves a terminal's cursor.
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

extension StepTimes.Step {
  fileprivate var json: JSONValue {
    .array([.string(name), .double(processor), .double(wall), .integer(count)])
  }

  fileprivate init?(json: JSONValue) {
    guard let values = json.array, values.count == 4, let name = values[0].string,
      let processor = values[1].double, let wall = values[2].double, let count = values[3].integer
    else { return nil }
    self.init(name: name.displayText, processor: processor, wall: wall, count: count)
  }
}
