internal import Foundation
internal import PhotoGeometry
public import PhotoPipeline
internal import HostPlatform
public import SystemPackage

/// The options of `photoprep serve`.
public struct ServeRequest: Sendable {
  /// The path of the socket to make; `nil` for standard input and output.
  public var socket: FilePath?
  /// How many photos to work on at once, within ``JobCount/range``; `nil` for one per core.
  public var jobs: Int?
  /// Limits on photos and how they are read.
  public var reading: ReadingSettings
  /// The processes that decode and analyse; `nil` to do it in this process.
  public var isolation: IsolationSettings?
  /// A folder of fonts that take precedence over the system's in previews.
  public var fonts: String?

  /// Makes a request.
  public init(
    socket: FilePath?, jobs: Int?, reading: ReadingSettings, isolation: IsolationSettings?
  ) {
    (self.socket, self.jobs, self.reading, self.isolation) = (socket, jobs, reading, isolation)
  }
}

/// Answers other programs' requests for crops and previews, until they end or it is stopped
/// (decision 0605).
public struct ServeRun: Sendable {
  /// The most bytes of analyses that each worker caches: those of some thousand photos; our choice.
  private static let keptBytes = 64 << 20

  private let request: ServeRequest
  private let interruption: Interruption

  /// Makes a run.
  public init(_ request: ServeRequest, interruption: Interruption) {
    (self.request, self.interruption) = (request, interruption)
  }

  /// Serves until standard input ends, or until the interruption is requested and at most a second longer.
  ///
  /// - Parameter ready: Called when clients can connect, with the gaps in the protection of workers on this system,
  ///   one sentence each.
  /// - Throws: A ``Rejection`` when the socket cannot be made, a `DrawingError` when the fonts cannot be
  ///   read, an ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no thread can, an `Errno`
  ///   when answers cannot be written to standard output.
  public func run(_ ready: (_ isolationGaps: [String]) -> Void) throws {
    // A client that disconnects before its answer must not end the process.
    signal(SIGPIPE, SIG_IGN)
    var reading = request.reading
    reading.keptBytes = Self.keptBytes
    let workers = request.isolation.map {
      PhotoWorkers($0, reading: reading, interruption: interruption)
    }
    defer { workers?.close() }
    let seconds = request.isolation?.secondsPerPhoto ?? IsolationSettings.standardSeconds
    let service = PhotoService(
      reading: reading, workers: workers,
      semaphore: JobSemaphore(count: request.jobs ?? JobCount.standard),
      previews: try PreviewService(fonts: request.fonts, seconds: seconds))
    let socket = try request.socket.map(ServiceSocket.init)
    do { ready(try workers?.check()?.gaps ?? []) } catch is WorkStop { return }
    if let socket {
      socket.run(service) { interruption.isRequested }
    } else {
      try serveStandardStreams(service)
    }
  }

  private func serveStandardStreams(_ service: PhotoService) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Locked<Errno?>(nil)
    let error = ThreadStarter.system.start {
      do {
        try service.serve(LineChannel(input: .standardInput, output: .standardOutput))
      } catch {
        failure.withLock { $0 = error as? Errno }
      }
      end.signal()
    }
    if error != 0 { throw ThreadShortage(wanted: 1, error) }
    while end.wait(timeout: .now() + .milliseconds(50)) == .timedOut, !interruption.isRequested {}
    // A reader that went away misses nothing.
    if let error = failure.withLock({ $0 }), error != .brokenPipe { throw error }
  }
}
