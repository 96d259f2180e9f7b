internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// Prepares photos as they arrive in folders.
///
/// A photo is prepared once two looks have found its file the same, so that one that is still being
/// written waits; and again when the file changes. Folders are looked through as a whole each time,
/// which works on every file system and finds what came while a run was under way.
public struct WatchRun {
  private let request: PrepRequest
  private let interruption: Interruption
  private let environment: RunEnvironment
  /// How the files were at the last look, and whether they were tried like that.
  private var known: [FilePath: (status: FileStatus, isTried: Bool)] = [:]
  /// What was there before and not at the last look.
  private var missing: Set<FilePath> = []
  /// What the last look rejected, which is said once.
  private var refused: Set<FilePath> = []

  /// How long a look lets a file be, in seconds.
  ///
  /// Our choice: a copy that stands still for two seconds is most likely done; one that is not has no
  /// end yet, is rejected for that, and tried again when it goes on.
  public static let pause = 2.0

  /// Makes a watch over this machine's files.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  package init(
    _ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment
  ) {
    (self.request, self.interruption, self.environment) = (request, interruption, environment)
  }

  /// Opens the store, so that one that cannot be written is told before a photo arrives; one that is not there is made
  /// for the first photo.
  ///
  /// - Throws: A `PhotoprepError`.
  package func requireStore() throws {
    let world = environment.storeEnvironment.until(interruption)
    do {
      try Store.open(at: request.store, for: .write, in: world).closing { _ in }
    } catch let error as PhotoprepError where error.code == .storeMissing {}
  }

  /// Looks through the folders once and prepares what has stopped changing.
  ///
  /// - Parameter report: Takes the events.
  /// - Returns: How the run went; `nil` where there was nothing to prepare.
  /// - Throws: What ``PrepRun/run(_:)`` throws.
  public mutating func look(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary? {
    var found: [FilePath: (status: FileStatus, isTried: Bool)] = [:]
    var rejections: [Rejection] = []
    var ready: [FilePath] = []
    for item in request.files(in: environment.fileSystem) {
      if interruption.isRequested { return nil }
      switch item {
      case .failure(let rejection): rejections.append(rejection)
      case .success(let file):
        let before = known[file.path].flatMap { $0.status == file.status ? $0 : nil }
        if before?.isTried == false { ready.append(file.path) }
        found[file.path] = (file.status, before != nil)
      }
    }
    for rejection in rejections where !refused.contains(rejection.path) {
      try report(.rejected(rejection))
    }
    let before = Set(known.keys)
    (known, refused) = (found, Set(rejections.map(\.path)))
    // A file that is put in another's place is away for a moment: what is gone at two looks is gone.
    let isGone = missing.contains { found[$0] == nil }
    missing = before.filter { found[$0] == nil }
    var request = request
    if !isGone { request.pruned = [] }
    if ready.isEmpty, request.pruned.isEmpty { return nil }
    request.inputs = ready
    return try PrepRun(request, interruption: interruption, in: environment).run(report)
  }
}
