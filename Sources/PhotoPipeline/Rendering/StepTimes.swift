internal import Foundation
internal import PhotoStore

/// How long one photo took, without the commit, which photos share.
public struct PhotoTime: Hashable, Sendable {
  /// Seconds of CPU time.
  public let processor: Double
  /// Seconds by the clock, including waiting for a core.
  public let wall: Double

  init(processor: Double = 0, wall: Double = 0) {
    self.processor = processor
    self.wall = wall
  }
}

/// How long the steps of preparing photos took, summed over photos and threads.
public final class StepTimes: Sendable {
  struct Step: Codable, Sendable {
    let name: String
    /// Seconds of CPU time.
    var processor = 0.0
    /// Seconds by the clock.
    var wall = 0.0
    /// How often the step ran.
    var count = 0
  }

  private let steps = Locked<[Step]>([])

  /// Makes empty times.
  public init() {}

  /// Runs a step and adds the time it took on this thread.
  func measure<Value>(_ name: String, _ step: () throws -> Value) rethrows -> Value {
    let (processor, wall) = (Self.seconds(CLOCK_THREAD_CPUTIME_ID), Self.seconds(CLOCK_MONOTONIC))
    defer {
      add(
        Step(
          name: name, processor: Self.seconds(CLOCK_THREAD_CPUTIME_ID) - processor,
          wall: Self.seconds(CLOCK_MONOTONIC) - wall, count: 1))
    }
    return try step()
  }

  /// The steps, in the order in which they first ran.
  var all: [Step] { steps.withLock { $0 } }

  /// All steps together.
  var total: PhotoTime {
    all.reduce(PhotoTime()) {
      PhotoTime(processor: $0.processor + $1.processor, wall: $0.wall + $1.wall)
    }
  }

  /// Adds the steps of one photo.
  func add(_ photo: StepTimes) { photo.all.forEach(add) }

  /// Adds a time that was measured elsewhere.
  func add(_ more: Step) {
    steps.withLock { steps in
      let index = steps.firstIndex { $0.name == more.name } ?? steps.count
      if index == steps.count { steps.append(Step(name: more.name)) }
      steps[index].processor += more.processor
      steps[index].wall += more.wall
      steps[index].count += more.count
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// One line for each step, in the order in which the steps first ran: total milliseconds of CPU and wall time, the
  /// number of runs, and the name.
  public var table: String {
    let lines = all.map { step in
      String(format: "%10.1f %10.1f %8d  ", step.processor * 1e3, step.wall * 1e3, step.count)
        + step.name.displayText
    }
    return (["    CPU ms    wall ms    times  step"] + lines).joined(separator: "\n")
  }
}

extension StepTimes? {
  /// Runs a step, and measures it if there are times.
  func measure<Value>(_ name: String, _ step: () throws -> Value) rethrows -> Value {
    guard let self else { return try step() }
    return try self.measure(name, step)
  }
}
