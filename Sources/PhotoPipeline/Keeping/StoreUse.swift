internal import Foundation
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// Another process that has a store open, as it wrote itself down.
public struct StoreHolder: Hashable, Sendable {
  /// The process's number.
  public let process: Int32
  /// When it opened the store, in seconds since 1970-01-01 UTC.
  public let since: Int
}

/// Who keeps a store from being opened alone, and whether to go on, waiting or working.
public struct StoreWait: Sendable {
  let isWanted: @Sendable () -> Bool
  private let tell: @Sendable ([StoreHolder]) -> Void

  /// Makes a wait.
  ///
  /// - Parameters:
  ///   - isWanted: Asked every 50 ms, and before each record or file once the store is open; `false`
  ///     gives up.
  ///   - tell: Called once, when there is somebody to wait for.
  public init(
    while isWanted: @escaping @Sendable () -> Bool = { true },
    tell: @escaping @Sendable ([StoreHolder]) -> Void = { _ in }
  ) {
    (self.isWanted, self.tell) = (isWanted, tell)
  }

  /// Opens a store alone.
  func open(_ path: FilePath, in environment: StoreEnvironment) throws(StoreError) -> Store {
    var isTold = false
    return try Store.openAlone(at: path, in: environment) { holders in
      if !isTold {
        tell(holders.map { StoreHolder(process: $0.process, since: $0.since) })
        isTold = true
      }
      return isWanted()
    }
  }
}

extension StoreKeeping {
  /// Opens a store for reading, for the length of a call.
  static func reading<Result>(
    _ path: FilePath, _ body: (Store) throws -> Result
  ) throws -> Result {
    try Store.open(at: path, for: .read, in: .now).closingAfter(body)
  }

  /// Opens a store for writing beside others, for the length of a call.
  static func writing<Result>(
    _ path: FilePath, _ body: (Store) throws -> Result
  ) throws -> Result {
    try Store.open(at: path, for: .write, in: .now).closingAfter(body)
  }

  /// Opens a store alone, for the length of a call.
  static func alone<Result>(
    _ path: FilePath, _ wait: StoreWait, _ body: (Store) throws -> Result
  ) throws -> Result {
    try wait.open(path, in: .now).closingAfter(body)
  }
}

extension Store {
  /// Runs a body and closes the store, whatever becomes of the body.
  func closingAfter<Result>(_ body: (Store) throws -> Result) throws -> Result {
    do {
      let result = try body(self)
      try close()
      return result
    } catch {
      // Why the body ended matters more than an empty folder that could not be removed.
      try? close()
      throw error
    }
  }
}

extension StoreEnvironment {
  /// The environment of a run that begins now, on the machine's own files.
  static var now: StoreEnvironment {
    StoreEnvironment(run: UUID().uuidString, clock: { Date() })
  }
}
