import CWorkers
import PhotoGeometry
import HostPlatform
package import SystemPackage

/// Workers of one program: idle ones, and new ones as needed.
///
/// Each is a separate process (decision 0603); there are as many as threads that work at the same time.
package final class WorkerPool: Sendable {
  /// A worker, and its answer to the setup.
  package typealias Ready = (worker: WorkerProcess, greeting: Message)

  private let program: WorkerProgram
  private let setup: Message
  private let idle = Locked<[WorkerProcess]>([])
  /// A worker that was started ahead of its first photo, with the setup sent.
  private let ahead = Locked<WorkerProcess?>(nil)

  /// Makes a pool of a program that answers the setup, its first message, when it is ready; nothing is started yet.
  package init(_ program: WorkerProgram, setup: Message) {
    (self.program, self.setup) = (program, setup)
  }

  /// Starts the first worker ahead of its first photo, so that it gets ready meanwhile.
  ///
  /// If that fails, ``start(_:)`` tries once more and reports the reason.
  package func startAhead(_ bounds: WorkerProcess.Bounds) {
    let worker = try? WorkerProcess(program)
    guard let worker, (try? worker.tell(setup, bounds)) != nil else { return }
    ahead.withLock { $0 = worker }
  }

  /// Takes a worker that has served before; `nil` if there is none.
  ///
  /// A worker that has ended since, or sent more than its answer, is dropped.
  package func take() -> WorkerProcess? {
    while let worker = idle.withLock({ $0.popLast() }) {
      if worker.isWaiting { return worker }
    }
    return nil
  }

  /// Returns a worker that may serve again to the pool.
  package func put(_ worker: WorkerProcess) { idle.withLock { $0.append(worker) } }

  /// Returns a worker that has not served yet, ready to serve, and its answer to the setup.
  package func start(_ bounds: WorkerProcess.Bounds) throws(WorkerFailure) -> Ready {
    if let worker = ahead.withLock({ $0.take() }) {
      do { return (worker, try worker.awaitAnswer(bounds)) } catch {
        // Unless the owner stopped it, the worker may have been killed from outside.
        if case .stopped = error { throw error }
      }
    }
    let worker = try WorkerProcess(program)
    return (worker, try worker.exchange(setup, bounds))
  }

  /// Signals every idle worker to end, without waiting for it.
  package func dismiss() {
    idle.withLock { workers in
      for worker in workers { worker.dismiss() }
    }
    ahead.withLock { $0?.dismiss() }
  }

  /// Ends every idle worker.
  package func close() {
    idle.withLock { $0 = [] }
    ahead.withLock { $0 = nil }
  }
}

/// Why a worker did not answer.
package enum WorkerFailure: Error, Sendable {
  case notStarted(Errno)
  /// The process ended; with the end of its standard error, for logs only.
  case died(WorkerEnding, messages: String)
  /// There was no answer in time, and the process was ended.
  case timedOut
  /// The owner stopped waiting, and the process was ended.
  case stopped
  /// The answer could not be read, and the process was ended.
  case garbled
}

/// How a process ended.
package enum WorkerEnding: Hashable, Sendable {
  /// By itself, with this exit code.
  case exit(Int32)
  /// By a signal.
  case signal(Int32)

  /// Reads the status from `waitpid`; POSIX leaves its form open, and Linux and Darwin agree.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

extension WorkerEnding: CustomStringConvertible {
  /// For example `signal 11 (SIGSEGV)`.
  package var description: String {
    switch self {
    case .exit(let code): "exit code \(code)"
    case .signal(let number): "signal \(number)" + (Self.names[number].map { " (\($0))" } ?? "")
    }
  }

  /// The names of the signals that end a process, POSIX.1-2017 `<signal.h>`.
  private static let names: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP",
    SIGILL: "SIGILL", SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE",
    SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM",
    SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]
}

