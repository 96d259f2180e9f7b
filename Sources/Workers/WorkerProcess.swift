import CWorkers
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A running worker: a process that answers one message at a time.
///
/// One thread at a time may use it. It ends when its owner lets it go, and by itself when its owner's
/// process ends in whatever way.
package final class WorkerProcess: Sendable {
  /// The process's number.
  package let identifier: Int32
  private let channel: FileDescriptor
  private let messages: FileDescriptor
  private let hasEnded = Mutex(false)

  /// Makes the ends of a channel and of messages, and hands a worker's to what starts it.
  init(
    _ start: (_ channel: Int32, _ messages: Int32) throws(WorkerFailure) -> Int32
  ) throws(WorkerFailure) {
    var ends: (channel: [Int32], messages: [Int32]) = ([-1, -1], [-1, -1])
    try Self.check(photoprep_channel(&ends.channel))
    do throws(WorkerFailure) {
      try Self.check(photoprep_message_pipe(&ends.messages))
    } catch {
      for end in ends.channel { close(end) }
      throw error
    }
    channel = FileDescriptor(rawValue: ends.channel[0])
    messages = FileDescriptor(rawValue: ends.messages[0])
    defer {
      close(ends.channel[1])
      close(ends.messages[1])
    }
    do throws(WorkerFailure) {
      identifier = try start(ends.channel[1], ends.messages[1])
    } catch {
      identifier = 0
      hasEnded.withLock { $0 = true }
      throw error
    }
  }

  /// Starts a program.
  ///
  /// - Throws: `notStarted`.
  package convenience init(_ program: WorkerProgram) throws(WorkerFailure) {
    try self.init { (channel, messages) throws(WorkerFailure) in
      var process: pid_t = 0
      try Self.check(Self.errno(of: program, channel, messages, &process))
      return process
    }
  }

  /// Makes a copy of a process that makes copies of itself; that one has ended when this throws.
  convenience init(copyOf original: WorkerProcess, _ terms: Terms) throws(WorkerFailure) {
    try self.init { (channel, messages) throws(WorkerFailure) in
      try original.trying(terms) { (wait) throws(WorkerFailure) in
        guard photoprep_ask_for_copy(original.channel.rawValue, channel, messages) == 0 else {
          throw original.ended()
        }
        guard let copy = try original.receive(wait).copy else { throw .garbled }
        return copy
      }
    }
  }

  deinit {
    end()
    close(channel.rawValue)
    close(messages.rawValue)
  }

  private static func check(_ error: Int32) throws(WorkerFailure) {
    if error != 0 { throw .notStarted(Errno(rawValue: error)) }
  }

  private static func errno(
    of program: WorkerProgram, _ channel: Int32, _ messages: Int32, _ process: inout pid_t
  ) -> Int32 {
    let variables = program.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let environment = variables.map { strdup($0) } + [nil]
    let arguments = program.arguments.map { strdup($0) } + [nil]
    defer { for text in environment + arguments { free(text) } }
    return program.executable.withPlatformString { path in
      photoprep_start(path, arguments, environment, channel, messages, &process)
    }
  }
}

extension WorkerProcess {
  /// Bounds on one exchange.
  package struct Terms {
    /// How long the answer may take, in seconds.
    package let seconds: Double
    /// The most bytes of the answer.
    package let byteLimit: Int
    /// Asked ten times a second; `false` ends the wait.
    package let keepWaiting: () -> Bool

    /// Makes terms.
    package init(seconds: Double, byteLimit: Int, keepWaiting: @escaping () -> Bool = { true }) {
      self.seconds = seconds
      self.byteLimit = byteLimit
      self.keepWaiting = keepWaiting
    }
  }

  /// Sends a message and returns the answer.
  ///
  /// - Throws: Why there is none; then the process has ended and serves no more.
  package func exchange(_ message: Message, _ terms: Terms) throws(WorkerFailure) -> Message {
    try trying(terms) { (wait) throws(WorkerFailure) in
      try send(message, wait)
      let answer = try receive(wait)
      // What a decoder had to say about a photo that went well is of no use.
      _ = drainedMessages()
      return answer
    }
  }

  /// Sends a message whose answer is waited for later, by ``greeting(_:)``.
  func tell(_ message: Message, _ terms: Terms) throws(WorkerFailure) {
    try trying(terms) { (wait) throws(WorkerFailure) in try send(message, wait) }
  }

