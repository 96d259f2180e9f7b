internal import Foundation

/// One JSON value on one line, with sorted keys, plain slashes and no control characters.
package enum JSONLine {
  /// Returns the line without its newline.
  ///
  /// - Throws: Errors of the value's own `encode(to:)`, and Foundation's error for a number that is not finite.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).escapedInJSON
  }
}
