internal import Foundation

/// The name of an XMP property.
struct XMPName: Hashable, Sendable {
  let namespace: String
  let local: String
}

/// The value of an XMP property: a text, a structure or a list (ISO 16684-1, 6.3).
struct XMPValue: Equatable, Sendable {
  /// The text, with the white space around it.
  var text = ""
  /// The fields of a structure.
  var fields: [XMPName: XMPValue] = [:]
  /// The elements of a list: `rdf:Bag`, `rdf:Seq` or `rdf:Alt`.
  var items: [XMPValue] = []

  /// Returns a field of a namespace, or an empty value.
  subscript(namespace: String, local: String) -> XMPValue {
    fields[XMPName(namespace: namespace, local: local)] ?? XMPValue()
  }

  /// The text without the white space around it.
  var word: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text as a number; `nil` when it is none or not finite.
  var number: Double? { Double(word).flatMap { $0.isFinite ? $0 : nil } }

  /// Takes the fields of another part of the same structure; the first of a name stays.
  mutating func join(_ other: XMPValue) {
    fields.merge(other.fields) { first, _ in first }
  }
}
