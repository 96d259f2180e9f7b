internal import PhotoStore

/// Answers requests of JSON-RPC 2.0, each a text of its own; from any thread.
///
/// There is one method, `crop`. Its result holds what `crop --json` prints.
struct CropService: Sendable {
  let reading: ReadingSettings
  /// Where photos are decoded and analysed; `nil` for this process.
  let workers: PhotoWorkers?
  let turns: Turns

  /// Returns the answer to a request without its line end; `nil` when none is wanted.
  ///
  /// - Throws: `abandoned` when the service is being stopped.
  func answer(_ text: [UInt8]) throws(WorkFailure) -> String? {
    let request: JSONValue
    do throws(JSONParser.Failure) { request = try JSONParser.parse(text) } catch {
      return Self.answer(
        .null, .init(.parseError, "This is not JSON: at byte \(error.offset), \(error.fact)."))
    }
    guard let values = request.object, values["jsonrpc"] == .string("2.0"),
      let method = values["method"]?.string, values["id"]?.isIdentifier ?? true
    else {
      return Self.answer(
        .null, .init(.invalidRequest, "This is no request of JSON-RPC 2.0; batches are not taken."))
    }
    let result = try result(of: method, values["params"])
    guard let id = values["id"] else { return nil }
    switch result {
    case .success(let text): return Self.line(id, "result", text)
    case .failure(let error): return Self.answer(id, error)
    }
  }

  private func result(
    of method: String, _ params: JSONValue?
  ) throws(WorkFailure) -> Result<String, ServiceError> {
    guard method == "crop" else {
      return .failure(ServiceError(.methodNotFound, "There is one method, 'crop'."))
    }
    let call: CropCall
    do throws(CropCall.Fault) { call = try CropCall(params) } catch {
      return .failure(ServiceError(.invalidParams, error.message))
    }
    let turn = turns.take()
    defer { turn.end() }
    return try result(of: call)
  }

  private func result(of call: CropCall) throws(WorkFailure) -> Result<String, ServiceError> {
    let job = CropJob(request: call.request(reading), workers: workers)
    do throws(WorkFailure) {
      do throws(Rejection) { try job.makeFolders() } catch { throw .rejected(error) }
      let lines = try job.outcome(of: call.path).reports.map { try? $0.jsonLine() }
      return .success("{\"crops\":[\(lines.compactMap(\.self).joined(separator: ","))]}")
    } catch .rejected(let rejection) {
      return .failure(ServiceError(rejection))
    } catch .unavailable(let error) {
      return .failure(ServiceError(.internalError, error.description))
    } catch .abandoned { throw .abandoned }
  }
}

extension CropService {
  /// The answer to a request that is too long to be read.
  static let tooLong = answer(
    .null,
    ServiceError(.invalidRequest, "The line is longer than \(LineChannel.lineLimit) bytes."))

  private static func answer(_ id: JSONValue, _ error: ServiceError) -> String {
    line(id, "error", error.json.compactText)
  }

  private static func line(_ id: JSONValue, _ name: String, _ value: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id.compactText),\"\(name)\":\(value)}"
  }
}

/// An error as JSON-RPC 2.0 tells it.
private struct ServiceError: Error {
  /// The numbers of the specification, and one of our own from the range it leaves to servers.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case rejected = -32000
  }

  let code: Code
  let message: String
  var data: JSONValue?

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// A photo that cannot be cropped; the data say why, as `crop --json` does.
  init(_ rejection: Rejection) {
    self.init(.rejected, rejection.description)
    data = .object([
      "code": .string(rejection.code), "path": .string(rejection.path.string),
      "message": .string(rejection.message),
      "remedy": rejection.remedy.map(JSONValue.string) ?? .null,
    ])
  }

  var json: JSONValue {
    var values: [String: JSONValue] = [
      "code": .integer(code.rawValue), "message": .string(message),
    ]
    values["data"] = data
    return .object(values)
  }
}

extension JSONValue {
  /// Whether this may be the `id` of a request.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .string, .number, .null: true
    case .bool, .array, .object: false
    }
  }
}
