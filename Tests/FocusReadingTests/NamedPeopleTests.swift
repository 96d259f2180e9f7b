import FocusReading
import Imaging
import Testing
import _TestSupport

@Suite("People in a photo's own file")
struct NamedPeopleTests {
  private static let acdsee = """
    <acdsee-rs:Regions xmlns:acdsee-rs="http://ns.acdsee.com/regions/" rdf:parseType="Resource">
    <acdsee-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
    <acdsee-rs:Name>Ann</acdsee-rs:Name><acdsee-rs:Type>Face</acdsee-rs:Type>
    </rdf:li></rdf:Bag></acdsee-rs:RegionList></acdsee-rs:Regions>
    """
  private static let details = """
    <e:PersonInImageWDetails xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag>
    <rdf:li rdf:parseType="Resource"><e:PersonName><rdf:Alt>
    <rdf:li xml:lang="x-default">Ann</rdf:li></rdf:Alt></e:PersonName></rdf:li></rdf:Bag>
    </e:PersonInImageWDetails>
    """

  private static func list(_ names: [String]) -> String {
    let items = names.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    return XMPSample.packet(
      "<Iptc4xmpExt:PersonInImage><rdf:Bag>\(items)</rdf:Bag></Iptc4xmpExt:PersonInImage>")
  }

  // As Lightroom and digiKam, Windows, IPTC's two lists, and ACDSee name them; one name of several schemas counts once.
  @Test(arguments: [
    (XMPSample.mwg("Face", "0.5", "0.5", "0.2", "0.2"), ["Ann"]),
    (XMPSample.people(["0.1, 0.1, 0.2, 0.2"]), ["Ann"]),
    (list(["Bo &amp; Co", " Ann ", "", "Ann"]), ["Ann", "Bo & Co"]),
    (XMPSample.packet(details), ["Ann"]), (XMPSample.packet(acdsee + details), ["Ann"]),
    (XMPSample.packet("<dc:subject xmlns:dc=\"d\">PersonInImage</dc:subject>"), []),
  ])
  func `are read from each schema`(xmp: String, people: [String]) {
    #expect(PhotoMetadata(xmp).facts.people == people)
  }

  @Test func `are at most 64`() {
    let names = (0..<70).map { "Person \($0 + 100)" }
    #expect(PhotoMetadata(Self.list(names)).facts.people == Array(names.prefix(64)))
  }

  @Test func `are read with regions and stars of the same packet`() {
    let xmp = XMPSample.mwg("Face", "0.5", "0.5", "0.2", "0.2")
      .replacing(#"rdf:about="""#, with: #"rdf:about="" xmp:Rating="3""#)
    let facts = PhotoMetadata(xmp).facts
    #expect(facts.people == ["Ann"] && facts.capture.rating == 3)
    #expect(facts.focus(pointedAt: []).count == 1)
  }
}
