internal import PhotoCatalog
internal import PhotoGeometry
public import SystemPackage

/// One thing that an import did, or would do.
public enum ImportEvent: Sendable {
  /// What becomes of one design, album or image.
  case item(FilePath, PackageItem)
  /// A file came in.
  case imported(ImportedFile)
  /// Everything in a file was in the store already.
  case unchanged(ImportedFile)
  /// A file may not come in, and nothing of it does.
  case rejected(ImportedFile, Rejection)
}

/// One design, album or image of a package.
public struct PackageItem: Sendable {
  let item: ImportItem

  init(_ item: ImportItem) { self.item = item }

  /// `new`, `renamed`, `present`, `unused` or `rejected`.
  public var outcome: String {
    switch item.outcome {
    case .new: "new"
    case .renamed: "renamed"
    case .present: "present"
    case .unused: "unused"
    case .rejected: "rejected"
    }
  }
}

/// How much of a file comes in.
public struct ImportedFile: Sendable {
  /// The file.
  public let path: FilePath
  /// How many designs come in.
  public let designs: Int
  /// How many albums come in.
  public let albums: Int
  /// How many images come in.
  public let images: Int
  /// How many of all are in the store already.
  public let present: Int

  init(_ path: FilePath, _ items: [ImportItem]) {
    self.path = path
    func count(_ kind: ImportItem.Kind) -> Int {
      items.count { $0.kind == kind && $0.comesIn }
    }
    (designs, albums, images) = (count(.design), count(.album), count(.image))
    present = items.count { if case .present = $0.outcome { true } else { false } }
  }
}

/// How many files an import brought in.
public struct ImportSummary: Hashable, Sendable {
  /// Files of which something came in.
  public private(set) var imported = 0
  /// Files of which the store had everything.
  public private(set) var unchanged = 0
  /// Files that may not come in.
  public private(set) var rejected = 0
  /// Whether somebody asked to stop.
  public internal(set) var wasInterrupted = false
  /// What worker processes could still do on this system, one sentence each.
  public internal(set) var isolationGaps: [String] = []

  mutating func count(_ event: ImportEvent) {
    switch event {
    case .item: break
    case .imported: imported += 1
    case .unchanged: unchanged += 1
    case .rejected: rejected += 1
    }
  }
}

extension PackageItem: CustomStringConvertible {
  /// The item on one line, for people: what, what becomes of it, its names and size, or why not.
  public var description: String {
    var parts = ["\(item.kind.rawValue) \(outcome)", item.name.displayText]
    if let fileName = item.fileName, fileName != item.name { parts.append("as \(fileName)") }
    if let size = item.size { parts.append("\(size)") }
    if let error = item.rejection {
      parts.append("\(error.code): \(error.message)" + (error.recovery.map { " \($0)" } ?? ""))
    } else {
      parts.append("\((item.byteCount + 999) / 1000) kB")
    }
    return parts.joined(separator: "  ")
  }
}

extension ImportEvent {
  /// Returns the event as the one JSON line that `store import --json` prints.
  public func jsonLine() throws -> String {
    switch self {
    case .item(let file, let item): try JSONLine.encode(ItemForm(file, item))
    case .imported(let file): try JSONLine.encode(FileForm("imported", file, nil))
    case .unchanged(let file): try JSONLine.encode(FileForm("unchanged", file, nil))
    case .rejected(let file, let rejection):
      try JSONLine.encode(FileForm("rejected", file, rejection))
    }
  }

  private struct ItemForm: Encodable {
    var event = "item"
    let path, kind, name, outcome: String
    let pathBytes, fileName, code, message, remedy: String?
    let bytes: Int
    let width, height: Int?

    init(_ file: FilePath, _ item: PackageItem) {
      let shown = JSONPath(file)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      (kind, name, outcome) = (item.item.kind.rawValue, item.item.name, item.outcome)
      (fileName, bytes) = (item.item.fileName, item.item.byteCount)
      (width, height) = (item.item.size?.width, item.item.size?.height)
      let rejection = item.item.rejection
      code = rejection?.code.description
      (message, remedy) = (rejection?.message, rejection?.recovery)
    }
  }

  private struct FileForm: Encodable {
    let event, path: String
    let pathBytes, code, message, remedy: String?
    let designs, albums, images, present: Int

    init(_ event: String, _ file: ImportedFile, _ rejection: Rejection?) {
      self.event = event
      let shown = JSONPath(file.path)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      let isRejected = rejection != nil
      designs = isRejected ? 0 : file.designs
      albums = isRejected ? 0 : file.albums
      images = isRejected ? 0 : file.images
      present = file.present
      (code, message, remedy) = (rejection?.code, rejection?.message, rejection?.remedy)
    }
  }
}

extension ImportSummary {
  /// Returns the summary as the last JSON line that `store import --json` prints.
  public func jsonLine() throws -> String {
    try JSONLine.encode(Form(imported: imported, unchanged: unchanged, rejected: rejected))
  }

  private struct Form: Encodable {
    var event = "summary"
    let imported, unchanged, rejected: Int
  }
}

extension ImportedFile {
  /// What came in, or would, on one line for people.
  ///
  /// - Parameter isPlan: Whether nothing was written.
  /// - Returns: The line.
  public func sentence(isPlan: Bool) -> String {
    let verb = isPlan ? "would come in" : "came in"
    if designs + albums + images == 0 {
      return "\(path.displayText): everything is in the store already"
    }
    return "\(path.displayText): \(counted(designs, "design")), \(counted(albums, "album")) and "
      + "\(counted(images, "image")) \(verb), \(present) there already"
  }
}
