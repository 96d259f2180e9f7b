import PhotoStore
import PhotoGeometry

/// An image that counts how many of its kind are alive and what they occupy.
final class TestImage: Sendable {
  let name: String
  let byteCost: Int
  private let ledger: Ledger?

  init(_ name: String, byteCost: Int = 1, ledger: Ledger? = nil) {
    self.name = name
    self.byteCost = byteCost
    self.ledger = ledger
    ledger?.add(byteCost)
  }

  deinit { ledger?.remove(byteCost) }
}

/// The images that are alive, and the most bytes they ever occupied together.
final class Ledger: Sendable {
  struct Counts {
    var alive = 0
    var bytes = 0
    var peakBytes = 0
  }
  private let state = Locked(Counts())

  var counts: Counts { state.withLock(\.self) }

  func add(_ bytes: Int) {
    state.withLock { counts in
      counts.alive += 1
      counts.bytes += bytes
      counts.peakBytes = max(counts.peakBytes, counts.bytes)
    }
  }

  func remove(_ bytes: Int) {
    state.withLock { counts in
      counts.alive -= 1
      counts.bytes -= bytes
    }
  }
}

/// A clock that goes when it is told to.
final class ManualClock: Sendable {
  private let time = Locked(Duration.zero)
  var clock: CacheClock { CacheClock { [self] in time.withLock(\.self) } }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

extension ImageKey {
  /// The key of a file that exists in name only.
  init(_ name: String, version: Int = 1) {
    self.init(
      path: name, version: FileVersion(byteCount: version, modified: 0, fileNumber: 0))
  }
}

extension ImageCache<TestImage> {
  /// Stores an image with the name of its file.
  @discardableResult
  func store(
    _ name: String, cost: Int = 1, version: Int = 1, lifetime: CacheLifetime = .standard
  ) -> Bool {
    store(
      TestImage(name, byteCost: cost), for: ImageKey(name, version: version), byteCost: cost,
      lifetime: lifetime)
  }

  /// The names of the images held, the one used last first.
  var names: [String] { images.map(\.name) }

  /// The images held, the one used last first.
  var images: [TestImage] { state.withLock { $0.list.latestFirst.map(\.value) } }
}
