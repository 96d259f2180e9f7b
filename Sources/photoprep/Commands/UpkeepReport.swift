internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// Shows the findings and effects of the commands for maintaining a store.
struct UpkeepReport {
  let isJSON: Bool
  /// Made once: examining standard error takes longer than printing a line.
  private let console: Console

  init(isJSON: Bool, isQuiet: Bool = false) {
    self.isJSON = isJSON
    console = Console(isQuiet ? .quiet : .normal)
  }

  /// Shows a result: one line of JSON, or of text.
  func show(_ result: some Shown) throws { try console.outcome(result, isJSON: isJSON) }

  func line(_ text: String) throws {
    if isJSON || console.level > .quiet { try console.result(text) }
  }

  /// Shows a document that cannot be read.
  func show(_ problem: PhotoprepError) throws {
    note(problem.description)
    guard isJSON else { return }
    let fields: JSONFields = [
      "event": "problem", "code": problem.code.description, "path": problem.path,
      "message": problem.message, "remedy": problem.remedy,
    ]
    try console.result(JSONLine.encode(fields))
  }

  func note(_ text: String) {
    console.message("photoprep: \(text)")
  }
}

extension StoreOption {
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
    let store = try Store.open(at: path, for: access, in: environment(interruption))
    return try store.closingTold(after: body)
  }

  /// The environment of the store: an app's preferences are read in worker processes.
  private func environment(_ interruption: Interruption) -> StoreEnvironment {
    .now.readingPropertyLists(in: IsolationOptions.standard, until: interruption)
  }

  /// Opens the store alone for the length of a call, and names the processes that it waits for until the command is
  /// interrupted.
  func openingAlone<Result>(
    _ report: UpkeepReport, _ interruption: Interruption, _ body: (Store) throws -> Result
  ) throws -> Result {
    var isTold = false
    let store = try Store.open(at: path, for: .alone, in: environment(interruption)) { holders in
      if !isTold { report.note(holders.sentence(of: path)) }
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
