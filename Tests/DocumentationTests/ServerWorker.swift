import PhotoPipeline

/// Serves as a worker where the program was started as one; call it first, and end the program
/// when it returns true.
func hasServedAsWorker() -> Bool {
  guard CommandLine.arguments.dropFirst().first == "worker" else { return false }
  PhotoWorker.run()
  return true
}
