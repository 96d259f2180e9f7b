internal import Workers

/// The second message to a worker, told when its first photo is there: to give up what it needs no more.
///
/// What decodes HEICs quickly takes time to load, and comes from files (decision 0210).
struct WorkerSeal: WorkerMessage {
  /// Whether HEICs will come.
  let wantsHEVC: Bool

  /// What a worker answers.
  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    /// Whether HEICs are decoded by libavcodec.
    let hasHEVC: Bool
  }
}
