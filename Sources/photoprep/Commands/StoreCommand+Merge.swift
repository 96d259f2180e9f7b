internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

extension StoreCommand {
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Brings everything in other stores into this one.",
      discussion: """
        Brings in photos with their records, and images, albums and designs; designs in an app's \
        preferences come in as files. This store is made if there is none. Names are made from \
        content, so the same name must mean the same content. If it does not, both stores keep their \
        own, the conflict is listed, and the exit code is 2. A photo that another library decoded \
        there is not a conflict; it stays as it is here. The other stores do not change. An \
        interrupted merge goes on where it stopped when you start it again.

        With --images link, photos that only another store has are hard-linked, which costs no space \
        and reads no image; those on another device are copied. With --images leave, only records and \
        documents come in, for stores that share their images in one place.

        Example:
          photoprep store merge Laptop Server --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("The folders that hold the other stores.", valueName: "dir"))
    var others: [String]

    @Option(
      help: ArgumentHelp(
        "What to do with the images of photos: copy them, link them or leave them.",
        valueName: "how"))
    var images = MergedImages.copy

    @OptionGroup var form: JSONOption

    func run() throws {
      let signals = SignalWatch()
      let summary = try reportingFailure(stoppedBy: signals) { try merge(signals.interruption) }
      try Console(isJSON: form.json).result(summary)
      try signals.end(interrupted: summary.wasInterrupted, rejected: summary.conflicts)
    }

    private func merge(_ interruption: Interruption) throws -> MergeSummary {
      let others = RawArguments.paths(for: others)
      let areStores = {
        for path in others { try other(at: path, in: .now).close() }
        return true
      }
      return try place.making(if: areStores) { try merge(others, interruption) }
    }

    private func merge(
      _ others: [FilePath], _ interruption: Interruption
    ) throws -> MergeSummary {
      let console = Console(isJSON: form.json)
      return try place.opening(for: .write, interruption) { store in
        var total = MergeSummary()
        for path in others where !total.wasInterrupted {
          let environment = StoreOption.environment(interruption)
          total = try other(at: path, in: environment).closing { other in
            let merge = StoreMerge(from: other, into: store, images: images)
            return try merge.run(after: total, while: { !interruption.isRequested }) { event in
              let merged = Merged(event: event, source: path)
              if form.json { return try console.result(merged) }
              switch event {
              case .conflict, .newer: console.message(merged.text)
              case .added, .joined, .kept: break
              }
            }
          }
        }
        return total
      }
    }

    /// Opens a store to be read; the usual remedy would name the one that `--store` names.
    private func other(at path: FilePath, in environment: StoreEnvironment) throws -> Store {
      do { return try Store.open(at: path, for: .read, in: environment) } catch let error
        as PhotoprepError where error.code == .storeMissing
      {
        let word = ShellWord.quoted(path.string)
        throw PhotoprepError(
          error.code, path: error.path, message: error.message,
          remedy: "Name a store, or make it one: 'photoprep store init --store \(word)'.")
      }
    }
  }
}

/// One effect of a merge, with the store it is about.
private struct Merged: Shown {
  let event: MergeEvent
  let source: FilePath

  var text: String {
    switch event {
    case .added(let kind, let name): "added \(kind.rawValue) \(name.displayText)"
    case .joined(let name): "joined names of photo \(name)"
    case .kept(let name, let decoder, let other):
      "kept photo \(name) as \(decoder.displayText) decoded it, not as \(other.displayText) did"
    case .newer(_, let name, let version): "note: \(name.displayText): \(newerText(version))"
    case .conflict(let kind, _, let error):
      "conflict \(kind.rawValue) \(error.code): \(error.description.displayText)"
    }
  }

  var fields: JSONFields {
    switch event {
    case .added(let kind, let name): fields("added", kind, name)
    case .joined(let name): fields("joined", .photo, name)
    case .kept(let name, let decoder, let other):
      [
        "event": "kept", "source": source, "kind": MergeEvent.Kind.photo.rawValue, "name": name,
        "decoder": decoder, "otherDecoder": other,
      ]
    case .newer(let kind, let name, let version):
      ["event": "newer", "source": source, "kind": kind.rawValue, "name": name, "version": version]
    case .conflict(let kind, let name, let error): fields("conflict", kind, name, error)
    }
  }

  private func fields(
    _ event: String, _ kind: MergeEvent.Kind, _ name: String, _ error: PhotoprepError? = nil
  ) -> JSONFields {
    [
      "event": event, "source": source, "kind": kind.rawValue, "name": name,
      "code": error?.code.description, "path": error?.path, "message": error?.message,
      "remedy": error?.remedy,
    ]
  }
}

extension MergeSummary: Shown {
  var text: String {
    var parts = [
      "\(counted(photosAdded, "photo")) added, \(photosPresent) there already, "
        + "\(photosJoined) joined",
      "\(counted(imagesAdded, "image")), \(counted(albumsAdded, "album")) and "
        + "\(counted(designsAdded, "design")) added",
    ]
    if photosKept > 0 {
      parts.append("\(counted(photosKept, "photo")) kept that another library decoded there")
    }
    if pinsAdded > 0 { parts.append("\(counted(pinsAdded, "pin")) set") }
    parts.append(counted(conflicts, "conflict"))
    if unreferenced > 0 {
      parts.append("\(counted(unreferenced, "image")) that nothing names left behind")
    }
    if wasInterrupted { parts.append("interrupted; run it again to go on") }
    return parts.joined(separator: "; ")
  }

  var fields: JSONFields {
    [
      "event": "summary", "photosAdded": photosAdded, "photosPresent": photosPresent,
      "photosJoined": photosJoined, "photosKept": photosKept,
      "imagesAdded": imagesAdded, "albumsAdded": albumsAdded,
      "designsAdded": designsAdded, "pinsAdded": pinsAdded, "othersPresent": othersPresent,
      "conflicts": conflicts, "unreferenced": unreferenced,
    ]
  }
}
