import FocusReading
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("The time in a photo's XMP")
struct TakenTests {
  private static func date(_ text: String) -> String {
    #"<photoshop:DateCreated xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">"# + text
      + "</photoshop:DateCreated>"
  }

  private static func original(_ text: String) -> String {
    #"<exif:DateTimeOriginal xmlns:exif="http://ns.adobe.com/exif/1.0/">"# + text
      + "</exif:DateTimeOriginal>"
  }

  @Test(arguments: [
    (date("1975-06-01"), "1975-06-01T12:00:00"),
    (date("2004-02-03T04:05"), "2004-02-03T04:05:00"),
    (date("2004-02-03T04:05:06.7+02:00"), "2004-02-03T04:05:06"),
    (original("2001-02-03T04:05:06") + date("1975-06-01"), "2001-02-03T04:05:06"),
    (original("never") + date(" 1975-06-01 "), "1975-06-01T12:00:00"),
    (date("1975"), nil), (date("2004-13-03T04:05:06"), nil), (date(""), nil),
  ])
  func `is read where Exif has none`(properties: String, time: String?) {
    #expect(PhotoMetadata(XMPSample.packet(properties)).facts.capture.time?.text == time)
  }

  @Test func `does not count beside Exif's`() throws {
    var metadata = PhotoMetadata(XMPSample.packet(Self.date("1975-06-01")))
    metadata.capture.time = CameraTime("2001-02-03T04:05:06")
    #expect(metadata.facts.capture.time?.text == "2001-02-03T04:05:06")
  }
}
