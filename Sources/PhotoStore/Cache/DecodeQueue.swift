internal import Foundation

/// The images that are being decoded and the ones that wait for it; no lock, no thread.
///
/// An image is decoded when the bytes of all images in work, and its own, are at most the limit. The order is that of
/// the requests: a small image does not pass a large one, so that the large one's turn comes.
struct DecodeQueue<Image: Sendable> {
  /// One requested image.
  private struct Flight {
    let file: URL
    /// Its decoded bytes; `nil` until the file's first bytes are read.
    var byteCost: Int?
    var isInWork = false
    var waiters: [DecodeWaiter<Image>] = []
  }

  private var flights: [ImageKey: Flight] = [:]
  private var waiting: [ImageKey] = []
  /// The images in work.
  private(set) var width = 0
  /// The bytes of all images in work.
  private(set) var byteCost = 0

  /// Adds a request for an image, unless it was cancelled, and returns whether it is the first one, so
  /// that the image's cost is not known.
  mutating func join(_ key: ImageKey, _ file: URL, _ waiter: DecodeWaiter<Image>) -> Bool {
    if waiter.isDone { return false }
    let isFirst = flights[key] == nil
    flights[key, default: Flight(file: file)].waiters.append(waiter)
    return isFirst
  }

  /// Puts an image whose cost is known in the queue, unless all its requests were cancelled.
  mutating func enqueue(_ key: ImageKey, byteCost: Int) {
    guard flights[key]?.waiters.isEmpty == false else {
      flights[key] = nil
      return
    }
    flights[key]?.byteCost = byteCost
    waiting.append(key)
  }

  /// Takes the next image to decode, or `nil` without one, or where it must wait.
  mutating func start(byteLimit: Int, widthLimit: Int) -> (key: ImageKey, file: URL)? {
    guard width < widthLimit, let key = waiting.first, let flight = flights[key],
      let cost = flight.byteCost, width == 0 || cost <= byteLimit - byteCost
    else { return nil }
    waiting.removeFirst()
    flights[key]?.isInWork = true
    width += 1
    byteCost += cost
    return (key, flight.file)
  }

  /// Removes an image, being decoded or not, and returns the requests for it.
  mutating func finish(_ key: ImageKey) -> [DecodeWaiter<Image>] {
    guard let flight = flights.removeValue(forKey: key) else { return [] }
    if flight.isInWork {
      width -= 1
      byteCost -= flight.byteCost ?? 0
    }
    return flight.waiters
  }

  /// Removes a request, and with the last one the image, unless it is being decoded.
  mutating func leave(_ key: ImageKey, _ waiter: DecodeWaiter<Image>) {
    flights[key]?.waiters.removeAll { $0 === waiter }
    if let flight = flights[key], flight.waiters.isEmpty, !flight.isInWork,
      let index = waiting.firstIndex(of: key)
    {
      waiting.remove(at: index)
      flights[key] = nil
    }
  }
}

/// A request for an image, and the place where the image is left for it.
///
/// The image is left first and its decoder's hold on it ends before the request is woken: otherwise a
/// thread that is interrupted after waking could keep an image alive that all others let go.
final class DecodeWaiter<Image: Sendable>: Sendable {
  private struct State {
    var result: Result<Image, any Error>?
    var isDone = false
    var wakeUp: (@Sendable () -> Void)?
  }
  private let state = Locked(State())

  /// Whether an image or an error was left.
  var isDone: Bool { state.withLock { $0.isDone } }

  /// Leaves the image or the error, unless another one was left before.
  func leave(_ result: Result<Image, any Error>) {
    state.withLock { state in
      if !state.isDone { (state.result, state.isDone) = (result, true) }
    }
  }

  /// Takes the result, which is there once the waiter has been woken.
  func take() throws -> Image {
    let left = state.withLock { $0.result.take() }
    guard let left else { throw CancellationError() }
    return try left.get()
  }

  /// Sets the action that wakes the waiter, once; called at once if the request was cancelled before.
  func onWake(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.wakeUp = body }
    if isDone { wake() }
  }

  func wake() { state.withLock { $0.wakeUp.take() }?() }
}
