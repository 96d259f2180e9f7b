internal import PhotoCatalog
public import PhotoStore
public import SystemPackage

/// What `photoprep clean` should do.
public struct CleaningRequest: Sendable {
  /// The container.
  public var store: FilePath
  /// How long a file stays after it changed or its photo was prepared, in seconds.
  public var gracePeriod: Double
  /// Whether to go on when nothing says what is in use.
  public var allowsUnreferenced: Bool
  /// Folders of designs beside the store's own.
  public var designFolders: [FilePath]
  /// Who keeps the store from being cleaned, and whether to go on.
  public var wait: StoreWait
  /// Asked before each file; `false` ends the cleanup there.
  public var keepGoing: @Sendable () -> Bool

  /// A day, in seconds.
  public static let standardGracePeriod = CleanupOptions.standardGracePeriod

  /// Makes a request.
  public init(
    store: FilePath, gracePeriod: Double = standardGracePeriod, allowsUnreferenced: Bool = false,
    designFolders: [FilePath] = [], wait: StoreWait = StoreWait(),
    keepGoing: @escaping @Sendable () -> Bool = { true }
  ) {
    self.store = store
    self.gracePeriod = gracePeriod
    self.allowsUnreferenced = allowsUnreferenced
    self.designFolders = designFolders
    self.wait = wait
    self.keepGoing = keepGoing
  }

  fileprivate var options: CleanupOptions {
    CleanupOptions(
      gracePeriod: gracePeriod, allowsUnreferenced: allowsUnreferenced,
      designFolders: designFolders)
  }
}

/// Finding and removing what nothing needs.
public enum StoreCleaning {
  /// Shows what a cleanup would do; nothing is moved or removed.
  ///
  /// - Parameters:
  ///   - request: What to look at.
  ///   - problem: Takes every document that cannot be read.
  ///   - report: Takes everything the cleanup would do.
  /// - Returns: The counts.
  /// - Throws: A `StoreError`, with the code `cleanup-refused` when a cleanup would be refused; what
  ///   the closures throw.
  public static func plan(
    _ request: CleaningRequest, onProblem problem: (StoreError) throws -> Void,
    _ report: (CleaningEvent) throws -> Void
  ) throws -> CleaningSummary {
    try StoreKeeping.reading(request.store) { store in
      let plan = try store.planCleanup(request.options) { try problem($0.error) }
      try plan.forEachEvent { try report(CleaningEvent($0)) }
      return CleaningSummary(plan.summary, isDryRun: true)
    }
  }

  /// Moves what nothing names to the trash, brings back what something names again, and empties the
  /// trash of what was in it for a week.
  ///
  /// - Parameters: As for ``plan(_:onProblem:_:)``; everything planned is reported, then everything
  ///   done.
  /// - Returns: The counts.
  /// - Throws: As ``plan(_:onProblem:_:)``; `store-locked` after giving up.
  public static func clean(
    _ request: CleaningRequest, onProblem problem: (StoreError) throws -> Void,
    _ report: (CleaningEvent) throws -> Void
  ) throws -> CleaningSummary {
    try StoreKeeping.alone(request.store, request.wait) { store in
      let plan = try store.planCleanup(request.options) { try problem($0.error) }
      try plan.forEachEvent { try report(CleaningEvent($0)) }
      let summary = try store.carryOut(plan, while: request.keepGoing) {
        try report(CleaningEvent($0))
      }
      return CleaningSummary(summary, isDryRun: false)
    }
  }

  /// Brings files back from the trash.
  ///
  /// - Parameters:
  ///   - names: Names of files or photos; `nil` for everything.
  ///   - request: The store, and who is waited for.
  ///   - report: Takes everything that came back, or could not.
  /// - Returns: The counts.
  /// - Throws: A `StoreError`, with the code `not-found` for a name that is not in the trash; what
  ///   `report` throws.
  public static func restore(
    _ names: [String]?, _ request: CleaningRequest, _ report: (CleaningEvent) throws -> Void
  ) throws -> CleaningSummary {
    try StoreKeeping.alone(request.store, request.wait) { store in
      let summary = try store.restore(names, while: request.keepGoing) {
        try report(CleaningEvent($0))
      }
      return CleaningSummary(summary, isDryRun: false)
    }
  }

  /// Removes what is in the trash for good, but what something names again.
  ///
  /// - Parameters: As for ``plan(_:onProblem:_:)``.
  /// - Returns: The counts.
  /// - Throws: As ``plan(_:onProblem:_:)``.
  public static func purge(
    _ request: CleaningRequest, onProblem problem: (StoreError) throws -> Void,
    _ report: (CleaningEvent) throws -> Void
  ) throws -> CleaningSummary {
    try StoreKeeping.alone(request.store, request.wait) { store in
      let summary = try store.purgeTrash(request.options, while: request.keepGoing) {
        try problem($0.error)
      } _: {
        try report(CleaningEvent($0))
      }
      return CleaningSummary(summary, isDryRun: false)
    }
  }
}
