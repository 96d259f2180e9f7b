internal import PhotoPipeline
internal import PhotoStore

/// Answers requests of JSON-RPC 2.0, each a separate text; from any thread.
///
/// The result of `crop` has the output of `crop --json`, and that of `preview` describes its widget.
struct PhotoService: Sendable {
  let reading: ReadingSettings
  /// The processes that decode and analyse photos; `nil` for this process.
  let workers: PhotoWorkers?
  let semaphore: JobSemaphore
  let previews: PreviewService

  /// Returns the answer to a request without a line break; `nil` for a notification.
  ///
  /// - Throws: ``WorkStop`` when the service is being stopped.
  func answer(_ text: [UInt8]) throws -> String? {
    let request: JSONValue
    do { request = try JSONParser.parse(text) } catch {
      return Self.answer(
        .null, .init(.parseError, "This is not JSON: at byte \(error.offset), \(error.fact)."))
    }
    guard let values = request.object, values["jsonrpc"] == .string("2.0"),
      let method = values["method"]?.string, values["id"]?.isIdentifier ?? true
    else {
      return Self.answer(
        .null,
        .init(.invalidRequest, "This is not a request of JSON-RPC 2.0; batches are not taken."))
    }
    let id = values["id"]
    do {
      let result = try result(of: Call(method, values["params"]))
      return id.map { Self.line($0, "result", result) }
    } catch let error as ServiceError {
      return id.map { Self.answer($0, error) }
    }
  }

  private func result(of call: Call) throws -> String {
    let permit = semaphore.acquire()
    defer { permit.release() }
    switch call {
    case .crop(let call): return try result(of: call)
    case .preview(let call): return try previews.result(of: call, readBy: workers)
    }
  }

  private func result(of call: CropCall) throws -> String {
    let job = CropJob(call.request(reading), in: workers)
    do {
      try job.makeFolders()
      let lines = try job.reports(on: call.path).map { try? $0.jsonLine() }
      return "{\"crops\":[\(lines.compactMap(\.self).joined(separator: ","))]}"
    } catch let rejection as Rejection {
      throw ServiceError(rejection)
    } catch let stop as WorkStop {
      throw stop
    } catch {
      throw ServiceError(.internalError, "\(error)")
    }
  }
}

private enum Call {
  case crop(CropCall)
  case preview(PreviewCall)

  init(_ method: String, _ params: JSONValue?) throws {
    do {
      switch method {
      case "crop": self = .crop(try CropCall(params))
      case "preview": self = .preview(try PreviewCall(params))
      default: throw ServiceError(.methodNotFound, "The methods are 'crop' and 'preview'.")
      }
    } catch let fault as CallParameters.Fault {
      throw ServiceError(.invalidParams, fault.message)
    }
  }
}

extension PhotoService {
  static let tooLong = answer(
    .null,
    ServiceError(.invalidRequest, "The line is longer than \(LineChannel.lineLimit) bytes."))

  private static func answer(_ id: JSONValue, _ error: ServiceError) -> String {
    line(id, "error", error.json.lineText)
  }

  private static func line(_ id: JSONValue, _ name: String, _ value: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id.lineText),\"\(name)\":\(value)}"
  }
}

/// An error in the form of JSON-RPC 2.0.
struct ServiceError: Error {
  /// The numbers of the specification, and one of our own from its range for servers.
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

  /// A photo that cannot be cropped; the data have the reason, as in `crop --json`.
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
