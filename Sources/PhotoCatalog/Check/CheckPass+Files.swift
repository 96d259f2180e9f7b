import PhotoStore
import SystemFiles
import SystemPackage

extension CheckPass {
  /// The most bytes of a damaged file that are read to find out which file's they are: the most that a photo may have,
  /// far more than any file of a store has.
  static let digestLimit = 512 * 1024 * 1024

  /// Checks one file that a record names, and reports the first problem.
  mutating func checkFile(_ file: StoredFile, of record: RecordID) throws {
    summary.files += 1
    let path = paths.image(file.name)
    let problem: (code: Finding.Code, message: String)?
    do { problem = try self.problem(with: file, at: path) } catch let error as PhotoprepError {
      return try found(.unreadableFile, path, error.message, remedy: error.remedy)
    }
    guard let problem else { return }
    damages.add(
      FileDamage(
        record: record, name: file.name.description, code: problem.code, message: problem.message,
        wanted: file.digest, found: digest(of: path)))
  }

  /// Checks that a file exists; the record has only its name.
  mutating func checkFile(named name: String, of record: RecordID) throws {
    summary.files += 1
    let status = try fileSystem.status(of: paths.images.appending(name), followingLinks: false)
    if status?.kind == .regular { return }
    damages.add(
      FileDamage(
        record: record, name: name, code: .missingFile,
        message: "The record names this render, and it is not there.", wanted: nil, found: nil))
  }

  /// Checks an image that came in with a package, whose name is the digest of its bytes.
  ///
  /// The names of images that an app made say nothing about their bytes.
  mutating func checkImported(_ name: String, at path: FilePath) throws {
    guard check.readData, let imported = ImportedFileName(name) else { return }
    let contents: FileContents
    do {
      contents = try fileSystem.readFile(at: path, limit: Self.digestLimit, followingLinks: false)
    } catch {
      return try found(.unreadableFile, path, error.message, remedy: error.remedy)
    }
    if imported.names(ContentDigest(of: contents.bytes)) { return }
    try found(
      .digestMismatch, path, "The bytes are not those that the name was made of.",
      remedy: "Move it away, and bring its package in again with 'photoprep store import'.")
  }

  /// Reports the damaged files; one that holds the bytes of another file was swapped with it.
  mutating func reportDamages() throws {
    try damages.forEach { damage in
      let path = paths.images.appending(damage.name)
      if let right = damage.rightName {
        try found(
          .swappedFile, path, "The file holds the bytes of '\(right)'.", remedy: Self.remedy)
      } else {
        try found(damage.code, path, damage.message, remedy: Self.remedy)
      }
    }
  }

  private static let remedy =
    "Mend it with 'photoprep store check --read-data --repair', or prepare the photo again with "
    + "'photoprep prep --force PHOTO'."

  private func digest(of path: FilePath) -> ContentDigest? {
    let contents = try? fileSystem.readFile(
      at: path, limit: Self.digestLimit, followingLinks: false)
    return contents.map { ContentDigest(of: $0.bytes) }
  }

  private func problem(with file: StoredFile, at path: FilePath) throws -> (Finding.Code, String)? {
    guard let status = try fileSystem.status(of: path, followingLinks: false) else {
      return (.missingFile, "The record names this file, and it is not there.")
    }
    guard status.kind == .regular else {
      return (.missingFile, "The record names this file, and there is no regular file here.")
    }
    guard status.size == file.byteCount else {
      return (
        status.size < file.byteCount ? .truncatedFile : .wrongSize,
        "The file has \(status.size) bytes; its record says \(file.byteCount)."
      )
    }
    if let problem = try headerProblem(with: file, at: path) { return problem }
    return check.readData ? try dataProblem(with: file, at: path) : nil
  }

  private func headerProblem(
    with file: StoredFile, at path: FilePath
  ) throws -> (Finding.Code, String)? {
    let format = file.name.format
    let prefix = min(PictureHeader.prefixLength, file.byteCount)
    var reading = PictureHeader.read(try fileSystem.readPrefix(of: path, count: prefix), as: format)
    if reading == .incomplete, file.byteCount > prefix {
      reading = PictureHeader.read(
        try fileSystem.readPrefix(of: path, count: file.byteCount), as: format)
    }
    guard case .size(let size) = reading else {
      return (.notAJPEG, "The file does not begin as a \(format.name) does.")
    }
    guard size == file.size else {
      return (.wrongDimensions, "The image is \(size) pixels; its record says \(file.size).")
    }
    return nil
  }