/// A program that serves as a worker, with how it is started.
package struct WorkerProgram: Hashable, Sendable {
  package let executable: FilePath
  /// Its arguments, with its own name first.
  package let arguments: [String]
  /// Its whole environment.
  package let environment: [String: String]

  /// Makes a description; nothing is started yet.
  package init(executable: FilePath, arguments: [String], environment: [String: String]) {
    (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
  }
}

/// A running worker: a process that answers one message at a time.
///
/// Only one thread at a time may use it. It ends when its owner releases it, and when its owner's process
/// ends, for any reason.
package final class WorkerProcess: Sendable {
  package let identifier: Int32
  private let channel: OwnedDescriptor
  private let messages: OwnedDescriptor
  private let hasEnded = Locked(false)

  package init(_ program: WorkerProgram) throws(WorkerFailure) {
    let channel = try Ends(photoprep_channel)
    let messages = try Ends(photoprep_message_pipe)
    identifier = try Self.start(program, channel.worker.number, messages.worker.number)
    self.channel = channel.owner
    self.messages = messages.owner
  }

  deinit { end() }

  private static func start(
    _ program: WorkerProgram, _ channel: Int32, _ messages: Int32
  ) throws(WorkerFailure) -> Int32 {
    let variables = program.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let environment = variables.map { strdup($0) } + [nil]
    let arguments = program.arguments.map { strdup($0) } + [nil]
    defer { for text in environment + arguments { free(text) } }
    var process: pid_t = 0
    let error = program.executable.withPlatformString { path in
      photoprep_start(path, arguments, environment, channel, messages, &process)
    }
    guard error == 0 else { throw .notStarted(Errno(rawValue: error)) }
    return process
  }
}

/// A descriptor that is closed on release.
private struct OwnedDescriptor: ~Copyable, Sendable {
  let number: Int32

  deinit { close(number) }
}

/// Two connected descriptors.
private struct Ends: ~Copyable {
  let owner, worker: OwnedDescriptor

  /// Makes both by a call that returns 0 or the `errno`.
  init(_ make: (UnsafeMutablePointer<Int32>?) -> Int32) throws(WorkerFailure) {
    var ends: [Int32] = [-1, -1]
    let error = make(&ends)
    guard error == 0 else { throw .notStarted(Errno(rawValue: error)) }
    owner = OwnedDescriptor(number: ends[0])
    worker = OwnedDescriptor(number: ends[1])
  }
}

extension WorkerProcess {
  /// Bounds on one exchange.
  package struct Bounds {
    /// How long the answer may take, in seconds.
    package let seconds: Double
    /// The most bytes of the answer.
    package let byteLimit: Int
    /// Called ten times a second; `false` ends the wait.
    package let keepWaiting: () -> Bool

    package init(seconds: Double, byteLimit: Int, keepWaiting: @escaping () -> Bool = { true }) {
      (self.seconds, self.byteLimit, self.keepWaiting) = (seconds, byteLimit, keepWaiting)
    }
  }

  /// Sends a message and returns the answer.
  ///
  /// - Throws: Why there was no answer; the process has ended then.
  package func exchange(_ message: Message, _ bounds: Bounds) throws(WorkerFailure) -> Message {
    try trying(bounds) { (wait) throws(WorkerFailure) in
      try send(message, wait)
      let answer = try receive(wait)
      // Messages of a decoder about a photo that it could decode are dropped.
      _ = drainedMessages()
      return answer
    }
  }

  /// Whether the process is idle: it sent nothing, and its end of the channel is open.
  var isWaiting: Bool {
    var byte: UInt8 = 0
    return photoprep_receive(channel.number, &byte, 1) < 0 && Errno.last.isPassing
  }

  /// Sends a message without waiting for its answer; see ``awaitAnswer(_:)``.
  func tell(_ message: Message, _ bounds: Bounds) throws(WorkerFailure) {
    try trying(bounds) { (wait) throws(WorkerFailure) in try send(message, wait) }
  }

  /// Waits for the answer to the last message.
  func awaitAnswer(_ bounds: Bounds) throws(WorkerFailure) -> Message {
    try trying(bounds) { (wait) throws(WorkerFailure) in try receive(wait) }
  }

  /// Runs an exchange with the process, and ends the process when that fails.
  private func trying<Value>(
    _ bounds: Bounds, _ body: (Wait) throws(WorkerFailure) -> Value
  ) throws(WorkerFailure) -> Value {
    do { return try body(Wait(bounds)) } catch {
      end()
      throw error
    }
  }

  private func receive(_ wait: Wait) throws(WorkerFailure) -> Message {
    let head = try receive(Message.headCount, wait)
    guard let count = Message.partCount(inHead: head) else { throw .garbled }
    let lengths = Message.lengths(try receive(8 * count, wait), limit: wait.bounds.byteLimit)
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
        photoprep_send_quietly(
          channel.number, all.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if sent >= 0 {
        done += sent
      } else if Errno.last.isPassing {
        try wait.untilReady(channel.number, POLLOUT)
      } else {
        throw ended()
      }
    }
  }

  private func receive(_ count: Int, _ wait: Wait) throws(WorkerFailure) -> [UInt8] {
    // Swift would write the length of an array without room into the storage that all empty arrays share.
    if count == 0 { return [] }
    var failure: WorkerFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(WorkerFailure) {
        while done < count {
          let rest = buffer.baseAddress.map { $0 + done }
          let taken = photoprep_receive(channel.number, rest, count - done)
          if taken > 0 {
            done += taken
          } else if taken < 0, Errno.last.isPassing {
            try wait.untilReady(channel.number, POLLIN)
          } else {
            throw ended()
          }
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// How long a process that closed its channel may take to exit before it is killed, in hundredths of a
  /// second; only its own end tells the cause.
  private static let patience = 100

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

  /// Kills the process, without waiting until it is gone; it answers no more.
  ///
  /// Freeing a decoder's memory takes milliseconds, in which its owner can do other work.
  func dismiss() {
    hasEnded.withLock { ended in
      if !ended { _ = kill(identifier, SIGKILL) }
    }
  }

  /// Kills the process, and returns once it is gone.
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

  /// The most bytes of a process's messages that are kept: the last lines tell why it ended, before a stack trace of
  /// some 4,000 bytes.
  private static let keptMessages = 8192
  /// The most reads at a time, which empty a pipe of 64 KiB: a process may write faster than its owner reads.
  private static let mostReads = 17

  private func drainedMessages() -> String {
    var text: [UInt8] = []
    for _ in 0..<Self.mostReads {
      let some = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(messages.number, buffer.baseAddress, buffer.count))
      }
      if some.isEmpty { break }
      text = (text + some).suffix(Self.keptMessages)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Errno {
  /// The error number of this thread's last call.
  static var last: Errno { Errno(rawValue: errno) }

  /// Whether the same call may succeed later.
  var isPassing: Bool {
    self == .wouldBlock || self == .resourceTemporarilyUnavailable || self == .interrupted
  }
}

/// Waits for a channel, up to the end of an exchange's time.
///
/// The clock stops while the machine sleeps, so that closing a laptop does not fail a photo.
struct Wait {
  let bounds: WorkerProcess.Bounds
  private let deadline: SuspendingClock.Instant

  init(_ bounds: WorkerProcess.Bounds) {
    self.bounds = bounds
    deadline = SuspendingClock.now + .seconds(bounds.seconds)
  }

  /// Returns once a descriptor can be read or written, or has an error.
  func untilReady(_ descriptor: Int32, _ event: Int32) throws(WorkerFailure) {
    while true {
      guard bounds.keepWaiting() else { throw .stopped }
      let left = deadline - SuspendingClock.now
      guard left > .zero else { throw .timedOut }
      // At most 100 ms, so that the owner is asked ten times a second whether to go on.
      let milliseconds = Int32(min(100, max(1, left / .milliseconds(1))))
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&entry, 1, milliseconds) > 0 { return }
    }
  }
}
