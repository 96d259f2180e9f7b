internal import Workers

/// The second message to a worker, told when its first photo is there: to give up what it needs no more.
///
/// What decodes HEICs quickly takes time to load, and comes from files (decision 0210).
struct WorkerSeal: Codable {
  /// Whether HEICs will come.
  let wantsHEVC: Bool

  /// What a worker answers.
  struct Answer: Codable {
    let protection: Sandbox.Protection
    /// Whether HEICs are decoded by libavcodec.
    let hasHEVC: Bool
  }
}

extension WorkerSeal {
  var message: Message { Message(WorkerCodec.parts(of: self)) }

  /// Reads what a worker is told; `nil` when the message makes no sense.
  init?(_ message: Message) {
    guard let seal = WorkerCodec.value(Self.self, of: message.parts) else { return nil }
    self = seal
  }
}

extension WorkerSeal.Answer {
  var message: Message { Message(WorkerCodec.parts(of: self)) }

  /// Reads an answer; `nil` when the message makes no sense.
  init?(_ message: Message) {
    guard let answer = WorkerCodec.value(Self.self, of: message.parts) else { return nil }
    self = answer
  }
}