  private func dataProblem(
    with file: StoredFile, at path: FilePath
  ) throws -> (Finding.Code, String)? {
    let contents = try fileSystem.readFile(at: path, limit: file.byteCount, followingLinks: false)
    let digest = ContentDigest(of: contents.bytes)
    guard digest != file.digest else { return nil }
    return (
      .digestMismatch, "The bytes have the SHA-256 \(digest); the record says \(file.digest)."
    )
  }

  /// Reports every render of a record that the screen's widgets do not archive whole.
  mutating func checkArchiveLimits(of record: PhotoRecord) throws {
    guard let screen = check.screen else { return }
    for excess in record.archiveExcesses(on: screen) {
      try found(
        .overArchiveLimit, paths.images.appending(excess.fileName), excess.message,
        remedy: "PreparedPhoto reduces it; for a view that draws it whole, prepare the photo with "
          + "--device '\(screen.identifier)'.")
    }
  }

  mutating func checkRows() throws {
    guard let catalog = store.catalog, try catalog.isSound() else {
      return try checkMissingCatalog()
    }
    let walk = RecordWalk(fileSystem: fileSystem, paths: paths, catalog: catalog)
    try walk.run { try compare($0) }
  }

  private mutating func compare(_ step: RecordWalk.Step) throws {
    let path = paths.record(step.id)
    // A run may have added or joined the record after the folder was read.
    let status = try fileSystem.status(of: path, followingLinks: false)
    let stamp = status.map(RecordStamp.init)
    guard let row = step.row else {
      let row = try store.catalog?.read { try PhotoRow.find(step.id, in: $0) }
      guard stamp != nil, row == nil else { return }
      return try found(
        .recordWithoutRow, path, "The catalog does not know this record.",
        remedy: "'photoprep store rebuild' adds it.")
    }
    guard let stamp else {
      if trash.holds(path) {
        return try found(
          .staleRow, path, "The catalog knows this record, which is in the trash.",
          remedy: "The next 'photoprep clean' corrects it.")
      }
      return try found(
        .rowWithoutRecord, path, "The catalog knows this record, and it is not there.",
        remedy: "Prepare the photo again, or forget it with 'photoprep store rebuild'.")
    }
    if stamp != row.stamp {
      try found(
        .staleRow, path, "The record changed after the catalog took it in.",
        remedy: "'photoprep store rebuild' takes it in again.")
    }
  }

  /// Notes a catalog that exists and cannot be read.
  ///
  /// A missing one is not reported, as in a container that an app has written: the next run makes it from the records.
  private mutating func checkMissingCatalog() throws {
    if let failure = store.catalogFailure {
      return try found(
        .catalogUnusable, FilePath(failure.path), failure.message, remedy: failure.remedy)
    }
    if try fileSystem.status(of: paths.catalog, followingLinks: true) == nil { return }
    try found(
      .catalogUnusable, paths.catalog, "The catalog is damaged or has another version.",
      remedy: "'photoprep store rebuild' makes it again.")
  }

  /// Collects a photo's recipes; records are visited in the order of their names, so a photo's come together.
  mutating func noteGeneration(of record: PhotoRecord) throws {
    guard check.generation != nil else { return }
    if let (other, _) = siblings.first, other.photo != record.id.photo { try reportOlderCrops() }
    siblings.append((record.id, record.preparation.recipe))
  }

  /// Notes crops by older rules of the photo whose recipes are collected.
  mutating func reportOlderCrops() throws {
    defer { siblings = [] }
    for (index, today) in check.generation?.older(among: siblings.map(\.recipe)) ?? [] {
      let (id, recipe) = siblings[index]
      summary.olderCrops += 1
      let further = today.frames.families.filter { recipe.frames[$0] == nil }.map(\.name)
      let fact =
        if recipe.algorithmVersion != today.algorithmVersion {
          "was cropped by version \(recipe.algorithmVersion) of the rules; today's is "
            + "\(today.algorithmVersion)"
        } else if recipe.analysis != today.analysis {
          "was cropped by analysis \(recipe.analysis); today's is \(today.analysis)"
        } else {
          "has no \(further.joined(separator: " and ")) render, which its device has a widget for today"
        }
      try found(
        .olderCrop, paths.record(id), "The photo \(fact).",
        remedy: further.isEmpty
          ? "'photoprep prep --upgrade' crops it again, beside what is there."
          : "'photoprep prep --upgrade' makes it, beside what is there.")
    }
  }
}
