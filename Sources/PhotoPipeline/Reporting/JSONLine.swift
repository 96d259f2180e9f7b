internal import Foundation
internal import SystemPackage

/// One JSON object on one line, keys sorted, slashes plain.
package enum JSONLine {
  /// Returns the line without its newline.
  ///
  /// - Throws: What the value's own `encode(to:)` throws; values of this package throw nothing.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// A path as the JSON output shows it: its text, and its exact bytes where the text cannot say them.
struct JSONPath {
  /// The path; bytes that are not UTF-8 are replaced by U+FFFD.
  let text: String
  /// The percent-encoded bytes of a path that is not UTF-8.
  let percentEncoded: String?

  init(_ path: FilePath) {
    text = path.string
    percentEncoded = path.percentEncodedWhenNotUTF8
  }
}
