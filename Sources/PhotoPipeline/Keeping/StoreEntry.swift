internal import PhotoGeometry
public import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// One line of a store's list.
public enum StoreEntry: Sendable {
  /// A prepared photo.
  case photo(PhotoRecord)
  /// A record that cannot be read, and why.
  case unreadable(RecordID, StoreError)
}

extension StoreEntry: CustomStringConvertible {
  /// The entry on one line, for people: the photo, its size, its files' bytes, its names, its flags.
  public var description: String {
    switch self {
    case .unreadable(_, let error): return error.description
    case .photo(let record):
      let photo = record.preparation
      let kilobytes = (photo.files.reduce(0) { $0 + $1.byteCount } + 500) / 1000
      let names = photo.sources.map { FilePath(bytes: $0.bytes).displayText }.joined(
        separator: ", ")
      let flags = photo.flags.isEmpty ? "" : "  [\(photo.flags.joined(separator: ", "))]"
      return "\(photo.id)  \(photo.uprightSize) \(photo.format)  \(kilobytes) kB  \(names)\(flags)"
    }
  }
}

extension StoreEntry {
  /// Returns the entry as the one JSON line that `store list --json` prints.
  public func jsonLine() throws -> String {
    switch self {
    case .photo(let record): try JSONLine.encode(PhotoForm(record))
    case .unreadable(let id, let error):
      try JSONLine.encode(
        UnreadableForm(
          record: id.fileName, code: error.code.description, path: error.path,
          message: error.message))
    }
  }

  private struct PhotoForm: Encodable {
    var event = "photo"
    let photo, recipe, record, format: String
    let width, height: Int
    let sources: [String]
    let files: [String: String]
    let bytes: Int
    let flags: [String]

    init(_ record: PhotoRecord) {
      let preparation = record.preparation
      photo = preparation.id.photo.description
      recipe = preparation.recipeID.description
      self.record = preparation.id.fileName
      format = preparation.format
      (width, height) = (preparation.uprightSize.width, preparation.uprightSize.height)
      sources = preparation.sources.map(\.description)
      files = Dictionary(
        preparation.files.map { ($0.name.role.description, $0.name.description) },
        uniquingKeysWith: { first, _ in first })
      bytes = preparation.files.reduce(0) { $0 + $1.byteCount }
      flags = preparation.flags
    }
  }

  private struct UnreadableForm: Encodable {
    var event = "unreadable"
    let record, code, path, message: String
  }
}
