internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// A result of a command: on one line for people, or as one line of JSON.
protocol Shown: Encodable {
  /// The line for people.
  var text: String { get }
  /// The names and values of the JSON line.
  var fields: JSONFields { get }
}

extension Shown {
  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

/// The names and values of one JSON line; a value of `nil` is left out with its name.
///
/// A path is written as its text; if the text does not have its exact bytes, a second name that ends in `Bytes` has
/// them, percent-encoded.
struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
  private var values: [(name: String, value: (any Encodable)?)]

  init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    values = elements.map { (name: $0, value: $1) }
  }

  /// Adds a name and its value.
  subscript(name: String) -> (any Encodable)? {
    get { values.first { $0.name == name }?.value }
    set { values.append((name: name, value: newValue)) }
  }

  func encode(to encoder: any Encoder) throws {
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

extension Console {
  /// Writes a result on one line.
  func result(_ shown: some Shown, isJSON: Bool) throws {
    try result(isJSON ? JSONLine.encode(shown) : shown.text.displayText)
  }

  /// Writes a result, unless only problems are printed.
  func outcome(_ shown: some Shown, isJSON: Bool) throws {
    if isJSON || level > .quiet { try result(shown, isJSON: isJSON) }
  }

  /// Writes a problem: a message to people, a result to programs.
  mutating func problem(_ shown: some Shown, isJSON: Bool) throws {
    if isJSON { try result(shown, isJSON: true) } else { message(shown.text) }
  }
}

/// A number with the noun for it.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
