internal import Foundation
package import PhotoGeometry

/// XMP packets written out, as programs write them.
package enum XMPSample {
  /// A packet around properties in RDF.
  package static func packet(_ properties: String, head: String = "") -> String {
    """
    \(head)<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
      xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
      xmlns:MP="http://ns.microsoft.com/photo/1.2/"
      xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
      xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      xmlns:xmp="http://ns.adobe.com/xap/1.0/">
    \(properties)
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """
  }

  /// MWG regions, with structures as attributes.
  package static func mwg(_ regions: [(type: String, area: String)], size: PixelSize? = nil)
    -> String
  {
    let dimensions = size.map {
      """
      <mwg-rs:AppliedToDimensions stDim:w="\($0.width)" stDim:h="\($0.height)" stDim:unit="pixel"/>
      """
    }
    let items = regions.map { type, area in
      """
      <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="\(type)"><mwg-rs:Area \(area)/>
      </rdf:Description></rdf:li>
      """
    }
    return packet(
      """
      <mwg-rs:Regions rdf:parseType="Resource">\(dimensions ?? "")
      <mwg-rs:RegionList><rdf:Bag>\(items.joined())</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      """)
  }

  /// One MWG region of a type, given by its centre and sides.
  package static func mwg(
    _ type: String, _ x: String, _ y: String, _ width: String, _ height: String,
    size: PixelSize? = nil
  ) -> String {
    mwg([(type, area(x, y, width, height))], size: size)
  }

  package static func area(_ x: String, _ y: String, _ width: String, _ height: String) -> String {
    #"stArea:x="\#(x)" stArea:y="\#(y)" stArea:w="\#(width)" stArea:h="\#(height)" "#
      + #"stArea:unit="normalized""#
  }

  package static func people(_ rectangles: [String]) -> String {
    let items = rectangles.map {
      """
      <rdf:li MPReg:PersonDisplayName="Ann" MPReg:Rectangle="\($0)"/>
      """
    }
    return packet(
      """
      <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\(items.joined())</rdf:Bag>
      </MPRI:Regions></rdf:Description></MP:RegionInfo>
      """)
  }

  /// One IPTC region: its boundary's fields, and the last parts of role and type identifiers.
  package static func iptc(
    _ boundary: [(String, String)], vertices: String = "", role: String? = nil,
    type: String? = nil
  ) -> String {
    func entity(_ field: String, _ vocabulary: String, _ word: String?) -> String {
      guard let word else { return "" }
      return """
        <Iptc4xmpExt:\(field)><rdf:Bag><rdf:li rdf:parseType="Resource"><xmp:Identifier><rdf:Bag>
        <rdf:li>http://cv.iptc.org/newscodes/\(vocabulary)/\(word)</rdf:li>
        </rdf:Bag></xmp:Identifier></rdf:li></rdf:Bag></Iptc4xmpExt:\(field)>
        """
    }
    let fields = boundary.map { "<Iptc4xmpExt:\($0)>\($1)</Iptc4xmpExt:\($0)>" }.joined()
    return packet(
      """
      <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType="Resource">
      <Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">\(fields)\(vertices)
      </Iptc4xmpExt:RegionBoundary>\(entity("rRole", "imageregionrole", role))
      \(entity("rCtype", "imageregiontype", type))
      </rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
      """)
  }
}

/// A JPEG fixture with metadata of its own.
package enum JPEGSample {
  /// Returns a fixture without its metadata but with these segments after its start.
  package static func bytes(of fixture: String, with segments: [[UInt8]]) throws -> [UInt8] {
    var rest = [UInt8](try Data(contentsOf: Fixture.url(fixture))).dropFirst(2)
    while rest[rest.startIndex + 1] != 0xDB {
      let length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
      rest = rest.dropFirst(2 + length)
    }
    return [0xFF, 0xD8] + segments.flatMap(\.self) + rest
  }

  /// An APP1 segment with an XMP packet.
  package static func xmp(_ packet: String) -> [UInt8] {
    app1(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.utf8)
  }

  /// An APP1 segment with Exif: orientation, pixel size, SubjectArea or SubjectLocation, and stars.
  package static func exif(
    orientation: Int, size: PixelSize, subject tag: Int = 37396, _ subject: [Int],
    rating: Int? = nil
  ) -> [UInt8] {
    let stars = rating.map { [(18246, [$0])] } ?? []
    let place = 38 + 12 * stars.count
    let main = [(274, [orientation])] + stars + [(34665, [place])]
    let details = [(tag, subject), (40962, [size.width]), (40963, [size.height])]
    let block =
      Array("II*\0".utf8) + little(8, 4) + directory(main, at: 8)
      + directory(details.sorted { $0.0 < $1.0 }, at: place)
    return app1(Array("Exif\0\0".utf8) + block)
  }

  /// A directory of short numbers; the pointer of tag 34665 is a long one.
  private static func directory(_ tags: [(Int, [Int])], at offset: Int) -> [UInt8] {
    var values: [UInt8] = []
    let start = offset + 2 + 12 * tags.count + 4
    let entries = tags.flatMap { tag, numbers -> [UInt8] in
      let isLong = tag == 34665
      var field = numbers.flatMap { little($0, isLong ? 4 : 2) }
      if field.count > 4 {
        let place = start + values.count
        values += field
        field = little(place, 4)
      }
      field += Array(repeating: 0, count: 4 - field.count)
      return little(tag, 2) + little(isLong ? 4 : 3, 2) + little(numbers.count, 4) + field
    }
    return little(tags.count, 2) + entries + little(0, 4) + values
  }

  private static func app1(_ content: [UInt8]) -> [UInt8] {
    [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  private static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// A PNG fixture with XMP of its own.
package enum PNGSample {
  /// Returns a fixture with an `iTXt` chunk after its header: PNG 3rd edition, 11.3.3.4.
  package static func bytes(of fixture: String, withXMP packet: String) throws -> [UInt8] {
    let file = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    let content = Array("iTXtXML:com.adobe.xmp\0\0\0\0\0".utf8) + packet.utf8
    let chunk = big(content.count - 4) + content + big(Int(crc(content)))
    return Array(file[..<33]) + chunk + Array(file[33...])
  }

  private static func big(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// CRC-32 as PNG uses it, bit by bit.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
