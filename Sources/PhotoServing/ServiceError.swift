internal import PhotoPipeline
internal import PhotoStore

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
