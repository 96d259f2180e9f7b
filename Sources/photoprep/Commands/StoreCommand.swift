internal import ArgumentParser
internal import Foundation
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Makes, lists, checks, repairs, packs and merges stores.",
    subcommands: [
      Init.self, List.self, Check.self, References.self, Pin.self, Unpin.self, Rebuild.self,
      Export.self, Import.self, Merge.self,
    ])

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Makes a folder a store; a store stays as it is.",
      discussion: """
        The folder keeps its files, so a real App Group container can become a store.

        Example:
          photoprep store init --store Container --images-folder Pictures
        """)

    @OptionGroup var place: StoreOption

    @Option(help: ArgumentHelp("The name of the folder of images.", valueName: "name"))
    var imagesFolder = ContainerLayout.standard.images

    @Option(help: ArgumentHelp("The name of the folder of albums.", valueName: "name"))
    var albumsFolder = ContainerLayout.standard.albums

    func run() throws {
      try reportingFailure {
        let layout = try ContainerLayout(
          images: imagesFolder, albums: albumsFolder, path: place.path.string)
        try Store.create(at: place.path, layout: layout, in: .now)
      }
      try Console().result("\(place.path.displayText) is a store.")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the prepared photos of a store.",
      discussion: """
        Examples:
          photoprep store list --store Container --json
          photoprep store list --sort name --flag lowResolution --store Container
        """)

    @OptionGroup var place: StoreOption

    enum Order: String, ExpressibleByArgument, CaseIterable {
      case photo, name, taken, prepared
    }

    @Option(
      help: ArgumentHelp(
        """
        By the photo's digits, by its file's name, by the date it was taken (first those without a \
        date), or by the date it was prepared.
        """,
        valueName: "order"))
    var sort = Order.photo

    @Option(
      help: ArgumentHelp(
        "Only photos with this flag, as the list shows it; may be repeated.", valueName: "flag"))
    var flag: [String] = []

    @OptionGroup var form: JSONOption

    func validate() throws {
      let flags = PhotoFlag.allCases.map(\.rawValue)
      for flag in flag where !flags.contains(flag) {
        throw ValidationError(
          "--flag is '\(flag)'; it must be one of \(flags.joined(separator: ", "))."
            + Suggestion.sentence(for: flag, among: flags))
      }
    }

    func run() throws {
      let console = Console(isJSON: form.json)
      var unreadable = 0
      var listed: [ListedPhoto] = []
      var siblings: [ListedPhoto] = []
      // Records of one photo follow each other.
      func endPhoto() throws {
        for photo in siblings where flag.allSatisfy(photo.photo.flags.contains) {
          var photo = photo
          photo.isOneOfSeveral = siblings.count > 1
          if sort == .photo {
            try console.result(photo)
          } else {
            listed.append(photo)
          }
        }
        siblings = []
      }
      var packaged: [PackagedPhoto] = []
      try reportingFailure {
        try place.opening(for: .read) { store in
          if flag.isEmpty { packaged = try StoreDocuments(of: store).packagedPhotos() }
          try store.forEachRecord { id, record in
            switch record {
            case .success(let record):
              if siblings.last?.photo.id.photo != record.id.photo { try endPhoto() }
              siblings.append(ListedPhoto(record))
            case .failure(let error):
              unreadable += 1
              try console.problem(UnreadableRecord(id: id, error: error))
            }
          }
          try endPhoto()
        }
      }
      for photo in listed.sorted(by: { $0.precedes($1, by: sort) }) {
        try console.result(photo)
      }
      for photo in packaged { try console.result(photo) }
      if unreadable > 0 { try ExitStatus.needsAttention.exit() }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Checks a store against its records and lists all damage.",
      discussion: """
        Every record must have its files with the right sizes and dimensions; --read-data also \
        compares their digests and those of images that came in with packages (images that an app \
        made have no digest and are not read), and --device notes renders with more pixels than that \
        device's widgets archive. Every file that a design or album names must be there. Exits with \
        12 if there is damage; a note is only information. Photos that older rules have cropped are \
        counted, and listed with --json. --repair restores files whose bytes are elsewhere in the \
        store, makes renders again from their masters, corrects the catalog, and says what it cannot \
        repair.

        Example:
          photoprep store check --read-data --store Container
        """)

    @OptionGroup var place: StoreOption
    @OptionGroup var documents: DesignsOption

    @Flag(help: "Read every file and compare its digest.")
    var readData = false

    @Option(
      help: ArgumentHelp(
        "Note every render with more pixels than this device's widgets archive.",
        valueName: "name"), transform: WidgetScreen.named)
    var device: WidgetScreen?

    @Flag(help: "Repair whatever can be repaired without loss.")
    var repair = false

    @OptionGroup var form: JSONOption

    func run() throws {
      let console = Console(isJSON: form.json)
      if repair { return try mend(console) }
      let summary = try reportingFailure {
        try place.opening(for: .read) { store in
          try StoreCheck(
            of: store, readData: readData, designFolders: documents.folders,
            screen: device, generation: .today
          ).run { finding in
            // After a change of the rules, or a cleanup, these are about all photos; the summary counts them.
            if form.json || ![.olderCrop, .trashedFile].contains(finding.code) {
              try console.outcome(finding)
            }
          }
        }
      }
      try console.outcome(summary)
      if !summary.isSound { try ExitStatus.needsAttention.exit() }
    }

    private func mend(_ console: Console) throws {
      let signals = SignalWatch()
      let summary = try reportingFailure(stoppedBy: signals) {
        try place.openingAlone(console, signals.interruption) { store in
          try StoreRepair(
            of: store, readData: readData, designFolders: documents.folders,
            with: MasterRenders.render, while: { !signals.interruption.isRequested }
          ).run(onFinding: console.outcome, console.outcome)
        }
      }
      try console.outcome(summary)
      if !summary.check.isSound { try ExitStatus.needsAttention.exit() }
    }
  }
}

