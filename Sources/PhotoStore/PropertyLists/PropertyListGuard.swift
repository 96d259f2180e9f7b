/// Checks a property list before Foundation reads it, which on Linux crashes at sets, NaN dates and deep XML, and
/// makes endless values from a list of 400 bytes (decision 0326).
package enum PropertyListGuard {
  /// The most bytes of a list, and of its texts and data, with shared ones counted at every use.
  package static let byteLimit = 32 << 20
  /// The most values, including keys, with shared ones counted at every use.
  package static let valueLimit = 500_000
  /// The most values inside one another; in XML the most tags.
  package static let depthLimit = 60

  /// Whether the bytes begin like a binary list.
  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Returns how much a list holds with everything shared in it written out.
  ///
  /// - Throws: ``PropertyListRefusal`` when a limit is exceeded, and for most files that are not lists.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func weight(
    of bytes: [UInt8]
  ) throws(PropertyListRefusal) -> PropertyListWeight {
    guard bytes.count <= byteLimit else { throw .bytes }
    if isBinary(bytes) { return try BinaryPropertyListWalk.weight(of: bytes) }
    return try TextPropertyListWalk.weight(of: bytes)
  }
}

/// How much a property list holds.
package struct PropertyListWeight: Hashable, Sendable {
  /// The number of values, including keys.
  package var values = 0
  /// The number of bytes of texts and data.
  package var bytes = 0
  /// The depth of nesting.
  package var depth = 1

  /// Adds a value inside this one.
  mutating func add(_ inner: PropertyListWeight) throws(PropertyListRefusal) {
    // None of the four is above its limit, so that no sum overflows.
    values += inner.values
    bytes += inner.bytes
    depth = max(depth, inner.depth + 1)
    guard values <= PropertyListGuard.valueLimit else { throw .values }
    guard bytes <= PropertyListGuard.byteLimit else { throw .bytes }
    guard depth <= PropertyListGuard.depthLimit else { throw .depth }
  }
}

extension PropertyListRefusal {
  static let bytes = Self(
    "The property list takes more than \(PropertyListGuard.byteLimit >> 20) MiB.")
  static let values = Self(
    "The property list holds more than \(PropertyListGuard.valueLimit) values.")
  static let depth = Self(
    "The property list has values more than \(PropertyListGuard.depthLimit) deep inside one another."
  )
}
