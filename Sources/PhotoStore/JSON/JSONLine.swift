internal import Foundation

/// One JSON value on one line, keys sorted, slashes plain, no character that moves a cursor.
package enum JSONLine {
  /// Returns the line without its newline.
  ///
  /// - Throws: What the value's own `encode(to:)` throws, and an error of Foundation's for a number
  ///   that is not finite.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).escapedInJSON
  }
}
