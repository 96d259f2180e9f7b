internal import Foundation
internal import PhotoStore
internal import HostPlatform

/// Reads an XMP packet: RDF in the form of ISO 16684-1, with expat.
///
/// Nothing outside the packet is ever fetched. A document type, which XMP never needs and which can expand a few bytes
/// to gigabytes, is refused before the parser sees it.
enum XMPPacket {
  /// The most elements inside one another; regions need ten.
  static let deepest = 32
  /// The most elements; our choice, some ten times what the longest edit histories have.
  static let mostElements = 20_000

  /// Returns all properties of a packet as one structure; `nil` when it cannot be read.
  static func properties(in bytes: [UInt8]) -> XMPValue? {
    guard let text = String(utf8: bytes), !bytes.contains(0) else { return nil }
    let packet = Data(withoutDeclaration(text).utf8)
    if ["<!DOCTYPE", "<!ENTITY"].contains(where: { packet.range(of: Data($0.utf8)) != nil }) {
      return nil
    }
    var reader = XMPReader()
    return XMLReading.read(Array(packet)) { reader.take($0) } == nil ? reader.properties : nil
  }

  /// The packet without an XML declaration: the text is known to be UTF-8, and another encoding in a declaration would
  /// make the parser see a different document than the one searched here.
  private static func withoutDeclaration(_ text: String) -> Substring {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.hasPrefix("<?xml "), let end = start.firstRange(of: "?>") else { return start }
    return start[end.upperBound...]
  }
}

private struct XMPReader {
  private enum Role {
    case outside, packet, node, property, list, item
  }

  private struct Element {
    let role: Role
    let name: XMPName
    let prefixes: [String: String]
    var value = XMPValue()
  }

  private(set) var properties: XMPValue?
  private var open: [Element] = []
  private var count = 0

  /// Takes the next event; `false` if there are more elements than a packet may have.
  mutating func take(_ event: XMLReading.Event) -> Bool {
    switch event {
    case .start(let name, let attributes): return begin(name, attributes)
    case .text(let text):
      if let last = open.indices.last, [.property, .item].contains(open[last].role) {
        open[last].value.text += text
      }
    case .end: end()
    }
    return true
  }

  private mutating func begin(_ element: String, _ attributes: [String: String]) -> Bool {
    count += 1
    guard open.count < XMPPacket.deepest, count <= XMPPacket.mostElements else { return false }
    let prefixes = prefixes(with: attributes)
    let name = Self.name(element, prefixes)
    var new = Element(role: role(of: name), name: name, prefixes: prefixes)
    if [.node, .property, .item].contains(new.role) {
      new.value.fields = Self.fields(attributes, prefixes)
    }
    open.append(new)
    return true
  }

  private mutating func end() {
    guard let element = open.popLast() else { return }
    if element.role == .packet { properties = element.value }
    guard let parent = open.indices.last else { return }
    switch element.role {
    case .node, .list:
      open[parent].value.join(element.value)
      open[parent].value.items += element.value.items
    case .item: open[parent].value.items.append(element.value)
    case .property: open[parent].value.join(XMPValue(fields: [element.name: element.value]))
    case .outside, .packet: break
    }
  }

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  private func prefixes(with attributes: [String: String]) -> [String: String] {
    var prefixes = open.last?.prefixes ?? [:]
    for (name, value) in attributes {
      if name == "xmlns" { prefixes[""] = value }
      if name.hasPrefix("xmlns:") { prefixes[String(name.dropFirst(6))] = value }
    }
    return prefixes
  }

  private static func name(_ qualified: String, _ prefixes: [String: String]) -> XMPName {
    let parts = qualified.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return XMPName(namespace: prefixes[""] ?? "", local: qualified) }
    return XMPName(namespace: prefixes[String(parts[0])] ?? "", local: String(parts[1]))
  }

  /// The attributes that are properties.
  private static func fields(
    _ attributes: [String: String], _ prefixes: [String: String]
  ) -> [XMPName: XMPValue] {
    var fields: [XMPName: XMPValue] = [:]
    for (name, value) in attributes
    where name.contains(":") && !name.hasPrefix("xmlns:") && !name.hasPrefix("xml:") {
      let name = self.name(name, prefixes)
      if name.namespace != rdf { fields[name] = XMPValue(text: value) }
    }
    return fields
  }

  private func role(of name: XMPName) -> Role {
    let word = name.namespace == Self.rdf ? name.local : nil
    switch (open.last?.role ?? .outside, word) {
    case (.outside, "RDF"): return .packet
    case (.packet, "Description"): return .node
    case (.property, "Description"), (.item, "Description"): return .node
    case (.property, "Bag"), (.property, "Seq"), (.property, "Alt"): return .list
    case (.list, "li"): return .item
    case (.node, _), (.property, nil), (.item, nil): return .property
    default: return .outside
    }
  }
}

struct XMPName: Hashable, Sendable {
  let namespace: String
  let local: String
}

/// The value of an XMP property: a text, a structure or a list (ISO 16684-1, 6.3).
struct XMPValue: Equatable, Sendable {
  /// The text, with the white space around it.
  var text = ""
  var fields: [XMPName: XMPValue] = [:]
  /// The elements of a list: `rdf:Bag`, `rdf:Seq` or `rdf:Alt`.
  var items: [XMPValue] = []

  /// Returns a field of a namespace, or an empty value.
  subscript(namespace: String, local: String) -> XMPValue {
    fields[XMPName(namespace: namespace, local: local)] ?? XMPValue()
  }

  var word: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text as a number; `nil` for other texts, and when it is not finite.
  var number: Double? { Double(word).flatMap { $0.isFinite ? $0 : nil } }

  /// Adds the fields of another part of the same structure; the first one of each name stays.
  mutating func join(_ other: XMPValue) { fields.merge(other.fields) { first, _ in first } }
}
