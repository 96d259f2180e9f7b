import CWorkers
import Platform
import SystemPackage

/// A worker's end of the channel: receives the owner's requests, and answers.
///
/// The process ends when its owner has ended, whatever it is doing at that moment, because an answer has no receiver
/// then.
package struct OwnerChannel: Sendable {
  private let descriptor = Int32(photoprep_worker_channel)

  /// Takes the channel that the process was started with; `nil` when a person started the process.
  ///
  /// Call it first: from then on the process ends with its owner.
  package init?() {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    guard photoprep_end_with_owner(descriptor) == 0 else { _exit(EXIT_FAILURE) }
    photoprep_name()
  }

  /// Waits for the next message.
  package func receive() -> Message {
    guard let count = Message.partCount(inHead: receive(Message.headCount)),
      let lengths = Message.lengths(receive(8 * count), limit: .max)
    else { _exit(EXIT_FAILURE) }
    return Message(lengths.map(receive))
  }

  package func send(_ message: Message) {
    send(message.envelope)
    for part in message.parts { send(part) }
  }

  private func send(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes { all in
        write(descriptor, all.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if sent < 0, Errno.last != .interrupted { _exit(EXIT_FAILURE) }
      done += max(0, sent)
    }
  }

  private func receive(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let taken = read(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
        if taken == 0 { _exit(EXIT_SUCCESS) }
        if taken < 0, Errno.last != .interrupted { _exit(EXIT_FAILURE) }
        done += max(0, taken)
      }
    }
  }
}