private struct ListedPhoto: Shown {
  let photo: PhotoPreparation
  private var byteCount: Int { photo.files.reduce(0) { $0 + $1.byteCount } }

  private let preparedAt: Date
  /// Whether the photo has further preparations.
  var isOneOfSeveral = false

  init(_ record: PhotoRecord) {
    photo = record.preparation
    preparedAt = record.preparedAt
  }

  func precedes(_ other: ListedPhoto, by order: StoreCommand.List.Order) -> Bool {
    let names = (fileName, other.fileName)
    if order == .name, names.0 != names.1 { return names.0 < names.1 }
    let times = (photo.taken ?? "", other.photo.taken ?? "")
    if order == .taken, times.0 != times.1 { return times.0 < times.1 }
    if order == .prepared, preparedAt != other.preparedAt { return preparedAt < other.preparedAt }
    return photo.id < other.photo.id
  }

  private var fileName: String {
    photo.sources.first?.path.lastComponent?.string ?? ""
  }

  var text: String {
    let names = photo.sources.map(\.path.displayText).joined(separator: ", ")
    let flags = photo.flags.isEmpty ? "" : "  [\(photo.flags.joined(separator: ", "))]"
    return "\(photo.id)  \(photo.uprightSize) \(photo.format)  \((byteCount + 500) / 1000) kB  "
      + "\(names)\(isOneOfSeveral ? "  (\(photo.recipe.variant))" : "")\(flags)"
  }

  var fields: JSONFields {
    [
      "event": "photo", "photo": photo.id.photo.description,
      "recipe": photo.recipeID.description, "record": photo.id.fileName, "format": photo.format,
      "width": photo.uprightSize.width, "height": photo.uprightSize.height,
      "sources": photo.sources.map(\.description),
      "files": Dictionary(
        photo.files.map { ($0.name.role.description, $0.name.description) },
        uniquingKeysWith: { first, _ in first }),
      "bytes": byteCount, "flags": photo.flags, "variant": photo.recipe.variant,
      "taken": photo.taken, "preparedAt": preparedAt.formatted(.iso8601),
    ]
  }
}

private struct UnreadableRecord: Shown {
  let id: RecordID
  let error: PhotoprepError

  var text: String { error.description }
  var fields: JSONFields {
    [
      "event": "unreadable", "record": id.fileName, "code": error.code.description,
      "path": error.path, "message": error.message,
    ]
  }
}

extension PackagedPhoto: Shown {
  var text: String { "\(master.displayText)  in \(origin.text)" }

  var fields: JSONFields {
    let (key, name) = origin.named
    let files = renders.map { ($0.key.rawValue, $0.value) } + [("master", master)]
    return ["event": "packaged", key: name, "files": Dictionary(uniqueKeysWithValues: files)]
  }
}

extension PackagedPhoto.Origin {
  fileprivate var named: (key: String, name: String) {
    switch self {
    case .design(let name): ("design", name)
    case .album(let name): ("album", name)
    case .preferences(let name): ("appDesign", name)
    }
  }
}

extension Finding: Shown {
  var text: String {
    "\(severity.rawValue) \(code)  \(path.displayText): \(message)"
      + (remedy.map { " " + $0 } ?? "")
  }

  var fields: JSONFields {
    [
      "event": "finding", "code": code.description, "severity": severity.rawValue, "path": path,
      "message": message, "remedy": remedy,
    ]
  }
}

extension CheckSummary: Shown {
  var text: String {
    "\(counted(photos, "photo")), \(counted(files, "file"))"
      + (designImages == 0 ? ": " : ", \(counted(designImages, "image")) of designs: ")
      + (findings == trashed
        ? "all whole" : "\(damages) damaged, \(counted(notes - trashed, "note"))")
      + (olderCrops == 0 ? "" : "; \(olderCrops) to renew by 'prep --upgrade'")
      + (trashed == 0 ? "" : "; \(counted(trashed, "file")) in the trash")
  }

  var fields: JSONFields {
    [
      "event": "summary", "photos": photos, "files": files, "designImages": designImages,
      "findings": findings, "damages": damages, "notes": notes, "olderCrops": olderCrops,
    ]
  }
}

extension RepairEvent: Shown {
  var text: String {
    switch self {
    case .mended(let path, let how): "mended  \(path.displayText): \(how)"
    case .notMended(let path, let why, let remedy):
      "not mended  \(path.displayText): \(why) \(remedy)"
    }
  }

  var fields: JSONFields {
    switch self {
    case .mended(let path, let how): ["event": "mended", "path": path, "message": how]
    case .notMended(let path, let why, let remedy):
      ["event": "not-mended", "path": path, "message": why, "remedy": remedy]
    }
  }
}

extension RepairSummary: Shown {
  var text: String {
    let rows = rowsWritten + rowsRemoved
    return "\(counted(mended, "file")) mended, \(notMended) not"
      + (rows > 0 ? ", \(counted(rows, "row")) of the catalog corrected" : "") + "; " + check.text
  }

  var fields: JSONFields {
    [
      "event": "summary", "mended": mended, "notMended": notMended, "rowsWritten": rowsWritten,
      "rowsRemoved": rowsRemoved, "photos": check.photos, "files": check.files,
      "findings": check.findings, "damages": check.damages, "notes": check.notes,
    ]
  }
}
