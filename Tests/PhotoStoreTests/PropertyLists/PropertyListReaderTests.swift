import Foundation
import PhotoStore
import Testing
import _TestSupport

@Suite("Malicious property lists")
struct PropertyListReaderTests {
  private typealias Sample = BinaryPropertyListSample

  private static let values: [String: any Sendable] = [
    "text": "Grüße 😀", "data": Data([0, 1, 255]), "list": ["a", ["b": "c"]] as [any Sendable],
    "flag": true,
    "number": 3.5, "count": Int64.max, "date": Date(timeIntervalSince1970: 0),
    "long": String(repeating: "a", count: 300),
  ]

  private static let expected = PropertyListValue.dictionary([
    "text": .text("Grüße 😀"), "data": .data([0, 1, 255]), "flag": .other, "number": .other,
    "list": .array([.text("a"), .dictionary(["b": .text("c")])]), "count": .other, "date": .other,
    "long": .text(String(repeating: "a", count: 300)),
  ])

  private static func list(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8]
  {
    [UInt8](
      try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0))
  }

  private func read(_ bytes: [UInt8]) throws -> PropertyListValue {
    try LocalPropertyListReader().value(of: bytes)
  }

  @Test(arguments: HostilePropertyList.all)
  func `are refused before Foundation reads them`(list: HostilePropertyList) {
    let refusal = #expect(throws: PropertyListRefusal.self) {
      try PropertyListGuard.weight(of: list.bytes)
    }
    #expect(refusal?.fact.contains(list.fact) == true)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func `do not prevent valid ones from being read`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    #expect(try read(Self.list(format)) == Self.expected)
  }

  @Test(arguments: [
    "// !$*UTF8*$!\n{a = (b, \"c)\\\"\", ); /* } */ 'd' = http://e//f; g = <00 ff>;}",
    "\u{FEFF}{a=(b,\"c)\\\"\",);'d'=\"http://e//f\";g=<00ff>;}",
  ])
  func `do not prevent projects from being read`(text: String) throws {
    let expected: [String: PropertyListValue] = [
      "a": .array([.text("b"), .text("c)\"")]), "d": .text("http://e//f"), "g": .data([0, 255]),
    ]
    #expect(try read(Array(text.utf8)) == .dictionary(expected))
  }

  @Test func `count shared values once for each use`() throws {
    let list = Sample([
      Sample.array([1, 1, 1]), Sample.dictionary([2], [3]), Sample.text("key"), Sample.text("ab"),
    ]).bytes
    let weight = try PropertyListGuard.weight(of: list)
    #expect(weight.values == 1 + 3 * 3 && weight.bytes == 3 * 5 && weight.depth == 3)
    let value = PropertyListValue.dictionary(["key": .text("ab")])
    #expect(try read(list) == .array([value, value, value]))
  }

  @Test func `are distinguished from lists that just meet the limits`() throws {
    let limit = PropertyListGuard.depthLimit
    func nested(_ count: Int) -> [[UInt8]] {
      (1..<count).map { Sample.array([UInt8($0)]) } + [Sample.text("a")]
    }
    #expect(try PropertyListGuard.weight(of: Sample(nested(limit)).bytes).depth == limit)
    #expect(throws: PropertyListRefusal.self) {
      try PropertyListGuard.weight(of: Sample(nested(limit + 1)).bytes)
    }
    let values = PropertyListGuard.valueLimit - 1
    _ = try PropertyListGuard.weight(of: Array("(\(String(repeating: "a,", count: values)))".utf8))
    #expect(throws: PropertyListRefusal.self) {
      try PropertyListGuard.weight(
        of: Array("(\(String(repeating: "a,", count: values + 1)))".utf8))
    }
    #expect(throws: PropertyListRefusal.self) {
      try PropertyListGuard.weight(
        of: [UInt8](repeating: 0x20, count: PropertyListGuard.byteLimit + 1))
    }
  }

  /// Every byte of a list is changed in several ways; what then passes, Foundation gets to read.
  @Test func `do not crash the reader with one wrong byte`() throws {
    let list = try Self.list(.binary)
    for index in list.indices {
      for byte: UInt8 in [0, 1, 0x0F, 0x33, 0x5F, 0x7F, 0x80, 0xAF, 0xC1, 0xD1, 0xFF] {
        var changed = list
        changed[index] = byte
        _ = try? read(changed)
      }
    }
    for count in list.indices { _ = try? read(Array(list.prefix(count))) }
  }
}
