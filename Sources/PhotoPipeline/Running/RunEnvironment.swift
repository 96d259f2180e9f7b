package import Foundation
package import PhotoCatalog
internal import PhotoWriting
internal import SmartCrop
package import SystemFiles
package import SystemPackage

/// What a run takes from its surroundings, so that tests can replace it.
package struct RunEnvironment: Sendable {
  let fileSystem: any FileSystem
  let clock: @Sendable () -> Date
  let workingFolder: FilePath
  /// The name of the run, which no other run on the same store has.
  let name: String
  /// The rules that choose crops.
  let generation: CropGeneration

  package init(
    fileSystem: any FileSystem, clock: @escaping @Sendable () -> Date, workingFolder: FilePath,
    name: String, generation: CropGeneration = .today
  ) {
    (self.fileSystem, self.clock, self.workingFolder) = (fileSystem, clock, workingFolder)
    (self.name, self.generation) = (name, generation)
  }

  /// The machine's own file system and clock, and a new name.
  static func machine() -> RunEnvironment {
    RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date() },
      workingFolder: FilePath(FileManager.default.currentDirectoryPath), name: UUID().uuidString)
  }

  var storeEnvironment: StoreEnvironment {
    StoreEnvironment(run: name, clock: clock, fileSystem: fileSystem, catalog: .onDisk)
  }

  /// A path that is valid in a run started from any folder.
  func absolute(_ path: FilePath) -> FilePath {
    workingFolder.pushing(path).lexicallyNormalized()
  }
}

extension CropGeneration {
  /// The rules of this software.
  package static let today = CropGeneration(
    algorithmVersion: SmartCropVersion.algorithm, learnedAnalysis: AnalysisMethod.learned.identity)

  func name(of analysis: AnalysisMethod) -> String {
    analysis == .learned ? learnedAnalysis : analysis.identity
  }
}

/// A request to stop that any thread may make and that the run checks between photos.
public final class Interruption: Sendable {
  private let requestedAt = Locked<ContinuousClock.Instant?>(nil)

  /// How long a photo in progress may take after the request, in seconds.
  ///
  /// Our choice: a run should end within two seconds after the request, and it commits in that time too.
  static let patience = 1.0

  /// Called with a sentence when a run waits for a store or for an app.
  private let tell: @Sendable (String) -> Void

  /// Makes one that is not requested yet, and tells of waits for a store.
  public init(onWait tell: @escaping @Sendable (String) -> Void = { _ in }) { self.tell = tell }

  /// Whether a stop was requested.
  public var isRequested: Bool { requestedAt.withLock { $0 != nil } }

  /// Requests a stop: photos in progress are finished and committed, or given up if they take longer than a second and
  /// can be given up; no new photo is begun.
  public func request() { requestedAt.withLock { $0 = $0 ?? .now } }

  /// Whether photos in progress should be given up.
  var isUrgent: Bool {
    requestedAt.withLock { $0.map { ContinuousClock.now - $0 > .seconds(Self.patience) } ?? false }
  }

  /// How long a run waits for a store before it says so; ours: most waits are shorter.
  private static let silence = Duration.seconds(1)

  /// Whether to go on waiting for a store or a folder of it that others have locked, for the length of one wait.
  fileprivate func keepsWaiting(for store: FilePath) -> ([LockHolder]) -> Bool {
    let start = ContinuousClock.now
    let wasRequested = isRequested
    var isTold = false
    return { holders in
      let isShort = ContinuousClock.now - start < Self.silence
      // A run that was interrupted before still commits what it has prepared.
      if self.isRequested { return wasRequested && isShort }
      if !isTold, !isShort {
        isTold = true
        self.tell(holders.sentence(of: store))
      }
      return true
    }
  }
}

extension StoreEnvironment {
  /// The same environment with waits that an interruption ends, and that it is told of.
  package func until(_ interruption: Interruption) -> StoreEnvironment {
    var environment = self
    environment.keepsWaiting = { interruption.keepsWaiting(for: $0) }
    return environment
  }
}

extension [LockHolder] {
  /// Says which processes a run waits for before it can use a store.
  package func sentence(of store: FilePath) -> String {
    let names = map { holder in
      let since = Date(timeIntervalSince1970: Double(holder.since)).formatted(.iso8601)
      return "process \(holder.process) (since \(since))"
    }
    let all = names.isEmpty ? "another process" : names.joined(separator: ", ")
    return "\(store.displayText) is in use by \(all); waiting."
  }
}
