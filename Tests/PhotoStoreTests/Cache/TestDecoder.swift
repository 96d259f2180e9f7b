import Foundation
import PhotoStore
import PhotoGeometry

/// A decoder whose images occupy as many bytes as their file's text says, and that can be held up.
final class TestDecoder: ImageDecoder {
  struct Broken: Error {}

  struct Counts {
    var measured = 0
    var decoded = 0
    var inWork = 0
    var mostInWork = 0
  }

  let ledger = Ledger()
  private let state = Locked(Counts())
  /// Signalled once for every decode that may go on; `nil` lets all of them.
  private let gate: DispatchSemaphore?

  init(isGated: Bool = false) { gate = isGated ? DispatchSemaphore(value: 0) : nil }

  var counts: Counts { state.withLock(\.self) }

  /// Lets decodes go on.
  func open(_ count: Int) { for _ in 0..<count { gate?.signal() } }

  func byteCost(of file: URL) throws -> Int {
    state.withLock { $0.measured += 1 }
    guard let cost = Int(try String(contentsOf: file, encoding: .utf8)) else { throw Broken() }
    return cost
  }

  func decode(_ file: URL) throws -> DecodedImage<TestImage> {
    state.withLock { counts in
      counts.decoded += 1
      counts.inWork += 1
      counts.mostInWork = max(counts.mostInWork, counts.inWork)
    }
    gate?.wait()
    defer { state.withLock { $0.inWork -= 1 } }
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let cost = Int(text), cost % 10 != 9 else { throw Broken() }
    return DecodedImage(
      TestImage(file.lastPathComponent, byteCost: cost, ledger: ledger), byteCost: cost)
  }
}

extension URL {
  /// Writes a file that a ``TestDecoder`` takes for an image of a cost.
  func writeImage(_ name: String, cost: Int) throws -> URL {
    let file = appending(path: name)
    try Data("\(cost)".utf8).write(to: file)
    return file
  }
}
