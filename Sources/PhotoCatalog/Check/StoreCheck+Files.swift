import PhotoStore
import SystemFiles
import SystemPackage

extension StoreCheck {
  /// How much of a file is read to find its frame header.
  ///
  /// Ours: headers made here end within 4 kB; a profile of 60 kB would still fit.
  static let headerPrefix = 65_536

  /// Checks one file that a record names; reports the first thing that is wrong with it.
  mutating func checkFile(_ file: StoredFile) throws {
    summary.files += 1
    let path = paths.image(file.name)
    let problem: (code: Finding.Code, message: String)?
    do throws(SystemError) { problem = try self.problem(with: file, at: path) } catch {
      return try found(.unreadableFile, path, error.message, recovery: error.recovery)
    }
    if let problem { try found(problem.code, path, problem.message, recovery: Self.remedy) }
  }

  private static let remedy = "Prepare the photo again with 'photoprep prep --force'."

  private func problem(
    with file: StoredFile, at path: FilePath
  ) throws(SystemError) -> (Finding.Code, String)? {
    guard let status = try fileSystem.status(of: path, followingLinks: false) else {
      return (.missingFile, "The record names this file, and it is not there.")
    }
    guard status.kind == .regular else {
      return (.missingFile, "The record names this file, and there is no regular file here.")
    }
    guard status.size == file.byteCount else {
      return (.wrongSize, "The file has \(status.size) bytes; its record says \(file.byteCount).")
    }
    if let problem = try headerProblem(with: file, at: path) { return problem }
    return readData ? try dataProblem(with: file, at: path) : nil
  }

  private func headerProblem(
    with file: StoredFile, at path: FilePath
  ) throws(SystemError) -> (Finding.Code, String)? {
    var reading = JPEGHeader.read(
      try fileSystem.readPrefix(of: path, count: min(Self.headerPrefix, file.byteCount)))
    if reading == .incomplete, file.byteCount > Self.headerPrefix {
      reading = JPEGHeader.read(try fileSystem.readPrefix(of: path, count: file.byteCount))
    }
    guard case .header(let header) = reading else {
      return (.notAJPEG, "The file does not begin as a JPEG does.")
    }
    guard header.size == file.size else {
      return (
        .wrongDimensions,
        "The image is \(header.size) pixels; its record says \(file.size)."
      )
    }
    return nil
  }

  private func dataProblem(
    with file: StoredFile, at path: FilePath
  ) throws(SystemError) -> (Finding.Code, String)? {
    let contents = try fileSystem.readFile(at: path, limit: file.byteCount, followingLinks: false)
    let digest = ContentDigest(of: contents.bytes)
    guard digest != file.digest else { return nil }
    return (
      .digestMismatch, "The bytes have the SHA-256 \(digest); the record says \(file.digest)."
    )
  }
}

extension StoreCheck {
  /// How many rows are read between two looks at the records; ours.
  private static let pageSize = 1000

  /// Checks that every row has its record and every record its row.
  mutating func checkRows() throws {
    guard let catalog = store.catalog else { return try checkMissingCatalog() }
    var records = try names(in: paths.photos).compactMap { RecordID(fileName: $0.string) }[...]
    var last: RecordID?
    var isAtEnd = false
    while !isAtEnd {
      let page = try catalog.read { database in
        try PhotoRow.page(after: last, limit: Self.pageSize, in: database)
      }
      isAtEnd = page.count < Self.pageSize
      last = page.last?.id ?? last
      let batch = records.prefix { id in isAtEnd || last.map { id <= $0 } ?? true }
      records = records[batch.endIndex...]
      try compare(batch, with: page)
    }
  }

  private mutating func compare(
    _ records: ArraySlice<RecordID>, with page: [(id: RecordID, stamp: RecordStamp)]
  ) throws {
    var known = Set<RecordID>()
    for row in page {
      known.insert(row.id)
      let path = paths.record(row.id)
      guard let status = try fileSystem.status(of: path, followingLinks: false) else {
        try found(
          .rowWithoutRecord, path, "The catalog knows this record, and it is not there.",
          recovery: "Prepare the photo again.")
        continue
      }
      if RecordStamp(status) != row.stamp {
        try found(.staleRow, path, "The record changed after the catalog took it in.")
      }
    }
    for id in records where !known.contains(id) {
      try found(
        .recordWithoutRow, paths.record(id), "The catalog does not know this record.",
        recovery: "The next 'photoprep prep' adds it.")
    }
  }

  /// Notes a catalog that is there and cannot be read, or that is missing beside records.
  private mutating func checkMissingCatalog() throws {
    let isThere = try fileSystem.status(of: paths.catalog, followingLinks: true) != nil
    let hasRecords = try !names(in: paths.photos).isEmpty
    guard isThere || hasRecords else { return }
    try found(
      .catalogUnusable, paths.catalog,
      isThere ? "The catalog is damaged or has another version." : "There is no catalog.",
      recovery: "The next 'photoprep prep' makes it anew.")
  }
}
