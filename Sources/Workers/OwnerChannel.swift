import CWorkers
import HostPlatform
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

/// A message between a worker and its owner: several runs of bytes.
///
/// On the channel: the mark `PPW1`, the number of runs as 4 bytes, the length of each as 8 bytes, all
/// little-endian, then the runs themselves.
package struct Message: Sendable {
  /// The most runs of a message; our choice: a master and six renders for each of over three times
  /// the 38 existing sets of frames.
  static let mostParts = 1024
  /// The bytes before the lengths.
  static let headCount = 8

  package let parts: [[UInt8]]

  /// Makes a message of 1 to 1,024 runs.
  package init(_ parts: [[UInt8]]) {
    precondition(
      (1...Self.mostParts).contains(parts.count), "\(parts.count) parts are not a message.")
    self.parts = parts
  }

  /// The bytes before the runs.
  var envelope: [UInt8] {
    let counts = parts.flatMap { Self.littleEndian(UInt64($0.count)) }
    return Self.mark + Self.littleEndian(UInt32(parts.count)) + counts
  }

  private static let mark = Array("PPW1".utf8)

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the number of runs from the head of an envelope; `nil` for other bytes.
  static func partCount(inHead head: [UInt8]) -> Int? {
    guard head.count == headCount, head.starts(with: mark) else { return nil }
    let count = number(head.dropFirst(mark.count))
    return (1...UInt64(mostParts)).contains(count) ? Int(count) : nil
  }

  /// Reads the lengths of the runs; `nil` when they add up to more than the limit.
  static func lengths(_ bytes: [UInt8], limit: Int) -> [Int]? {
    var rest = UInt64(limit)
    var lengths: [Int] = []
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let length = number(bytes[start..<start + 8])
      guard length <= rest else { return nil }
      rest -= length
      lengths.append(Int(length))
    }
    return lengths
  }
}

/// The rights that a worker gives up before it reads a photo.
package enum Sandbox {
  /// The restrictions of a worker on this system.
  package struct Protection: Codable, Hashable, Sendable {
    /// The version of Landlock's rules that is active; 0 for none.
    package let landlock: Int
    /// Whether a filter refuses every system call that computing does not need.
    package let filtersCalls: Bool
    /// Whether the system limits the memory.
    package let limitsMemory: Bool

    package init(landlock: Int, filtersCalls: Bool, limitsMemory: Bool) {
      (self.landlock, self.filtersCalls, self.limitsMemory) = (landlock, filtersCalls, limitsMemory)
    }
  }

  /// Limits private writable memory to some bytes, then gives up files, network, other processes and all other system
  /// calls; returns the restrictions that are active now.
  ///
  /// Call it while the process has one thread: Landlock binds the calling thread and those it starts later. Open files
  /// stay open, so libraries must be loaded before.
  package static func enter(memory: Int) -> Protection {
    let isLimited = photoprep_limit(memory) == 0 && photoprep_limits_memory()
    // Landlock first: the filter refuses its calls.
    let landlock = Int(photoprep_renounce_files())
    return Protection(
      landlock: landlock, filtersCalls: photoprep_renounce_calls(), limitsMemory: isLimited)
  }
}
