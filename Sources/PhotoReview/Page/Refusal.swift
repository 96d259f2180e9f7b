internal import PhotoStore

/// Why something is not done or shown, for the page's scripts.
struct Refusal: Encodable, Sendable {
  var path: String?
  let code, message: String
  let remedy: String?

  var jsonLine: String { (try? JSONLine.encode(self)) ?? "{}" }
}

extension Refusal {
  init(_ error: PhotoprepError, at path: String? = nil) {
    self.init(path: path, code: "\(error.code)", message: error.message, remedy: error.remedy)
  }
}
