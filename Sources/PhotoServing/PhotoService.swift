internal import PhotoPipeline
internal import PhotoStore

/// Answers requests of JSON-RPC 2.0, each a text of its own; from any thread.
///
/// The result of `crop` holds what `crop --json` prints, and that of `preview` what its widget is.
struct PhotoService: Sendable {
  let reading: ReadingSettings
  /// Where photos are decoded and analysed; `nil` for this process.
  let workers: PhotoWorkers?
  let semaphore: JobSemaphore
  let previews: PreviewService

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
    let call: Call?
    do throws(CallParameters.Fault) { call = try Call(method, params) } catch {
      return .failure(ServiceError(.invalidParams, error.message))
    }
    guard let call else {
      return .failure(ServiceError(.methodNotFound, "The methods are 'crop' and 'preview'."))
    }
    let permit = semaphore.acquire()
    defer { permit.release() }
    switch call {
    case .crop(let call): return try result(of: call)
    case .preview(let call): return previews.result(of: call, readBy: workers)
    }
  }

  private func result(of call: CropCall) throws(WorkFailure) -> Result<String, ServiceError> {
    let job = CropJob(call.request(reading), in: workers)
    do throws(WorkFailure) {
      do throws(Rejection) { try job.makeFolders() } catch { throw .rejected(error) }
      let lines = try job.reports(on: call.path).map { try? $0.jsonLine() }
      return .success("{\"crops\":[\(lines.compactMap(\.self).joined(separator: ","))]}")
    } catch .rejected(let rejection) {
      return .failure(ServiceError(rejection))
    } catch .unavailable(let error) {
      return .failure(ServiceError(.internalError, error.description))
    } catch .abandoned { throw .abandoned }
  }
}

/// A method with its parameters.
private enum Call {
  case crop(CropCall)
  case preview(PreviewCall)

  /// Reads parameters; `nil` for a method that there is not.
  init?(_ method: String, _ params: JSONValue?) throws(CallParameters.Fault) {
    switch method {
    case "crop": self = .crop(try CropCall(params))
    case "preview": self = .preview(try PreviewCall(params))
    default: return nil
    }
  }
}

extension PhotoService {
  /// The answer to a request that is too long to be read.
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

extension JSONValue {
  /// Whether this may be the `id` of a request.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .string, .number, .null: true
    case .bool, .array, .object: false
    }
  }
}
