import Imaging
import Testing

@Suite("Photo format") struct FormatTests {
  private static let starts: [(text: String, format: PhotoFormat)] = [
    ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("\u{89}PNG\r\n\u{1A}\n", .png),
    ("GIF87a", .gif), ("GIF89a", .gif), ("RIFF....WEBPVP8 ", .webp),
    ("II*\0", .tiff), ("MM\0*", .tiff), ("II+\0", .tiff), ("MM\0+", .tiff),
    ("\u{FF}\u{0A}", .jxl), ("\0\0\0\u{0C}JXL \r\n\u{87}\n", .jxl),
    ("BM............\u{28}\0\0\0", .bmp), ("IIRO", .raw), ("IIU\0", .raw),
    ("FUJIFILMCCD-RAW", .raw), ("\0\0\0\u{18}ftypcrx ", .raw),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", .avif),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .heic),
  ]

  @Test(arguments: starts)
  func `the first bytes identify the format`(text: String, format: PhotoFormat) {
    #expect(PhotoFormat.sniff(text.unicodeScalars.map { UInt8($0.value) }) == format)
  }

  private static let others: [(start: String, kind: String)] = [
    ("%PDF-1.7", "a PDF document"), ("<svg xmlns=''/>", "an SVG drawing"),
    ("<!DOCTYPE html><p>Not found", "a web page"),
    ("\0\0\0\u{0C}jP  \r\n", "a JPEG 2000 picture"),
    ("8BPS\0\u{01}", "a Photoshop document"), ("\0\0\0\u{18}ftypqt  ", "a video"),
    ("hello", "a text file"),
    ("PK\u{03}\u{04}", "a ZIP archive"),
    ("\0MRM\0\0", "a camera raw file (MRW)"),
  ]

  @Test(arguments: others)
  func `other files are named and never taken for photos`(start: String, kind: String) {
    let bytes = Array(start.utf8)
    #expect(PhotoFormat.sniff(bytes) == nil)
    #expect(UnsupportedFile.recognise(bytes) == kind)
  }

  @Test func `unknown bytes are not given a name`() {
    #expect(PhotoFormat.sniff([1, 2, 3, 4]) == nil)
    #expect(UnsupportedFile.recognise([1, 2, 3, 4]) == nil)
  }

  @Test func `a long text with other bytes beyond the sniffed part is still a text`() {
    let bytes = Array(String(repeating: "line of text\n", count: 100).utf8) + [0]
    #expect(UnsupportedFile.recognise(bytes) == "a text file")
  }
}
