internal import PhotoPipeline

extension Refusal {
  init(_ rejection: Rejection, at path: String? = nil) {
    self.init(
      path: path, code: rejection.code, message: rejection.message, remedy: rejection.remedy)
  }
}