  /// Waits for what a worker says without being asked now.
  func greeting(_ terms: Terms) throws(WorkerFailure) -> Message {
    try trying(terms) { (wait) throws(WorkerFailure) in try receive(wait) }
  }

  /// Asks a process that could make copies of itself to serve, and waits for what it says first.
  func serve(_ terms: Terms) throws(WorkerFailure) -> Message {
    try trying(terms) { (wait) throws(WorkerFailure) in
      guard photoprep_ask_to_serve(channel.rawValue) == 0 else { throw ended() }
      return try receive(wait)
    }
  }

  /// Does something with the process, and ends it when that fails.
  private func trying<Value>(
    _ terms: Terms, _ body: (Wait) throws(WorkerFailure) -> Value
  ) throws(WorkerFailure) -> Value {
    do throws(WorkerFailure) { return try body(Wait(terms)) } catch {
      end()
      throw error
    }
  }

  private func receive(_ wait: Wait) throws(WorkerFailure) -> Message {
    let head = try receive(Message.headCount, wait)
    guard let count = Message.partCount(inHead: head) else { throw .garbled }
    let lengths = Message.lengths(try receive(8 * count, wait), limit: wait.terms.byteLimit)
    guard let lengths else { throw .garbled }
    var parts: [[UInt8]] = []
    for length in lengths { parts.append(try receive(length, wait)) }
    return Message(parts)
  }

  private func send(_ message: Message, _ wait: Wait) throws(WorkerFailure) {
    try send(message.envelope, wait)
    for part in message.parts { try send(part, wait) }
  }

  private func send(_ bytes: [UInt8], _ wait: Wait) throws(WorkerFailure) {
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes { all in
        photoprep_send(channel.rawValue, all.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if sent >= 0 {
        done += sent
      } else if Errno.last.isPassing {
        try wait.untilReady(channel.rawValue, POLLOUT)
      } else {
        throw ended()
      }
    }
  }

  private func receive(_ count: Int, _ wait: Wait) throws(WorkerFailure) -> [UInt8] {
    var failure: WorkerFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(WorkerFailure) {
        while done < count {
          let rest = buffer.baseAddress.map { $0 + done }
          let taken = photoprep_receive(channel.rawValue, rest, count - done)
          if taken > 0 {
            done += taken
          } else if taken < 0, Errno.last.isPassing {
            try wait.untilReady(channel.rawValue, POLLIN)
          } else {
            throw ended()
          }
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension WorkerProcess {
  /// How long a process that closed its channel gets to end by itself before it is ended, in
  /// hundredths of a second; the end alone tells why.
  private static let patience = 100

  /// The failure of a process that closed its channel.
  private func ended() -> WorkerFailure {
    var status: Int32 = 0
    for _ in 0..<Self.patience {
      if waitpid(identifier, &status, WNOHANG) == identifier {
        hasEnded.withLock { $0 = true }
        return .died(WorkerEnding(status: status), messages: drainedMessages())
      }
      usleep(10_000)
    }
    return .garbled
  }

  /// Ends the process at once, without waiting until it is gone; it answers no more.
  ///
  /// Giving back a decoder's memory takes milliseconds, in which its owner has other things to do.
  func dismiss() {
    hasEnded.withLock { ended in
      if !ended { _ = kill(identifier, SIGKILL) }
    }
  }

  /// Ends the process at once, and returns once it is gone.
  private func end() {
    let wasRunning = hasEnded.withLock { ended in
      defer { ended = true }
      return !ended
    }
    guard wasRunning else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, Errno.last == .interrupted {}
  }

  /// The most of what a process wrote that is kept, in bytes: the last lines say why it ended.
  private static let keptMessages = 2048

  private func drainedMessages() -> String {
    var text: [UInt8] = []
    while true {
      let some = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(messages.rawValue, buffer.baseAddress, buffer.count))
      }
      if some.isEmpty { break }
      text = (text + some).suffix(Self.keptMessages)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Errno {
  /// The number the last call of this thread left behind.
  static var last: Errno { Errno(rawValue: errno) }

  /// Whether the same call may succeed later.
  var isPassing: Bool {
    self == .wouldBlock || self == .resourceTemporarilyUnavailable || self == .interrupted
  }
}
