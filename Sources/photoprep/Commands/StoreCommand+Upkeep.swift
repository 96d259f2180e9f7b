internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage

extension StoreCommand {
  struct References: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "references",
      abstract: "Lists which documents and pins name which files.",
      discussion: """
        One line a file: how many designs, albums, preferences and pins name it, its name, and their \
        names. Without arguments, lists every image and every name without a file. Exits with 12 if a \
        document cannot be read.

        Example:
          photoprep store references --store Container
        """)

    @OptionGroup var place: StoreOption
    @OptionGroup var documents: DesignsOption

    @OptionGroup var form: JSONOption

    @Argument(help: ArgumentHelp("Only these files, by their names.", valueName: "file"))
    var files: [String] = []

    func run() throws {
      let console = Console(isJSON: form.json)
      let summary = try reportingFailure {
        try place.opening(for: .read) { store in
          try StoreReferences(of: store, designFolders: documents.folders).list(
            files.isEmpty ? nil : files, onProblem: { try console.problem($0) }, console.outcome)
        }
      }
      try console.outcome(summary)
      if summary.unreadable > 0 { try ExitStatus.needsAttention.exit() }
    }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin",
      abstract: "Keeps files even if nothing names them.",
      discussion: """
        Without names, lists the pinned files.

        Example:
          photoprep store pin 0f948f29ddc93a8c --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(
      help: ArgumentHelp(
        "Files of the store, or photos as 'photoprep rm' takes them.", valueName: "name"))
    var names: [String] = []

    func run() throws {
      let pins = try reportingFailure {
        try place.opening(for: names.isEmpty ? .read : .write) {
          let pins = Pins(of: $0)
          return names.isEmpty ? try pins.names() : try pins.add(try place.names(of: names, in: $0))
        }
      }
      for pin in pins { try Console().result(pin) }
    }
  }

  struct Unpin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unpin",
      abstract: "Removes the pins of files.",
      discussion: """
        Example:
          photoprep store unpin 0f948f29ddc93a8c --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("Files or photos.", valueName: "name"))
    var names: [String]

    func run() throws {
      let released = try reportingFailure {
        try place.opening(for: .write) {
          try Pins(of: $0).remove(try place.names(of: names, in: $0))
        }
      }
      for pin in released { try Console().result(pin) }
    }
  }

  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Makes the catalog again from the records.",
      discussion: """
        The catalog is an index; nothing is lost with it. Says how the new one compares with the \
        old one.

        Example:
          photoprep store rebuild --store Container
        """)

    @OptionGroup var place: StoreOption

    @OptionGroup var form: JSONOption

    func run() throws {
      let signals = SignalWatch()
      let console = Console(isJSON: form.json)
      let comparison = try reportingFailure(stoppedBy: signals) {
        try place.openingAlone(console, signals.interruption) {
          try CatalogRebuild(of: $0).run(while: { !signals.interruption.isRequested })
        }
      }
      try console.outcome(comparison)
    }
  }
}

extension FileReferences: Shown {
  private var name: String { path.lastComponent?.string ?? "" }

  var text: String {
    let documents = documents.isEmpty ? "" : "  " + documents.joined(separator: ", ")
    return "\(self.documents.count)  \("\(name)\(documents)".displayText)"
      + (isThere ? "" : "  [not there]")
  }

  var fields: JSONFields {
    [
      "event": "file", "name": name, "path": path.string, "references": documents.count,
      "documents": documents, "exists": isThere,
    ]
  }
}

extension ReferenceSummary: Shown {
  var text: String {
    "\(counted(documents, "document")), \(counted(files, "file")): \(referenced) named, "
      + "\(unreferenced) named by none, \(missing) not there"
  }

  var fields: JSONFields {
    [
      "event": "summary", "documents": documents, "files": files, "references": references,
      "referenced": referenced, "unreferenced": unreferenced, "missing": missing,
      "unreadable": unreadable,
    ]
  }
}

extension RebuildReport: Shown {
  var text: String {
    let differences = "\(added) new, \(changed) different, \(removed) gone"
    return
      "\(counted(rows, "photo")) in the catalog, \(isSame ? "the same as before" : differences)"
  }

  var fields: JSONFields {
    ["event": "summary", "photos": rows, "added": added, "changed": changed, "removed": removed]
  }
}
