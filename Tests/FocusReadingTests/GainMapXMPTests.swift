import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import FocusReading

@Suite("Gain maps in XMP") struct GainMapXMPTests {
  private func metadata(_ attributes: String, _ elements: String = "") -> GainMapMetadata? {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:g="http://ns.adobe.com/hdr-gain-map/1.0/" \(attributes)>\(elements)\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return GainMapMetadata(xmp: Array(packet.utf8))
  }

  private let least = #"g:Version="1.0" g:GainMapMax="3.5" g:HDRCapacityMax="3""#

  @Test func `missing numbers have the specification's defaults`() throws {
    let read = try #require(metadata(least))
    let channel = try #require(read.channels.first)
    #expect(read.channels.count == 1 && channel.maximum.value == 3.5)
    #expect(channel.minimum.value == 0 && channel.gamma.value == 1)
    #expect(channel.baseOffset.value == 1 / 64 && channel.alternateOffset.value == 1 / 64)
    #expect(read.baseHeadroom.value == 0 && read.alternateHeadroom.value == 3)
  }

  @Test func `numbers may be attributes, elements and one for each colour`() throws {
    let items = { (name: String, values: [Double]) in
      let list = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<g:\(name)><rdf:Seq>\(list)</rdf:Seq></g:\(name)>"
    }
    let read = try #require(
      metadata(
        #"g:Version="1.0" g:Gamma="0.5" g:HDRCapacityMin="1e-1" g:BaseRenditionIsHDR="False""#,
        items("GainMapMax", [1, 2, 3]) + items("GainMapMin", [-1])
          + "<g:HDRCapacityMax> 4 </g:HDRCapacityMax>"))
    #expect(read.channels.map(\.maximum.value) == [1, 2, 3])
    #expect(read.channels.allSatisfy { $0.minimum.value == -1 && $0.gamma.value == 0.5 })
    #expect(read.baseHeadroom.value == 0.1 && read.alternateHeadroom.value == 4)
  }

  @Test(arguments: [
    #"g:GainMapMax="1" g:HDRCapacityMax="1""#,
    #"g:Version="2.0" g:GainMapMax="1" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1""#, #"g:Version="1.0" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="nan" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1 2" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1e9" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1" g:HDRCapacityMax="0""#,
    #"g:Version="1.0" g:GainMapMax="1" g:GainMapMin="2" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1" g:Gamma="0" g:HDRCapacityMax="1""#,
    #"g:Version="1.0" g:GainMapMax="1" g:HDRCapacityMax="1" g:BaseRenditionIsHDR="True""#,
  ])
  func `missing or invalid numbers make the metadata unreadable`(attributes: String) {
    #expect(metadata(attributes) == nil)
  }

  @Test func `two numbers are refused, as only one or three are allowed`() {
    let two = "<g:Gamma><rdf:Seq><rdf:li>1</rdf:li><rdf:li>1</rdf:li></rdf:Seq></g:Gamma>"
    #expect(metadata(least) != nil && metadata(least, two) == nil)
  }

  private func found(in name: String, changing change: (inout [UInt8]) -> Void) throws -> String {
    var bytes = [UInt8](try Data(contentsOf: Fixture.url("formats/\(name)")))
    change(&bytes)
    switch try PhotoSource(bytes: bytes, name: name).gainMap {
    case .none: return "none"
    case .unread: return "unread"
    case .map: return "map"
    }
  }

  @Test func `a map with damaged metadata or pixels counts as unreadable`() throws {
    for (name, count) in [("gain-map.jpg", 1117), ("gain-map-colours.jpg", 1700)] {
      #expect(try found(in: name) { _ in } == "map")
      #expect(try found(in: name) { $0.removeLast(40) } == "unread")
      #expect(try found(in: name) { $0.removeLast(count) } == "none")
    }
    let damaged = try found(in: "gain-map.jpg") { bytes in
      let text = Data(bytes).range(of: Data("GainMapMax=\"2.5".utf8))
      if let text { bytes[text.upperBound - 3] = UInt8(ascii: "x") }
    }
    #expect(damaged == "unread")
    #expect(try found(in: "hevc.heic") { _ in } == "none")
  }

  @Test(arguments: [
    // Two of the tiles have no decoder; no headroom is said.
    ("gain-map.heic", "map"), ("gain-map-single.heic", "map"), ("gain-map-alpha.heic", "map"),
    ("gain-map-tiles.heic", "map"), ("gain-map.avif", "map"), ("apple-gain-map.heic", "map"),
    ("apple-gain-map-notes.heic", "map"), ("apple-gain-map.jpg", "map"),
    ("apple-gain-map-unknown.heic", "unread"),
  ])
  func `maps of HEICs and of iPhones are read if they have their numbers`(
    name: String, outcome: String
  ) throws {
    #expect(try found(in: name) { _ in } == outcome)
  }

  private func replaced(_ name: String, _ old: [UInt8], _ new: [UInt8]) throws -> String {
    try found(in: name) { bytes in
      if let place = bytes.firstRange(of: old) { bytes.replaceSubrange(place, with: new) }
    }
  }

  private func replaced(_ name: String, _ old: String, _ new: String) throws -> String {
    try replaced(name, Array(old.utf8), Array(new.utf8))
  }

  @Test func `Apple's numbers in XMP take precedence over those in the notes, and must be valid`()
    throws
  {
    let headroom = "HDRGainMapHeadroom>4.0"
    for (new, outcome) in [("1.5", "map"), ("1.0", "unread"), ("0.9", "unread"), ("-10", "unread")]
    {
      let changed = headroom.replacing("4.0", with: new)
      #expect(try replaced("apple-gain-map.heic", headroom, changed) == outcome, "\(new)")
    }
    // What is no number is not said; the notes then count, where there are any.
    let odd = headroom.replacing("4.0", with: "nan")
    #expect(try replaced("apple-gain-map.heic", headroom, odd) == "unread")
    #expect(try replaced("apple-gain-map-notes.heic", "Apple iOS", "Apple TOS") == "unread")
  }

  @Test func `Apple's numbers are used if those of ISO 21496-1 cannot be read`() throws {
    // Version, versions and flags of `tmap`'s numbers, and the base's headroom.
    let numbers: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 1]
    for (place, value) in [(0, 1), (2, 1), (5, 0x44), (13, 0)] as [(Int, UInt8)] {
      var changed = numbers
      changed[place] = value
      #expect(try replaced("gain-map-tiles.heic", numbers, changed) == "map")
      #expect(try replaced("gain-map.avif", numbers, changed) == "unread")
    }
  }
}
