internal import Imaging
internal import Workers

/// The second message to a worker, sent with its first photo: give up all rights that it no longer needs.
///
/// Libraries come from files and take time to load, so that only what is needed is loaded before (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// What the photos need that will come.
  let wanted: [Decoders.Library]

  /// What a worker answers.
  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    /// What it has loaded.
    let loaded: [Decoders.Library]
  }
}
