/// The path a photo was given under, as given and as bytes, because a name on Linux need not be text
/// (decision 0006).
public struct SourceName: Hashable, Sendable {
  /// The bytes of the path.
  public let bytes: [UInt8]

  /// Makes a name from its bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a name from text.
  public init(_ text: String) { bytes = Array(text.utf8) }
}

extension SourceName: Comparable, CustomStringConvertible {
  /// Whether one name's bytes come before another's.
  public static func < (left: SourceName, right: SourceName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The name for people; bytes that are not UTF-8 show as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension SourceName {
  /// The name in a record: a text when the bytes are UTF-8, otherwise `{"hex": "…"}`.
  package var json: JSONValue {
    if let text = String(utf8: bytes) { return .string(text) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return .object(["hex": .string(digits.joined())])
  }

  /// Reads the name from a record; `nil` when it is in neither form.
  package init?(json: JSONValue) {
    if let text = json.string {
      self.init(text)
      return
    }
    guard let digits = json.object?["hex"]?.string.map({ Array($0.utf8) }), digits.count % 2 == 0
    else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard bytes.count * 2 == digits.count else { return nil }
    self.init(bytes: bytes)
  }
}
