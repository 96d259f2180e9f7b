import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What is written beside photos")
struct PhotoNotesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func notes(_ files: [String: String], of photo: String = "beach.jpg") throws -> PhotoNotes
  {
    for (name, text) in files {
      try Data(text.utf8).write(to: directory.url.appending(path: name))
    }
    let path = FilePath(directory.url.appending(path: photo).path)
    return PhotoNotes(beside: path, folders: FolderNotes(), in: DiskFileSystem())
  }

  /// 2026-01-31 15:45:12 by the wall's clock.
  private static let seconds = 1_769_874_312.0

  // As these programs write them, cut to what matters.
  @Test(arguments: [
    // darktable 4
    (
      "beach.jpg.xmp",
      #"<rdf:Description rdf:about="" exif:DateTimeOriginal="2026:01:31 15:45:12" xmp:Rating="4" darktable:xmp_version="5"/>"#,
      4, false
    ),
    (
      "beach.jpg.xmp",
      #"<rdf:Description exif:DateTimeOriginal="2026:01:31 15:45:12.250" xmp:Rating="-1"/>"#, nil,
      true
    ),
    // Lightroom and Apple Photos
    (
      "beach.xmp",
      "<xmp:Rating>5</xmp:Rating>\n<photoshop:DateCreated>2026-01-31T15:45:12+02:00</photoshop:DateCreated>",
      5, false
    ),
    // digiKam
    (
      "beach.jpg.xmp",
      #"<rdf:Description xmp:CreateDate='2026-01-31T15:45:12' xmp:Rating = "0" digiKam:PickLabel="1"/>"#,
      0,
      true
    ),
    // Lightroom Classic 13.2
    (
      "beach.xmp",
      #"<rdf:Description xmp:CreateDate="2026-01-31T15:45:12" xmp:Rating="2" xmpDM:pick="-1"/>"#, 2,
      true
    ),
    (
      "beach.xmp",
      #"<rdf:Description xmp:CreateDate="2026-01-31T15:45:12" xmpDM:pick="1"/>"#, nil, false
    ),
    // Photo Mechanic's name, and ACDSee's property
    (
      "beach.XMP",
      "<xmp:CreateDate>2026-01-31T15:45:12</xmp:CreateDate><acdsee:rating>4</acdsee:rating>", 4,
      false
    ),
  ])
  func `XMP is read as programs write it`(
    name: String, text: String, stars: Int?, isHidden: Bool
  ) throws {
    let notes = try notes([name: text])
    #expect(notes.seconds == Self.seconds)
    #expect(notes.stars == stars && notes.isHidden == isHidden)
  }

  @Test(arguments: [
    ("Favorite: true\n", 5, false), ("Private: true\n", nil, true),
    ("DeletedAt: 2026-02-01T00:00:00Z\n", nil, true), ("Details:\n  Private: true\n", nil, false),
  ])
  func `PhotoPrism's YAML is read`(more: String, stars: Int?, isHidden: Bool) throws {
    let head = "TakenAt: 2026-01-31T15:45:12Z\nTakenSrc: meta\nUID: pr9tsib2qf7dfegc\nType: image\n"
    let notes = try notes(["beach.yml": head + more])
    #expect(notes.seconds == Self.seconds && notes.stars == stars && notes.isHidden == isHidden)
    let guessed = try self.notes(["beach.yml": head.replacing("TakenSrc: meta\n", with: "")])
    #expect(guessed.seconds == nil)
    let other = try self.notes(["beach.yml": "Private: true\n" + more])
    #expect(other == PhotoNotes())
  }

  @Test(arguments: [
    ("beach.jpg", "beach.jpg.json"), ("beach.jpg", "beach.jpg.supplemental-metadata.json"),
    (
      "a-name-of-thirty-eight-characters-x.jpg",
      "a-name-of-thirty-eight-characters-x.jpg.supple.json"
    ),
    ("beach(1).jpg", "beach.jpg(1).json"),
    ("beach(12).jpg", "beach.jpg.supplemental-metadata(12).json"),
    ("beach-edited.jpg", "beach.jpg.json"), ("beach-edited(1).jpg", "beach.jpg(1).json"),
    ("beach-bearbeitet.jpg", "beach.jpg.json"), ("beach-modifie\u{301}.jpg", "beach.jpg.json"),
    ("beach-ha editado.jpg", "beach.jpg.supplemental-metadata.json"),
    ("beach-編集済み(2).jpg", "beach.jpg(2).json"), ("a-beach-edi.jpg", "a-beach.jpg.json"),
    ("beach-edited.jpg", "beach.HEIC.json"),
    ("IMG_E1234.JPG", "IMG_1234.HEIC.supplemental-metadata.json"),
    // Of a real export, from the tests of immich-go.
    ("😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json"),
    ("मेरी भारत यात्रा का चित्र.jpg", "मेरी भारत यात्रा का चित्र.jpg.supplemental-met.json"),
  ])
  func `Takeout's file is found under each of its names`(photo: String, name: String) throws {
    let text =
      #"{"title": "beach.jpg", "photoTakenTime": {"timestamp": "1769874312"}, "favorited": true}"#
    let notes = try notes([name: text], of: photo)
    #expect(notes.seconds == Self.seconds && notes.stars == 5 && !notes.isHidden)
  }

  @Test(arguments: [
    ("beach.jpg", "beach.jpg(1).json"), ("beach(1).jpg", "beach.jpg.json"),
    ("(1).jpg", ".jpg(1).json"), ("-edited.jpg", ".jpg.json"), ("beach-2.jpg", "beach.jpg.json"),
    ("beach-.jpg", "beach.jpg.json"), ("IMG-20260131-WA0007.jpg", "IMG-20260131.jpg.json"),
  ])
  func `Takeout's file of another photo does not count`(photo: String, name: String) throws {
    let text = #"{"photoTakenTime": {"timestamp": "1769874312"}, "trashed": true}"#
    #expect(try notes([name: text], of: photo) == PhotoNotes())
  }

  @Test func `a photo with a file of Takeout's is no edit of another`() throws {
    let notes = try notes(
      [
        "a-ha.jpg.json": #"{"photoTakenTime": {"timestamp": "1"}, "favorited": true}"#,
        "a.jpg.json": #"{"photoTakenTime": {"timestamp": "2"}, "trashed": true}"#,
      ], of: "a-ha.jpg")
    #expect(notes.seconds == 1 && notes.stars == 5 && !notes.isHidden && notes.isOfTakeout)
  }

  @Test(arguments: [248, 250, 251])
  func `beside a long name the shorter names are found`(length: Int) throws {
    let stem = String(repeating: "n", count: length)
    let notes = try notes(
      ["\(stem).xmp": #"<rdf:Description xmp:Rating="-1"/></rdf:RDF>"#], of: "\(stem).jpg")
    #expect(notes.isHidden && notes.unread.isEmpty)
  }

  @Test(arguments: [
    ("Rank=4\nInTrash=false\n", 4, false), ("Rank=0\nInTrash=true\n", 0, true),
    ("[Exposure]\nRank=4\nInTrash=true\n", nil, false), ("", nil, false),
  ])
  func `RawTherapee's rank and trash are read`(keys: String, stars: Int?, isHidden: Bool) throws {
    let notes = try notes(["beach.jpg.pp3": "[Version]\nAppVersion=5.9\n\n[General]\n\(keys)"])
    #expect(notes.stars == stars && notes.isHidden == isHidden)
  }

  @Test(arguments: [
    ("originals/2026/01", "storage/sidecar/2026/01", true), ("originals", "storage/sidecar", true),
    ("photos/2026", "storage/sidecar/2026", false), ("originals/2026", "storage/sidecar", false),
  ])
  func `PhotoPrism's sidecars are found in a folder of their own`(
    place: String, sidecars: String, isFound: Bool
  ) throws {
    let files = FileManager.default
    for folder in [place, sidecars] {
      try files.createDirectory(
        at: directory.url.appending(path: folder), withIntermediateDirectories: true)
    }
    let text =
      "TakenAt: 2026-01-31T15:45:12Z\nTakenSrc: meta\nUID: pr9tsib2qf7dfegc\nFavorite: true\n"
    let notes = try notes(["\(sidecars)/beach.yml": text], of: "\(place)/beach.jpg")
    #expect(notes.stars == (isFound ? 5 : nil) && notes.seconds == (isFound ? Self.seconds : nil))
  }

  // As digiKam, Lightroom, Windows and osxphotos write them, cut to what matters.
  @Test(arguments: [
    (
      "beach.jpg.xmp",
      #"<rdf:li mwg-rs:Name="Ann &amp; Bo" mwg-rs:Type="Face"/><rdf:li mwg-rs:Name='Cleo'/>"#,
      ["Ann & Bo", "Cleo"]
    ),
    (
      "beach.xmp",
      "<mwg-rs:Name>Ann</mwg-rs:Name>\n<mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Name>Bo</mwg-rs:Name>",
      ["Ann", "Bo"]
    ),
    (
      "beach.xmp",
      #"<rdf:li><rdf:Description MPReg:Rectangle="0,0,1,1" MPReg:PersonDisplayName="Ann"/></rdf:li>"#,
      ["Ann"]
    ),
    (
      "beach.jpg.xmp",
      "<dc:subject><rdf:li>sea</rdf:li></dc:subject><Iptc4xmpExt:PersonInImage>\n<rdf:Bag><rdf:li>Ann</rdf:li>\n<rdf:li>Bo</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>",
      ["Ann", "Bo"]
    ),
    (
      "beach.jpg.json",
      #"{"photoTakenTime": {"timestamp": "1"}, "people": [{"name": "Ann"}, {"name": "Bo"}]}"#,
      ["Ann", "Bo"]
    ),
    ("beach.xmp", "<rdf:li><acdsee-rs:Name>Ann</acdsee-rs:Name></rdf:li>", ["Ann"]),
    ("beach.jpg.xmp", "<dc:subject><rdf:li>sea</rdf:li></dc:subject>", []),
    ("beach.jpg.xmp", "<Iptc4xmpExt:PersonInImage><rdf:li>Ann</rdf:li>", []),
    // A value without an end is as long as one may be.
    (
      "beach.xmp", "<mwg-rs:Name>" + String(repeating: "a", count: 5000),
      [String(repeating: "a", count: 1000)]
    ),
  ])
  func `people are named as programs name them`(name: String, text: String, people: [String]) throws
  {
    #expect(try notes([name: text]).people == Set(people))
  }

  @Test(arguments: [
    ("IMG_E1234.JPG", "IMG_1234.xmp", true), ("IMG_E1234.JPG", "IMG_E1234.xmp", true),
    ("IMG_1234.JPG", "IMG_E1234.xmp", false), ("IMG_E12345.JPG", "IMG_12345.xmp", false),
    ("IMG_E1234(1).JPG", "IMG_1234.xmp", false), ("IMG_E1234.JPG", "IMG_1234.HEIC.xmp", true),
  ])
  func `an iPhone's edit has what is beside its original`(
    photo: String, name: String, isFound: Bool
  ) throws {
    let notes = try notes([name: #"<rdf:Description xmp:Rating="-1"/></rdf:RDF>"#], of: photo)
    #expect(notes == (isFound ? PhotoNotes(xmp: #"xmp:Rating="-1""#) : PhotoNotes()))
  }

  @Test func `Takeout's file of an iPhone's original counts for the edit`() throws {
    let text = #"{"photoTakenTime": {"timestamp": "1"}, "trashed": true}"#
    #expect(try notes(["IMG_1234.JPG.json": text], of: "IMG_E1234.JPG").isHidden)
  }

  @Test(arguments: [
    (String.Encoding.utf16LittleEndian, [UInt8]([0xFF, 0xFE])),
    (.utf16BigEndian, [0xFE, 0xFF]), (.utf8, [0xEF, 0xBB, 0xBF]),
  ])
  func `files that begin with a byte order mark are read`(
    encoding: String.Encoding, mark: [UInt8]
  ) throws {
    let texts = [
      "beach.xmp": #"<rdf:li mwg-rs:Name="Zoë 🙂" xmp:Rating="4"/></rdf:RDF>"#,
      "beach.jpg.json": #"{"photoTakenTime": {"timestamp": "7"}, "trashed": true}"#,
    ]
    for (name, text) in texts {
      let data = try #require(text.data(using: encoding))
      try (Data(mark) + data).write(to: directory.url.appending(path: name))
    }
    let notes = try notes([:])
    #expect(notes.stars == 4 && notes.people == ["Zoë 🙂"] && notes.isHidden)
    #expect(notes.seconds == 7 && notes.unread.isEmpty)
  }

  @Test func `files that are there and cannot be read are told, and the others count`() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: directory.url.appending(path: "beach.yml"), withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: directory.url.appending(path: "beach.jpg.supplemental-metadata.json").path,
      withDestinationPath: "nowhere")
    let notes = try notes([
      "beach.jpg.xmp": #"<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating="3""#,
      "beach.xmp": String(repeating: " ", count: 1 << 20 + 1), "beach.jpg.json": "{\"people\": [",
    ])
    #expect(notes.stars == 3)
    let told = notes.unread.map { "\($0.key.lastComponent?.string ?? ""): \($0.value)" }.sorted()
    #expect(
      told == [
        "beach.jpg.json: It is not JSON: at byte 12, the text ends where a value should be.",
        "beach.jpg.supplemental-metadata.json: There is no file or folder of this name.",
        "beach.jpg.xmp: It is not whole XMP: it has no end tag '</rdf:RDF>'.",
        "beach.xmp: The file has 1048577 bytes; the limit is 1048576 bytes.",
        "beach.yml: A file is needed here; this is a folder.",
      ])
  }

  @Test func `what Takeout archived is hidden`() throws {
    let text = #"{"photoTakenTime": {"timestamp": "1"}, "archived": true}"#
    #expect(try notes(["beach.jpg.json": text]).isHidden)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"archived": true}"#, "<x xmp:Rating=\"9\" xmp:Rating", "xmp:Rating=\"4",
  ])
  func `what says nothing of the photo is passed over`(text: String) throws {
    let notes = try notes(["beach.jpg.json": text, "beach.xmp": text])
    #expect(notes.seconds == nil && notes.isHidden == false && notes.stars ?? 4 == 4)
  }
}
