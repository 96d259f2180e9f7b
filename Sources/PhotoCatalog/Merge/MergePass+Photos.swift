import PhotoStore
import SystemFiles
import SystemPackage

extension MergePass {
  mutating func mergePhoto(_ id: RecordID) throws {
    do {
      let record = try source.record(id)
      try requireConsistency(of: record, id)
      // A folder in a record's place, for example, is a conflict of this photo alone.
      if try target.fileSystem.has(target.paths.record(id)) {
        try join(record, with: try target.record(id))
      } else {
        try copy(record)
      }
    } catch let error as PhotoprepError {
      refusedPhotos.insert(id)
      try refuse(.photo, id.fileName, error)
    }
    if batch.records.count == Self.batchSize { try commitBatch() }
  }

  private func requireConsistency(of record: PhotoRecord, _ id: RecordID) throws {
    let names = record.preparation.recipe.fileNames(of: id)
    guard record.id == id, record.preparation.files.map(\.name) == names else {
      throw PhotoprepError.damagedSource(
        source.paths.record(id), why: "The record is about another photo than its name says.")
    }
    let recipe = record.preparation.recipe.id
    guard recipe == id.recipe else {
      throw PhotoprepError.damagedSource(
        source.paths.record(id),
        why: "The record's recipe has the name \(recipe), not \(id.recipe).")
    }
  }

  /// Joins the names of a photo that is in both stores, and restores files that the target has lost.
  private mutating func join(_ record: PhotoRecord, with present: PhotoRecord) throws {
    let isSame = record.isSame(as: present)
    var lost: [StoredFile] = []
    if images != .leave {
      lost = try present.preparation.allFiles.filter {
        try !target.fileSystem.hasFile(at: target.paths.image($0.name), of: $0.byteCount)
      }
    }
    let isKnown = Set(record.preparation.sources).isSubset(of: present.preparation.sources)
    if !isSame, lost.isEmpty, let kept = present.kept(where: record) {
      if !isKnown { try stage(present.adding(sources: record.preparation.sources)) }
      pending.append(kept)
      return
    }
    guard isSame else {
      throw PhotoprepError.differentContent(
        source.paths.record(record.id), than: target.paths.record(record.id))
    }
    if lost.isEmpty && isKnown {
      summary.photosPresent += 1
      return
    }
    var moves: [StagedFile] = []
    for file in lost {
      moves.append(try stage(try contents(of: file), toBecome: file.name.description))
    }
    try stage(record)
    batch.images += moves
    pending.append(
      lost.isEmpty
        ? .joined(name: record.id.fileName) : .added(.photo, name: record.id.fileName))
  }

  private mutating func copy(_ record: PhotoRecord) throws {
    var moves: [StagedFile] = []
    for file in images == .leave ? [] : record.preparation.allFiles {
      let bytes = try contents(of: file)
      switch try target.image(file.name.description, holds: bytes) {
      case true?: continue
      case false?:
        throw PhotoprepError.differentContent(
          source.paths.image(file.name), than: target.paths.image(file.name))
      case nil: moves.append(try stage(bytes, toBecome: file.name.description))
      }
    }
    let own = Set(record.preparation.allFiles.map(\.name.description))
    for name in record.image.allReferencedFileNames where !own.contains(name) {
      guard try mergeImage(name) else {
        throw PhotoprepError.dependsOnConflict(source.paths.record(record.id), name)
      }
    }
    try stage(record)
    batch.images += moves
    pending.append(.added(.photo, name: record.id.fileName))
  }

  /// Reads one of a photo's files and compares it with its record.
  private func contents(of file: StoredFile) throws -> [UInt8] {
    let path = source.paths.image(file.name)
    let bytes = try image(at: path)
    guard bytes.count == file.byteCount else {
      throw PhotoprepError.damagedSource(
        path, why: "The file has \(bytes.count) bytes; its record says \(file.byteCount).")
    }
    let digest = ContentDigest(of: bytes)
    guard digest == file.digest else {
      throw PhotoprepError.damagedSource(
        path, why: "The bytes have the SHA-256 \(digest); the record says \(file.digest).")
    }
    return bytes
  }

  private func image(at path: FilePath) throws -> [UInt8] {
    try source.fileSystem.readFile(at: path, limit: Self.imageByteLimit, followingLinks: false)
      .bytes
  }

  /// Brings an image that has no record; returns whether the target has the source's content.
  mutating func mergeImage(_ name: String) throws -> Bool {
    if let known = imagesMatch[name] { return known }
    imagesMatch[name] = images == .leave
    if images == .leave { return true }
    let path = source.paths.images.appending(name)
    guard FileNameRule.sanitized(name) == name, try source.fileSystem.hasFile(at: path) else {
      return false
    }
    let bytes = try image(at: path)
    switch try target.image(name, holds: bytes) {
    case true?: summary.othersPresent += 1
    case false?:
      pending.append(
        .conflict(
          .image, name: name,
          .differentContent(path, than: target.paths.images.appending(name))))
      return false
    case nil:
      batch.images.append(try stage(bytes, toBecome: name))
      pending.append(.added(.image, name: name))
    }
    imagesMatch[name] = true
    return true
  }
}

extension PhotoRecord {
  /// Whether two records are equal apart from when the photo was prepared, its names and its decoder, and, where every
  /// picture is the same, apart from scores.
  fileprivate func isSame(as other: PhotoRecord) -> Bool {
    compared(with: other) == other.compared(with: self) && image.undated == other.image.undated
  }

  private func compared(with other: PhotoRecord) -> PhotoPreparation {
    var compared = preparation.adding(sources: other.preparation.sources)
    compared.decoder = nil
    // C libraries round sums differently in the last digit that is kept (decision 0339).
    if preparation.allFiles == other.preparation.allFiles {
      compared.analysis = .null
      compared.crops = preparation.crops.map { _, crop in
        FamilyCrop(rect: crop.rect, pixelSize: crop.pixelSize, score: [:], flags: crop.flags)
      }
    }
    return compared
  }

  /// The event to report when this record stays and another of the same photo does not come in, because different
  /// libraries decoded them and they have the same hand work; `nil` otherwise (decision 0339).
  fileprivate func kept(where other: PhotoRecord) -> MergeEvent? {
    let (own, its) = (preparation, other.preparation)
    guard let decoder = own.decoder, let otherDecoder = its.decoder, decoder != otherDecoder,
      own.digest == its.digest, own.recipe == its.recipe, own.hand == its.hand,
      own.unknownKeys == its.unknownKeys, image.shownAside == other.image.shownAside
    else { return nil }
    return .kept(name: id.fileName, decoder: decoder, other: otherDecoder)
  }

  fileprivate func adding(sources: [SourceName]) -> PhotoRecord {
    PhotoRecord(image: image, preparation: preparation.adding(sources: sources))
  }
}

extension ImageSpec {
  /// All but the pictures of the photo, which depend on a decoder.
  fileprivate var shownAside: JSONValue {
    var json = json(dates: .iso8601)
    json.change("smartPhoto") { $0 = .null }
    return json
  }

  fileprivate var undated: JSONValue {
    var json = json(dates: .iso8601)
    json.change("smartPhoto") { photo in photo.change("preparedAt") { $0 = .null } }
    return json
  }
}
