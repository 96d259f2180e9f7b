import PhotoStore

@testable import PhotoPipeline

/// A product as it crosses the channel to a request's owner, for a worker that does harm to change.
struct SentAnswer<Request: WorkerRequest> {
  let request: Request
  /// What a worker says, as JSON.
  var json: JSONValue
  /// The runs of bytes behind it.
  var runs: [[UInt8]]

  init(_ product: Request.Product, to request: Request) throws {
    let parts = WorkerCodec.parts(of: product)
    self.request = request
    json = try JSONParser.parse(parts[0])
    runs = Array(parts.dropFirst())
  }

  /// What a worker made up.
  init(_ json: JSONValue, runs: [[UInt8]] = [], to request: Request) {
    (self.request, self.json, self.runs) = (request, json, runs)
  }

  /// What the owner reads; `nil` when it is invalid.
  var read: Request.Product? { read(json) }

  /// What the owner reads of another JSON.
  func read(_ json: JSONValue) -> Request.Product? {
    let product = WorkerCodec.value(Request.Product.self, of: [json.compactBytes] + runs)
    return product.flatMap { request.accepts($0) ? $0 : nil }
  }
}

extension WorkerRequest {
  /// The request as it arrives.
  var received: Self? { Self(WorkerCodec.parts(of: self)) }
}
