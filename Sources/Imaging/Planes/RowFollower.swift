import Foundation

/// A thread that makes copies of a picture while another one decodes the picture's rows (decision 0011).
///
/// It is `@unchecked Sendable` because everything but the copies is read and written under `condition` only, and these
/// belong to the thread until ``close()`` returns.
final class RowFollower: @unchecked Sendable {
  private let copies: [PictureResampling]
  private let condition = NSCondition()
  private var decodedRows = 0
  private var isWorking = false
  private var isClosed = false

  /// Starts the thread; if the system has no more, the copies are made once they are finished.
  init(_ copies: [PictureResampling]) {
    self.copies = copies
    Thread.detachNewThread { self.run() }
  }

  private func run() {
    var done = 0
    while let rows = next(after: done) {
      for copy in copies { copy.advance(to: rows) }
      done = rows
    }
  }

  /// Tells the thread how many rows are decoded.
  func advance(to rows: Int) {
    condition.withLock {
      decodedRows = rows
      condition.signal()
    }
  }

  /// Ends the thread; on return it uses neither the copies nor the picture any more.
  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
      while isWorking { condition.wait() }
    }
  }

  /// Waits for more decoded rows; `nil` after the end.
  private func next(after done: Int) -> Int? {
    condition.withLock {
      isWorking = false
      condition.signal()
      while decodedRows == done, !isClosed { condition.wait() }
      isWorking = !isClosed
      return isClosed ? nil : decodedRows
    }
  }
}
