import PhotoStore
import SystemFiles
import SystemPackage

extension MergePass {
  /// Brings the documents of a folder; designs also from folders in it, as these say what is in use too.
  mutating func mergeDocuments(_ kind: StoreDocument.Kind, in inner: FilePath? = nil) throws {
    let folder = inner ?? source.paths.folder(of: kind)
    for name in try source.fileSystem.names(in: folder) where !name.isHidden && mayGoOn() {
      let path = folder.appending(name)
      do {
        if name.string.hasSuffix(".json") {
          try mergeDocument(kind, name.string, from: path)
        } else if kind == .design,
          try source.fileSystem.status(of: path, followingLinks: false)?.kind == .directory
        {
          try mergeDocuments(kind, in: path)
        }
      } catch let error as PhotoprepError {
        if kind == .album { refusedAlbums.insert(name.string) }
        try refuse(kind == .album ? .album : .design, name.string, error)
      }
    }
  }

  private mutating func mergeDocument(
    _ kind: StoreDocument.Kind, _ name: String, from path: FilePath
  ) throws {
    guard FileNameRule.sanitized(name) == name else {
      throw PhotoprepError.packagedNameInvalid(path.string, name)
    }
    let bytes = try source.fileSystem.readDocument(at: path)
    let document = try StoreDocument(kind, bytes: bytes, path: path.string)
    try merge(document, of: bytes, from: path, called: name)
  }

  /// Brings the designs that the source's app keeps in its preferences, each as a file.
  ///
  /// If the source also has a design as a file, the file is used.
  mutating func mergeDesignsOfPreferences() throws {
    let places = try StoreDocuments(of: source).preferences()
    if places.isEmpty { return }
    let inFiles = try DesignIndex(source)
    for path in places where mayGoOn() {
      do {
        let designs = try ReferenceDocument.designs(
          inPreferences: try source.fileSystem.readDocument(at: path), path: path.string,
          readBy: source.environment.propertyLists)
        for design in designs.map({ $0.writingDates() })
        where inFiles.name(of: design) == nil && mayGoOn() {
          try mergeDesign(design, from: path)
        }
      } catch let error as PhotoprepError {
        try refuse(.design, path.lastComponent?.string ?? "", error)
      }
    }
  }

  private mutating func mergeDesign(_ design: StoreDocument, from path: FilePath) throws {
    let name = design.suggestedFileName
    do {
      try merge(design, of: design.bytes, from: path, called: name)
    } catch let error as PhotoprepError {
      try refuse(.design, design.titles.first ?? name, error)
    }
  }

  private mutating func merge(
    _ document: StoreDocument, of bytes: [UInt8], from path: FilePath, called name: String
  ) throws {
    let kind: MergeEvent.Kind = document.kind == .album ? .album : .design
    let place = target.paths.folder(of: document.kind).appending(name)
    let mentions = try document.mentions.filter {
      try source.fileSystem.hasFile(at: source.paths.images.appending($0))
    }
    named.formUnion(document.references.filter(\.isImage).map(\.name) + mentions)
    let isTaken = try target.fileSystem.has(place)
    if isTaken {
      guard try target.fileSystem.hasFile(at: place, of: bytes.count),
        try target.fileSystem.readDocument(at: place) == bytes
      else {
        throw PhotoprepError.differentContent(
          path, than: place, albums: kind == .album ? source.path : nil)
      }
    }
    // Also for a document that is there already, because the target may have lost an image.
    for reference in document.references where try !comes(reference) {
      throw PhotoprepError.dependsOnConflict(path, reference.name)
    }
    for name in mentions where try !comes(image: name) {
      throw PhotoprepError.dependsOnConflict(path, name)
    }
    if isTaken {
      summary.othersPresent += 1
      return
    }
    let move = try stage(bytes, toBecome: name)
    if kind == .album { batch.albums.append(move) } else { batch.designs.append(move) }
    pending.append(.added(kind, name: name))
    if let version = document.newerVersion {
      pending.append(.newer(kind, name: name, version: version))
    }
  }

  /// Whether the target has, or will have, a file that a document of the source names.
  private mutating func comes(_ reference: FileReference) throws -> Bool {
    guard reference.isImage else { return !refusedAlbums.contains(reference.name) }
    return try comes(image: reference.name)
  }

  /// Whether the target has, or will have, an image of the source.
  mutating func comes(image name: String) throws -> Bool {
    if let file = StoredFileName(name),
      try source.fileSystem.hasFile(at: source.paths.record(file.record))
    {
      if refusedPhotos.contains(file.record) { return false }
      // An earlier framing by hand does not come with its photo.
      if !file.role.isByHand { return true }
    }
    return try mergeImage(name)
  }
}
