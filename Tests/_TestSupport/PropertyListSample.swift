internal import Foundation

/// A property list made to do harm.
package struct HostilePropertyList: Sendable, CustomStringConvertible {
  package let description: String
  package let bytes: [UInt8]
  /// A part of the sentence that says why it is not read.
  package let fact: String

  fileprivate init(_ description: String, _ bytes: [UInt8], _ fact: String = "not a property list")
  {
    (self.description, self.bytes, self.fact) = (description, bytes, fact)
  }

  fileprivate init(_ description: String, text: String, _ fact: String = "not a property list") {
    self.init(description, Array(text.utf8), fact)
  }
}

/// A binary property list, object by object, right or wrong.
package struct BinaryPropertyListSample {
  package var objects: [[UInt8]]
  /// The bytes of an offset, and of a reference as the trailer says it.
  package var (offsetWidth, toldWidth) = (2, 1)
  package var (top, count, table, place): (UInt64?, UInt64?, UInt64?, UInt64?)

  package init(_ objects: [[UInt8]]) { self.objects = objects }

  package var bytes: [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += Self.big(place ?? UInt64(bytes.count), offsetWidth)
      bytes += object
    }
    let start = UInt64(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(toldWidth)]
    let numbers: [UInt64] = [count ?? UInt64(objects.count), top ?? 0, table ?? start]
    for number in numbers { bytes += Self.big(number, 8) }
    return bytes
  }

  private static func big(_ number: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  package static func text(_ text: String) -> [UInt8] {
    [0x50 + UInt8(text.utf8.count)] + Array(text.utf8)
  }
  package static func array(_ references: [UInt8]) -> [UInt8] {
    [0xA0 + UInt8(references.count)] + references
  }
  package static func dictionary(_ keys: [UInt8], _ values: [UInt8]) -> [UInt8] {
    [0xD0 + UInt8(keys.count)] + keys + values
  }
}

extension HostilePropertyList {
  private typealias Sample = BinaryPropertyListSample

  package static let all = shared + kinds + lies + deep + texts

  /// Each of 20 lists names the next one 14 times.
  private static var shared: [HostilePropertyList] {
    let next = (0..<20).map { UInt8($0 + 1) }
    let arrays = next.map { Sample.array(Array(repeating: $0, count: 14)) }
    let keys = (21..<35).map { UInt8($0) }
    let dictionaries = next.map { Sample.dictionary(keys, Array(repeating: $0, count: 14)) }
    let names = keys.map { Sample.text("key\($0)") }
    let long = [0x5F, 0x12, 0, 0x10, 0, 0] + [UInt8](repeating: 0x61, count: 1 << 20)
    let inside = "inside itself"
    return [
      .init(
        "arrays that grow", Sample(arrays + [Sample.text("a")]).bytes, "more than 500000 values"),
      .init(
        "dictionaries that grow", Sample(dictionaries + [Sample.text("a")] + names).bytes,
        "more than 500000 values"),
      .init(
        "a long text many times",
        wide([[0xAF, 0x10, 40] + [UInt8](repeating: 1, count: 40), long]), "more than 32 MiB"),
      .init("an array in itself", Sample([Sample.array([0])]).bytes, inside),
      .init("arrays in one another", Sample([Sample.array([1]), Sample.array([0])]).bytes, inside),
      .init(
        "a dictionary in itself", Sample([Sample.dictionary([1], [0]), Sample.text("a")]).bytes,
        inside),
    ]
  }

  private static func wide(_ objects: [[UInt8]]) -> [UInt8] {
    var sample = Sample(objects)
    sample.offsetWidth = 4
    return sample.bytes
  }

