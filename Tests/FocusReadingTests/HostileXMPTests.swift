import Imaging
import Testing
import _TestSupport

@testable import FocusReading

@Suite("Hostile XMP")
struct HostileXMPTests {
  private let good = XMPSample.mwg("Face", "0.2", "0.4", "0.2", "0.4")

  private func properties(_ text: String) -> XMPValue? {
    XMPPacket.properties(in: Array(text.utf8))
  }

  @Test func `a packet with an XML declaration is read`() {
    let declared = #"<?xml version="1.0" encoding="UTF-8"?>"# + good
    #expect(PhotoMetadata(declared).regions.count == 1)
    #expect(PhotoMetadata("\u{FEFF}" + declared).regions.count == 1)
  }

  @Test(arguments: [
    #"<!DOCTYPE a [<!ENTITY a "0.2">]>"#,
    #"<!DOCTYPE a SYSTEM "file:///etc/hostname">"#,
    #"<!DOCTYPE a [<!ENTITY % b SYSTEM "http://localhost/b"> %b;]>"#,
    #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]>"#,
  ])
  func `a document type is refused`(head: String) {
    #expect(properties(head + good) == nil)
  }

  @Test func `an instruction without data is skipped and does not trap`() {
    #expect(properties("<?a?>" + good) != nil)
    // In an attribute, where there can be none.
    #expect(properties(good.replacing("Ann", with: "<?Ann?>")) == nil)
    #expect(properties("<?a b?>" + good) != nil)
  }

  @Test func `a billion laughs are refused`() {
    let entities = (1...9).map {
      let reference = "&a\($0 - 1);"
      return "<!ENTITY a\($0) \"\(String(repeating: reference, count: 10))\">"
    }
    let head = "<!DOCTYPE a [<!ENTITY a0 \"ha\">\(entities.joined())]>"
    let text = head + good.replacing("Ann", with: "&a9;")
    #expect(properties(text) == nil)
  }

  @Test func `a document type hidden in another encoding is refused`() {
    let hidden = "+ADwAIQ-DOCTYPE a +AFsAPAAh-ENTITY a +ACI-0.2+ACIAPgBdAD4-"
    let text = #"<?xml version="1.0" encoding="UTF-7"?>"# + hidden
    #expect(properties(text + good) == nil)
    let wide = good.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(XMPPacket.properties(in: wide) == nil)
  }

  @Test func `an undeclared entity ends the reading`() {
    #expect(properties(good.replacing("Ann", with: "&who;")) == nil)
    #expect(properties(good.replacing("Ann", with: "A&amp;B")) != nil)
  }

  @Test func `deep nesting is refused and does not trap`() {
    for depth in [40, 5_000, 60_000] {
      let text =
        String(repeating: "<xmp:a>", count: depth) + String(repeating: "</xmp:a>", count: depth)
      #expect(properties(XMPSample.packet(text)) == nil)
    }
    let open = String(repeating: "<xmp:a>", count: 20) + String(repeating: "</xmp:a>", count: 20)
    #expect(properties(XMPSample.packet(open)) != nil)
  }

  @Test func `too many elements are refused`() {
    let many = String(repeating: "<xmp:a/>", count: XMPPacket.mostElements)
    #expect(properties(XMPSample.packet(many)) == nil)
  }

  @Test func `a packet above one mebibyte is not read from its file`() throws {
    let small = try PNGSample.bytes(of: "formats/rgb.png", withXMP: good)
    #expect(try PhotoSource(bytes: small, name: "a.png").metadata.regions.count == 1)
    let padding = String(repeating: " ", count: PhotoMetadata.xmpByteLimit + 1 - good.utf8.count)
    let large = try PNGSample.bytes(of: "formats/rgb.png", withXMP: good + padding)
    #expect(try PhotoSource(bytes: large, name: "a.png").metadata.xmp == nil)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(XMPPacket.properties(in: Array(good.utf8) + [0xFF]) == nil)
  }

  @Test func `a packet cut off anywhere does not trap`() {
    let bytes = Array(good.utf8)
    var random = SplitMix64(seed: 11)
    for _ in 0..<60 {
      let count = Int.random(in: 0..<bytes.count, using: &random)
      #expect(
        XMPPacket.properties(in: Array(bytes.prefix(count))).map { $0.fields.count <= 1 } ?? true)
    }
  }
}
