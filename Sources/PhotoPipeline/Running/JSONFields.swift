internal import SystemPackage

/// The names and values of one JSON line; a value of `nil` is left out with its name.
///
/// A path is written as its text; if the text does not have its exact bytes, a second name that ends in `Bytes` has
/// them, percent-encoded.
package struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
  private var values: [(name: String, value: (any Encodable)?)]

  package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    values = elements.map { (name: $0, value: $1) }
  }

  /// Adds a name and its value.
  package subscript(name: String) -> (any Encodable)? {
    get { values.first { $0.name == name }?.value }
    set { values.append((name: name, value: newValue)) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in values {
      switch value {
      case let path as FilePath:
        try container.encode(path.string, forKey: Name(name))
        try container.encodeIfPresent(
          path.percentEncodedWhenNotUTF8, forKey: Name(name + "Bytes"))
      case let value?: try container.encode(value, forKey: Name(name))
      case nil: break
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
