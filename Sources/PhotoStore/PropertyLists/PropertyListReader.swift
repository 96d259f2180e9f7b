internal import Foundation

/// Reads untrusted property lists, in this process or in another one.
package protocol PropertyListReader: Sendable {
  /// Returns the contents of a list.
  ///
  /// - Throws: ``PropertyListRefusal``.
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
}

extension PropertyListValue {
  init(_ value: Any) {
    switch value {
    case let values as [String: Any]: self = .dictionary(values.mapValues(Self.init))
    case let values as [Any]: self = .array(values.map(Self.init))
    case let data as Data: self = .data([UInt8](data))
    case let text as String: self = .text(text)
    default: self = .other
    }
  }

  /// The names and values when this is a dictionary.
  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
  /// The elements when this is a list.
  package var array: [PropertyListValue]? {
    if case .array(let values) = self { values } else { nil }
  }
  /// The text when this is one.
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
