import FocusReading
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("Stars in a photo's own file")
struct RatingTests {
  // As cameras and Lightroom, exiftool, and programs of before 2005 with the prefix `xap` write it.
  @Test(arguments: [
    ("<xmp:Rating>4</xmp:Rating>", 4), ("<xmp:Rating> 5 </xmp:Rating>", 5),
    ("<xmp:Rating>-1</xmp:Rating>", -1), ("<xmp:Rating>3.5</xmp:Rating>", 3),
    ("<xmp:Rating>0</xmp:Rating>", nil), ("<xmp:Rating>6</xmp:Rating>", nil),
    ("<xmp:Rating>-2</xmp:Rating>", nil), ("<xmp:Rating>many</xmp:Rating>", nil),
    (#"<xap:Rating xmlns:xap="http://ns.adobe.com/xap/1.0/">2</xap:Rating>"#, 2),
    (#"<a:Rating xmlns:a="http://ns.microsoft.com/photo/1.0/">50</a:Rating>"#, nil),
    ("<xmp:Label>Rating</xmp:Label>", nil),
  ])
  func `are read from XMP`(property: String, rating: Int?) {
    #expect(PhotoMetadata(XMPSample.packet(property)).facts.capture.rating == rating)
  }

  @Test func `may be an attribute of the packet`() {
    let packet = XMPSample.packet("").replacing(
      #"rdf:about="""#, with: #"rdf:about="" xmp:Rating="3""#)
    #expect(PhotoMetadata(packet).facts.capture.rating == 3)
  }

  @Test(arguments: [(nil, 2), (5, 5), (0, 2)])
  func `are read from Exif if XMP has none`(xmp: Int?, rating: Int) throws {
    let exif = JPEGSample.exif(
      orientation: 1, size: PixelSize(width: 64, height: 48), [32, 24], rating: 2)
    let packet = xmp.map { JPEGSample.xmp(XMPSample.packet("<xmp:Rating>\($0)</xmp:Rating>")) }
    let bytes = try JPEGSample.bytes(
      of: "scenes/boats.jpg", with: [exif, packet].compactMap(\.self))
    let photo = try PhotoSource(bytes: bytes, name: "a.jpg")
    #expect(photo.metadata.facts.capture.rating == rating)
  }
}
