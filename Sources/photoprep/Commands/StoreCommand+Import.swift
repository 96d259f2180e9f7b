internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

extension StoreCommand {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Brings packages of designs into a store, each whole or not at all.",
      discussion: """
        Takes .wwdesign packages of the published app or of photoprep, lists of designs, and single \
        designs, images or albums. Every image is decoded first and gets a name made from its bytes; \
        designs and albums are rewritten to these names. Nothing is overwritten: a design whose name \
        is taken gets another one, and content that the store already has does not come in twice. The \
        store is made if there is none. A file with any error stays out as a whole; the exit code is \
        then 2.

        Example:
          photoprep store import --review beach.wwdesign --store Container
          photoprep store import beach.wwdesign --only 'Beach at dusk' --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("Packages and documents.", valueName: "file"))
    var files: [String]

    @Option(
      help: ArgumentHelp(
        "Bring in only this design, by title, identifier or file name; may be repeated.",
        valueName: "name"))
    var only: [String] = []

    @Flag(help: "Show everything in the files and whether it would come in; write nothing.")
    var review = false

    @Flag(help: "Show what would come in; write nothing.")
    var dryRun = false

    @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

    @OptionGroup var form: JSONOption

    func run() throws {
      let signals = SignalWatch()
      let isPlan = review || dryRun
      let console = Console(isJSON: form.json)
      let summary = try reportingFailure(stoppedBy: signals) {
        let files = RawArguments.paths(for: files)
        let disk = DiskFileSystem()
        func areThere() throws -> Bool {
          try files.allSatisfy { try disk.status(of: $0, followingLinks: true) != nil }
        }
        return try place.making(if: { try !isPlan && areThere() }) {
          try PackageImport.bring(
            files, into: place.path, choosing: only.isEmpty ? .all : .named(only),
            isDryRun: isPlan, isolation: isolation.settings, interruption: signals.interruption
          ) { event in
            let shown = Imported(event: event, isPlan: isPlan)
            switch event {
            case _ where form.json: try console.result(shown)
            case .item(_, let item):
              if review {
                try console.result(shown)
              } else if let note = item.note {
                console.message("note: \(item.name.displayText): \(note)")
              }
            case .rejected: console.message(shown.text)
            case .imported, .unchanged: try console.result(shown)
            }
          }
        }
      }
      for gap in summary.isolationGaps { console.message("note: \(gap)") }
      if form.json { try console.result(JSONLine.encode(summary.fields)) }
      try signals.end(interrupted: summary.wasInterrupted, rejected: summary.rejected)
    }
  }
}

/// One effect of an import, real or planned.
private struct Imported: Shown {
  let event: ImportEvent
  let isPlan: Bool

  var text: String {
    switch event {
    case .item(_, let item): item.text
    case .rejected(_, let rejection): rejection.description
    case .imported(let file), .unchanged(let file): sentence(file)
    }
  }

  private func sentence(_ file: ImportedFile) -> String {
    let verb = isPlan ? "would come in" : "came in"
    if file.designs + file.albums + file.images == 0 {
      return "\(file.path.displayText): everything is in the store already"
    }
    return "\(file.path.displayText): \(counted(file.designs, "design")), "
      + "\(counted(file.albums, "album")) and \(counted(file.images, "image")) \(verb), "
      + "\(file.present) there already"
  }

  var fields: JSONFields {
    switch event {
    case .item(let file, let item): item.fields(in: file)
    case .imported(let file): fields("imported", file)
    case .unchanged(let file): fields("unchanged", file)
    case .rejected(let file, let rejection): fields("rejected", file, rejection)
    }
  }

  private func fields(
    _ event: String, _ file: ImportedFile, _ rejection: Rejection? = nil
  ) -> JSONFields {
    let comesIn = rejection == nil
    return [
      "event": event, "path": file.path, "designs": comesIn ? file.designs : 0,
      "albums": comesIn ? file.albums : 0, "images": comesIn ? file.images : 0,
      "present": file.present, "code": rejection?.code, "message": rejection?.message,
      "remedy": rejection?.remedy,
    ]
  }
}

/// What a person should know about a document of a newer version.
func newerText(_ version: Int) -> String {
  "It has version \(version), which is newer than this software knows; what it does not know stays "
    + "as it is."
}

extension ImportItem {
  /// The item, its outcome, its names and size, or the reason, on one line for people.
  fileprivate var text: String {
    var parts = ["\(kind.rawValue) \(outcome.name)", name.displayText]
    if let fileName, fileName != name { parts.append("as \(fileName)") }
    if let size { parts.append("\(size)") }
    if let error = rejection {
      parts.append("\(error.code): \(error.message)" + (error.remedy.map { " \($0)" } ?? ""))
    } else {
      parts.append("\((byteCount + 999) / 1000) kB")
    }
    if let note { parts.append(note) }
    return parts.joined(separator: "  ")
  }

  fileprivate var note: String? { newerVersion.map(newerText) }

  fileprivate func fields(in file: FilePath) -> JSONFields {
    [
      "event": "item", "path": file, "kind": kind.rawValue, "name": name,
      "outcome": outcome.name, "fileName": fileName, "bytes": byteCount, "width": size?.width,
      "height": size?.height, "code": rejection?.code.description,
      "message": rejection?.message, "remedy": rejection?.remedy,
      "newerVersion": newerVersion,
    ]
  }
}

extension ImportSummary {
  fileprivate var fields: JSONFields {
    ["event": "summary", "imported": imported, "unchanged": unchanged, "rejected": rejected]
  }
}
