import PhotoStore
import Testing

/// Returns what a text reads as and is written again as, or `nil` when it is refused.
private func rewritten(_ text: String) -> String? {
  JSONValue(compactText: text)?.compactText
}

@Suite struct `JSON` {
  @Test(arguments: [
    (" { } ", "{}"), ("[]", "[]"), ("null", "null"), ("true", "true"), ("false", "false"),
    (
      "[1, -0, 0.10, 1e5, 1E+400, 12345678901234567890]",
      "[1,-0,0.10,1e5,1E+400,12345678901234567890]"
    ),
    (#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#, #""\"\\/\u0008\u000c\n\r\tAé😀""#),
    (#"{"b":1,"a":{"d":[],"c":null}}"#, #"{"a":{"c":null,"d":[]},"b":1}"#),
    (#"{"é":1,"z":2,"Z":3}"#, #"{"Z":3,"z":2,"é":1}"#),
  ])
  func `is read and written again`(_ text: String, _ expected: String) {
    #expect(rewritten(text) == expected)
  }

  @Test(arguments: [
    "", " ", "nul", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1] x", "01", "1.", ".5",
    "+1", "-", "1e", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\\u+123\"", "\"\\ud83d\"", "\"\\ude00\"",
    "\"\\ud83dx\"", "\"\n\"", "{\"a\":1,\"a\":2}", "\u{FEFF}{}", "[NaN]", "[Infinity]", "'a'",
    "[1 2]",
  ])
  func `is refused when it violates RFC 8259`(_ text: String) {
    #expect(rewritten(text) == nil)
  }

  @Test func `escapes characters that move a cursor in a line, but not in a document`()
    throws
  {
    let text = "\u{7F}\u{80}\u{9F}\u{A0}\u{61C}\u{200F}\u{2066}é😀"
    let value = JSONValue.object([text: .string(text)])
    let line = value.lineText
    let escaped = #"\u007f\u0080\u009f"# + "\u{A0}" + #"\u061c\u200f\u2066é😀"#
    #expect(line == #"{"\#(escaped)":"\#(escaped)"}"#)
    #expect(JSONValue(compactText: line) == value)
    #expect(value.compactText.contains(text))
    #expect(String(decoding: value.canonicalBytes, as: UTF8.self).contains(text))
  }

  @Test func `has at most a million values`() {
    let most = "[" + String(repeating: "1,", count: JSONParser.valueLimit - 2) + "1]"
    #expect(throws: Never.self) { try JSONParser.parse(Array(most.utf8)) }
    let tooMany = "[1," + most.dropFirst()
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(tooMany.utf8)) }
  }

  @Test func `is refused when a text is not UTF-8`() {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
  }

  @Test(arguments: [(64, true), (65, false), (100_000, false)])
  func `may be nested 64 levels deep`(_ depth: Int, _ isAccepted: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect((rewritten(text) != nil) == isAccepted)
  }

  @Test func `is refused when cut off anywhere`() {
    let text = Array(#"{"a":[1.5,true,null,"x\n"],"b":{}}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(text.prefix(count))) }
    }
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.0, "1"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"),
    (120.0, "120"), (1e15, "1000000000000000"), (1e300, "1e+300"), (2.5e-300, "2.5e-300"),
    (Double.nan, "null"), (.infinity, "null"),
  ])
  func `writes a number as the shortest text that reads back`(_ value: Double, _ text: String) {
    #expect(JSONValue.double(value).compactText == text)
    if value.isFinite { #expect(JSONValue(compactText: text)?.double == value) }
  }

  @Test func `is written on lines with sorted names`() {
    let value = JSONValue(compactText: #"{"b":[1,{"x":[]}],"a":{}}"#) ?? .null
    #expect(
      String(decoding: value.canonicalBytes, as: UTF8.self) == """
        {
          "a": {},
          "b": [
            1,
            {
              "x": []
            }
          ]
        }

        """)
  }

  @Test func `names the place where a document is not JSON`() {
    let error = #expect(throws: PhotoprepError.self) {
      try JSONValue.parsing(Array("{\"a\": ?}".utf8), path: "file.json")
    }
    #expect(
      error?.description
        == "file.json: The document is not JSON: at byte 6 of 8, a digit is missing.")
  }
}
