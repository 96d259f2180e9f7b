internal import Foundation

/// Reads untrusted property lists, in this process or in another one.
package protocol PropertyListReader: Sendable {
  /// Returns the contents of a list.
  func value(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListValue
}

/// Why a property list was not read.
package struct PropertyListRefusal: Error, Hashable, Sendable {
  /// The fact, in one sentence that ends with a full stop.
  package let fact: String

  package init(_ fact: String) { self.fact = fact }

  static let noList = Self("This is not a property list.")
}

/// A value of a property list, with the kinds that are used here.
package enum PropertyListValue: Hashable, Sendable {
  case text(String)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
  /// A number, a date, a truth value or null.
  case other

  init(_ value: Any) {
    switch value {
    case let values as [String: Any]: self = .dictionary(values.mapValues(Self.init))
    case let values as [Any]: self = .array(values.map(Self.init))
    case let data as Data: self = .data([UInt8](data))
    case let text as String: self = .text(text)
    default: self = .other
    }
  }

  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
  package var array: [PropertyListValue]? {
    if case .array(let values) = self { values } else { nil }
  }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// Reads property lists in this process, after ``PropertyListGuard`` has looked at them.
package struct LocalPropertyListReader: PropertyListReader {
  package init() {}

  package func value(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListValue {
    _ = try PropertyListGuard.weight(of: bytes)
    let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    guard let list else { throw .noList }
    return PropertyListValue(list)
  }
}

/// Checks a property list before Foundation reads it, which on Linux crashes at sets, NaN dates and deep XML, and
/// makes endless values from a list of 400 bytes (decision 0326).
package enum PropertyListGuard {
  /// The most bytes of a list, and of its texts and data, with shared ones counted at every use.
  package static let byteLimit = 32 << 20
  /// The most values, including keys, with shared ones counted at every use.
  package static let valueLimit = 500_000
  /// The most values inside one another; in XML the most tags.
  package static let depthLimit = 60

  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Returns how much a list holds with everything shared in it written out.
  ///
  /// - Throws: ``PropertyListRefusal`` when a limit is exceeded, and for most files that are not lists.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func weight(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListWeight {
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
    "The property list is nested more than \(PropertyListGuard.depthLimit) levels deep."
  )
}
