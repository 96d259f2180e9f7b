internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// The option that names a store, and the variable that replaces it.
struct StoreOption: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The folder that holds the store; without it, what PHOTOPREP_STORE or .photoprep.yml says.",
      valueName: "dir"),
    completion: .directory)
  private var named: String?

  var path: FilePath {
    RawArguments.path(for: named ?? (try? Settings.store()?.text) ?? "")
  }

  func validate() throws {
    guard try (Settings.store(named: named) ?? "").isEmpty else { return }
    throw ValidationError(
      "No store is named. Use --store with the folder that holds it, or set PHOTOPREP_STORE.")
  }

  /// The store's names for the files and photos in the arguments.
  func names(of arguments: [String], in store: Store) throws -> [String] {
    try NamedPhotos.names(RawArguments.paths(for: arguments), in: store)
  }

  /// Runs work that adds to the store; makes the store first if there is none, and something to add.
  func making<Result>(
    if canMake: () throws -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as PhotoprepError {
      guard error.code == .storeMissing, error.path == path.string, try canMake() else {
        throw error
      }
      try Store.create(at: path, in: .now)
      return try body()
    }
  }

  /// Opens the store for the length of a call, unless the command is interrupted meanwhile.
  func opening<Result>(
    for access: Store.Access, _ interruption: Interruption = .telling,
    _ body: (Store) throws -> Result
  ) throws -> Result {
    let store = try Store.open(at: path, for: access, in: Self.environment(interruption))
    return try store.closingTold(after: body)
  }

  /// The environment of the store: an app's preferences are read in worker processes.
  static func environment(_ interruption: Interruption) -> StoreEnvironment {
    .now.readingPropertyLists(in: IsolationOptions.standard, until: interruption)
  }

  /// Opens the store alone for the length of a call, and names the processes that it waits for until the command is
  /// interrupted.
  func openingAlone<Result>(
    _ console: Console, _ interruption: Interruption, _ body: (Store) throws -> Result
  ) throws -> Result {
    var isTold = false
    let store = try Store.open(at: path, for: .alone, in: Self.environment(interruption)) {
      holders in
      if !isTold { console.message("photoprep: \(holders.sentence(of: path))") }
      isTold = true
      return !interruption.isRequested
    }
    return try store.closingTold(after: body)
  }
}

extension Store {
  /// Does a call's work and closes the store, as ``closing(after:)`` does, and says which records could not be read and
  /// are in the trash, as what a killed run had begun was ended.
  fileprivate func closingTold<Result>(after body: (Store) throws -> Result) throws -> Result {
    try closing { store in
      defer {
        if let note = store.unreadableRecords.recordNote { Console().message("note: \(note)") }
      }
      return try body(store)
    }
  }
}