  private static var kinds: [HostilePropertyList] {
    func holding(_ object: [UInt8]) -> [UInt8] {
      Sample([Sample.array([1]), object, Sample.text("a")]).bytes
    }
    let odd = "that preferences do not have"
    let nan = "a date that is not a number"
    let key = "a key that is not a text"
    return [
      .init("a set alone", Sample([[0xC0]]).bytes, odd), .init("a set", holding([0xC1, 2]), odd),
      .init("an ordered set", holding([0xB1, 2]), odd), .init("a UID", holding([0x80, 1]), odd),
      .init("a URL", holding([0x0C, 0x51, 0x61]), odd), .init("filling", holding([0x0F]), odd),
      .init("text in UTF-8", holding([0x71, 0x61]), odd),
      .init("a number of 32 bytes", holding([0x15] + [UInt8](repeating: 0, count: 32)), odd),
      .init("a real of 2 bytes", holding([0x21, 0, 0]), odd),
      .init("a date of 4 bytes", holding([0x32, 0, 0, 0, 0]), odd),
      .init(
        "a date that is not a number", holding([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), nan),
      .init("a date without an end", holding([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]), nan),
      .init("a number as a key", Sample([Sample.dictionary([1], [1]), [0x10, 1]]).bytes, key),
      .init("a list as a key", Sample([Sample.dictionary([1], [1]), [0xA0]]).bytes, key),
      .init("data as a key", Sample([Sample.dictionary([1], [1]), [0x41, 1]]).bytes, key),
    ]
  }

  private static var lies: [HostilePropertyList] {
    func holding(_ object: [UInt8]) -> [UInt8] { Sample([Sample.array([1]), object]).bytes }
    func trailing(_ change: (inout Sample) -> Void) -> [UInt8] {
      var sample = Sample([Sample.array([1]), Sample.text("a")])
      change(&sample)
      return sample.bytes
    }
    let most = [UInt8](repeating: 0xFF, count: 8)
    let half = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
    return [
      .init("a text longer than the file", holding([0x5E, 0x61])),
      .init("a text of 2⁶³ bytes", holding([0x5F, 0x13] + half)),
      .init("a text of 2⁶⁴ bytes", holding([0x5F, 0x13] + most)),
      .init("UTF-16 of 2⁶³ units", holding([0x6F, 0x13] + half)),
      .init("a length that is a real", holding([0x5F, 0x22, 0, 0, 0, 1, 0x61])),
      .init("a length that is cut off", holding([0x5F])),
      .init("a length of 8 bytes that is cut off", holding([0x5F, 0x13, 0])),
      .init("data of 2³¹ bytes", holding([0x4F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF])),
      .init("an array of 2⁶³ values", holding([0xAF, 0x13] + half)),
      .init("a dictionary of 2⁶² values", holding([0xDF, 0x13, 0x40] + most.dropFirst())),
      .init("a number that is cut off", holding([0x13, 0])),
      .init("a reference to nothing", Sample([Sample.array([9])]).bytes),
      .init("references of no bytes", trailing { $0.toldWidth = 0 }),
      .init("references of 9 bytes", trailing { $0.toldWidth = 9 }),
      .init("references of 8 bytes that are one", trailing { $0.toldWidth = 8 }),
      .init("offsets of no bytes", trailing { $0.offsetWidth = 0 }),
      .init("offsets of 9 bytes", trailing { $0.offsetWidth = 9 }),
      .init("offsets into the header", trailing { $0.place = 0 }),
      .init("offsets into the table", trailing { $0.place = 12 }),
      .init("offsets behind the file", trailing { $0.place = 250 }),
      .init("no objects", trailing { $0.count = 0 }),
      .init("2⁶³ objects", trailing { $0.count = 1 << 63 }),
      .init(
        "2⁶¹ objects in offsets of 8 bytes", trailing { ($0.count, $0.offsetWidth) = (1 << 61, 8) }),
      .init("a top that is not there", trailing { $0.top = 2 }),
      .init("a top of 2⁶⁴", trailing { $0.top = .max }),
      .init("a table in the header", trailing { $0.table = 8 }),
      .init("a table in the trailer", trailing { $0.table = 20 }),
      .init("a table at 2⁶³", trailing { $0.table = 1 << 63 }),
      .init("a binary list of nothing", text: "bplist00"),
      .init(
        "a binary list of another version", text: "bplist17" + String(repeating: "a", count: 60)),
    ]
  }

  private static var deep: [HostilePropertyList] {
    func times(_ text: String) -> String { String(repeating: text, count: 100_000) }
    let objects = (0..<80).map { Sample.array([UInt8($0 + 1)]) } + [Sample.text("a")]
    let deep = "60 levels deep"
    return [
      .init("80 arrays inside one another", Sample(objects).bytes, deep),
      .init("(((…", text: times("("), deep), .init("{a={a=…", text: times("{a="), deep),
      .init("(((… behind a comment", text: "// ((\n/* ( */ http://a//b,\n" + times("("), deep),
      .init("(((… behind quotes", text: #""\"(", '"', "# + times("("), deep),
      .init("<plist><plist>…", text: times("<plist>"), deep),
      .init("<array><array>…", text: "<plist>" + times("<array>"), deep),
      .init("<array a='/'><array a='/'>…", text: times("<array a='/'>"), deep),
      .init("<dict><key>…", text: "<plist>" + times("<dict><key>a</key>"), deep),
      .init(
        "<array>… behind a comment", text: "<!-- <array/> --><plist>" + times("<array>"), deep),
      .init("<array>… behind CDATA", text: "<![CDATA[</plist>]]>" + times("<array>"), deep),
      .init("million texts", text: "(" + times("a,b,c,d,e,f,"), "500000 values"),
      .init(
        "million tags",
        text: "<plist><array>" + times("<true/><true/><true/><true/><true/><true/>"),
        "500000 values"),
    ]
  }

  private static var texts: [HostilePropertyList] {
    let entities = "entities of its own"
    let encoding = "not in UTF-8"
    func declared(_ encoding: String) -> String {
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><plist><dict/></plist>"
    }
    return [
      .init(
        "entities", text: "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
        entities),
      .init(
        "a file as an entity",
        text: "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist>&a;</plist>",
        entities),
      .init("UTF-7", text: declared("UTF-7"), encoding),
      .init("EBCDIC", text: declared("IBM037"), encoding),
      .init(
        "two encodings", text: "<?xml encoding=\"UTF-8\" encoding=\"UTF-7\"?><plist/>", encoding),
      .init("UTF-16", Array("{a=b;}".utf8).flatMap { [$0, 0] }, encoding),
      .init(
        "UTF-32", [0, 0, 0xFE, 0xFF] + Array("{a=b;}".utf8).flatMap { [0, 0, 0, $0] }, encoding),
      .init("an end tag too many", text: "<plist></plist></plist>"),
      .init("a bracket too many", text: "(a))"),
      .init("a tag that is cut off", text: "<plist><arr"),
      .init("a comment without an end", text: "<plist><!-- "),
      .init("an instruction without an end", text: "<?xml "),
      .init("a declaration of nothing", text: "<!ELEMENT a><plist/>"),
    ]
  }
}
