/// Takes the known keys out of an object, and keeps the others.
///
/// A key that is missing and a key of the wrong type read the same: `nil`. That is how the
/// published app reads its documents.
struct DocumentReader {
  /// The keys that were not taken.
  private(set) var rest: [String: JSONValue]

  init(_ object: [String: JSONValue]) { rest = object }

  /// Takes a key, whatever its type.
  mutating func take(_ key: String) -> JSONValue? { rest.removeValue(forKey: key) }

  mutating func string(_ key: String) -> String? { take(key)?.string }
  mutating func double(_ key: String) -> Double? { take(key)?.double }
  mutating func integer(_ key: String) -> Int? { take(key)?.integer }

  /// Takes an object, lets `read` take its keys, and leaves the ones it did not take in place.
  mutating func object<Value>(
    _ key: String, _ read: (inout DocumentReader) -> Value
  ) -> Value? {
    guard let object = take(key)?.object else { return nil }
    var reader = DocumentReader(object)
    let value = read(&reader)
    if !reader.rest.isEmpty { rest[key] = .object(reader.rest) }
    return value
  }

  /// Puts back a key with a value that this software does not understand, so that it is kept.
  mutating func putBack(_ key: String, _ value: JSONValue?) { rest[key] = value }
}

extension JSONValue {
  /// Reads the JSON of a document, and says where it cannot be read.
  package static func parsing(_ bytes: [UInt8], path: String) throws(PhotoprepError) -> JSONValue {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      throw PhotoprepError(
        .unreadableDocument, path: path,
        message: "The document is not JSON: at byte \(error.offset) of \(bytes.count), "
          + "\(error.fact).")
    }
  }

  /// Reads a document, and says where it is not one.
  static func document(_ bytes: [UInt8], path: String) throws(PhotoprepError) -> [String: JSONValue]
  {
    guard let object = try parsing(bytes, path: path).object else {
      throw .lacking("a JSON object", path: path)
    }
    return object
  }
}

extension PhotoprepError {
  package static func lacking(_ what: String, path: String) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: path, message: "The document lacks \(what).",
      remedy: "Restore it from a backup, or move it out of its folder and prepare the photo again.")
  }
}
