import PhotoStore
import Testing
import WidgetPreview
import _TestSupport

/// Documents that strangers could send: each is a picture or an error, and takes a bounded time.
@Suite struct HostileTemplateTests {
  /// What goes into a document where a byte was.
  private static let pieces = [
    "{", "}", "[", "]", "\"", ",", ":", "{x}", "{{", "1e999", "-1", "0.0001", "99999999", "null",
    "true",
    "\u{202E}", "\u{1F468}\u{200D}\u{1F469}", "e\u{301}\u{301}", "\u{5D0}\u{5D1}", "\\u0000",
    "\\ud800", "\"infinity\"",
    "\"min\"", "\"widget\"", "\"danke-mockups\"", "\"vstack\"", "\"viewThatFits\"", "\"switch\"",
    "\"forEach\"", "{family}",
  ]

  private static func changed(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...6, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1:
        bytes.replaceSubrange(
          place..<end, with: pieces.randomElement(using: &generator)?.utf8 ?? "".utf8)
      case 2:
        bytes.insert(
          contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
      default: bytes.removeSubrange(place..<max(place + 1, end))
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }

  /// Values that take the place of others, so that the document stays JSON.
  private static func changed(_ value: JSONValue, _ generator: inout SplitMix64) -> JSONValue {
    if Int.random(in: 0..<40, using: &generator) == 0 {
      let others: [JSONValue] = [
        .null, .bool(true), .integer(-1), .double(1e300), .double(0), .string("{family}"),
        .string("infinity"),
        .string(String(repeating: "W", count: 3000)), .string("\u{202E}\u{5D0} \u{1F600}e\u{301}"),
        .array([]),
        .object([:]),
        .object(["widget": .string("danke-mockups"), "family": .string("all-domains")]),
        .object(["min": .integer(50), "max": .integer(10)]),
      ]
      return others.randomElement(using: &generator) ?? .null
    }
    switch value {
    case .array(let values): return .array(values.map { changed($0, &generator) })
    case .object(let object):
      var result: [String: JSONValue] = [:]
      for key in object.keys.sorted() { result[key] = object[key].map { changed($0, &generator) } }
      return .object(result)
    default: return value
    }
  }

  /// Whether a document was laid out; an error is not one of Swift's own.
  private func isLaidOut(_ bytes: [UInt8]) -> Bool {
    do {
      let template = try Template(bytes: bytes, path: "changed.json")
      for (family, size) in template.families {
        let size = size ?? PointSize(158, 158)
        let node = try template.view(TemplateInput(family: family, size: size))
        _ = try Layout(scale: 3, text: MadeMetrics()).place(node, in: size)
      }
      return true
    } catch {
      #expect(error is TemplateError || error is DrawingError, "\(error)")
      return false
    }
  }

  @Test(arguments: Template.builtIn.keys.sorted())
  func `a template with changed bytes is laid out or refused`(name: String) throws {
    let bytes = try #require(Template.builtIn[name])
    var generator = SplitMix64(seed: 26)
    var laidOut = 0
    for _ in 0..<400 where isLaidOut(Self.changed(bytes, &generator)) { laidOut += 1 }
    #expect(laidOut > 0 && laidOut < 400)
  }

  @Test(arguments: Template.builtIn.keys.sorted())
  func `a template with changed values is laid out or refused`(name: String) throws {
    let value = try JSONValue.parsing(try #require(Template.builtIn[name]), path: name)
    var generator = SplitMix64(seed: 27)
    var laidOut = 0
    for _ in 0..<100 {
      let document = Self.changed(value, &generator)
      if isLaidOut(Array(document.compactText.utf8)) { laidOut += 1 }
    }
    #expect(laidOut < 100)
  }
}
